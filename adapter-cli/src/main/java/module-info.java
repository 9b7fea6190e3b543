/** The command ./adapter. */
module io.cloudadapter.cli {
  requires info.picocli;
  requires io.cloudadapter.client;
  requires io.cloudadapter.server;

  opens io.cloudadapter.cli to
      info.picocli;
}

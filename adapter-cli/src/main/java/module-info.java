/** The command ./adapter. */
module io.cloudadapter.cli {
  requires static org.jspecify;
  requires info.picocli;
  requires io.cloudadapter.client;
  requires io.cloudadapter.server;

  opens io.cloudadapter.cli to
      info.picocli;
}

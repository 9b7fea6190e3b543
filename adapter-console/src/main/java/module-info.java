/** The web console, which the server finds by {@link java.util.ServiceLoader}. */
module io.cloudadapter.console {
  requires static org.jspecify;
  requires transitive io.cloudadapter.server;

  exports io.cloudadapter.console;

  provides io.cloudadapter.server.console.ConsoleFiles with
      io.cloudadapter.console.PackagedFiles;
}

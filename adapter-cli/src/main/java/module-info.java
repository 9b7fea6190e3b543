/** The command ./adapter. */
module io.cloudadapter.cli {
  requires static org.jspecify;
  requires com.fasterxml.jackson.databind;
  requires info.picocli;
  requires io.cloudadapter.client;
  requires io.cloudadapter.server;
  requires io.cloudadapter.simulated;
  requires io.cloudadapter.testkit;

  uses io.cloudadapter.spi.MachineProviderFactory;

  opens io.cloudadapter.cli to
      info.picocli;
}

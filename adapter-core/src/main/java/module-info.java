/** Keeps a pool at its size, whatever the cloud and the process go through. */
// The testkit comes later in the build than the core that it may look into.
@SuppressWarnings("module")
module io.cloudadapter.core {
  requires transitive io.cloudadapter.api;
  requires com.cronutils;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.datatype.jsr310;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.cloudadapter.core;
  exports io.cloudadapter.core.store;
  exports io.cloudadapter.core.store.disk;
  exports io.cloudadapter.core.store.quorum;
  exports io.cloudadapter.core.keeper to
      io.cloudadapter.testkit;
  exports io.cloudadapter.core.reply to
      io.cloudadapter.testkit;
  exports io.cloudadapter.core.shell to
      io.cloudadapter.testkit;

  opens io.cloudadapter.core.keeper to
      com.fasterxml.jackson.databind;

  uses io.cloudadapter.core.store.quorum.ClusterKvFactory;
  uses io.cloudadapter.spi.ActionHandler;
  uses io.cloudadapter.spi.HookChannel;
  uses io.cloudadapter.spi.MachineProviderFactory;
}

/** A cloud in memory with a clock and faults of your choice. */
module io.cloudadapter.simulated {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;

  exports io.cloudadapter.simulated;

  provides io.cloudadapter.spi.MachineProviderFactory with
      io.cloudadapter.simulated.SimulatedProviderFactory;
}

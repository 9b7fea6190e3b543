/**
 * Simulates pools under faults, with the library's own keeper and store: {@link
 * io.cloudadapter.simulation.Simulation}.
 */
module io.cloudadapter.simulation {
  requires static org.jspecify;
  requires transitive io.cloudadapter.core;
  requires transitive io.cloudadapter.simulated;

  exports io.cloudadapter.simulation;
  exports io.cloudadapter.simulation.fault;
}

/** A cloud in memory with a clock and faults of your choice. */
module io.cloudadapter.simulated {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
}

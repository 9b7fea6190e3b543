/** Proves pools: simulates them in bad weather, with the library's own keeper and store. */
module io.cloudadapter.testkit {
  requires static org.jspecify;
  requires transitive io.cloudadapter.core;

  exports io.cloudadapter.testkit.certify;
  exports io.cloudadapter.testkit.simulation;
}

/** Gives a JUnit test a pool on a simulated cloud: {@link io.cloudadapter.junit.CloudAdapterExtension}. */
module io.cloudadapter.junit {
  requires static org.jspecify;
  requires transitive io.cloudadapter.simulation;
  requires transitive org.junit.jupiter.api;

  exports io.cloudadapter.junit;
}

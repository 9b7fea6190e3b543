/** Proves pools: simulates them in bad weather, with the library's own keeper and store. */
module io.cloudadapter.testkit {
  requires static org.jspecify;
  requires transitive io.cloudadapter.core;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;

  exports io.cloudadapter.testkit.certify;
  exports io.cloudadapter.testkit.simulation;
  exports io.cloudadapter.testkit.wire;
}

/** Fakes for the tests of adapters: a call, and a server that answers with bytes of the test's choice. */
module io.cloudadapter.fake {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;

  exports io.cloudadapter.fake;
}

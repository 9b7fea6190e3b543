/**
 * Fakes for tests: a call, a server that answers with bytes of the test's choice, and an API server of Kubernetes.
 */
module io.cloudadapter.fake {
  requires static org.jspecify;
  requires transitive com.fasterxml.jackson.databind;
  requires transitive io.cloudadapter.api;
  requires jdk.httpserver;

  exports io.cloudadapter.fake;
  exports io.cloudadapter.fake.kubernetes;
}

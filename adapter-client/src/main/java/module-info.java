/** Pools that live on another server, reached over the REST API. */
module io.cloudadapter.client {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires com.fasterxml.jackson.databind;
  requires java.net.http;

  exports io.cloudadapter.client;
}

/** Pools that live on another server, reached over the REST API. */
// Server and command line come later in the build than the messages that they share.
@SuppressWarnings("module")
module io.cloudadapter.client {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires com.fasterxml.jackson.databind;
  requires java.net.http;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;

  exports io.cloudadapter.client;
  exports io.cloudadapter.client.message to
      io.cloudadapter.cli,
      io.cloudadapter.server;
}

/** HTTP for adapters: requests that are sent at most once, deadlines, token sessions and pages. */
module io.cloudadapter.http {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires transitive java.net.http;

  exports io.cloudadapter.http;
}

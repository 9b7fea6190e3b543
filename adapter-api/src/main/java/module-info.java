/** The types that users of a pool and authors of a provider see. */
module io.cloudadapter.api {
  requires static transitive org.jspecify;
}

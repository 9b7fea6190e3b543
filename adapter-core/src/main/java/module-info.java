/** Keeps a pool at its size, whatever the cloud and the process go through. */
module io.cloudadapter.core {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.datatype.jsr310;
  requires org.slf4j;

  exports io.cloudadapter.core;
  exports io.cloudadapter.core.store;
  exports io.cloudadapter.core.store.disk;
}

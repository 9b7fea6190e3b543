/** Binds the metrics of pools to a Micrometer registry: {@link io.cloudadapter.micrometer.PoolMeters}. */
module io.cloudadapter.micrometer {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires transitive micrometer.core;
  requires org.slf4j;

  exports io.cloudadapter.micrometer;
}

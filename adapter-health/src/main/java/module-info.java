/** Probes the machines of pools, and reports their health; {@link io.cloudadapter.health.HealthProber}. */
module io.cloudadapter.health {
  requires static org.jspecify;
  requires transitive io.cloudadapter.core;
  requires com.google.common;
  requires java.net.http;
  requires re2j;
  requires org.slf4j;

  exports io.cloudadapter.health;
}

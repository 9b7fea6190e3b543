/** The types that users of a pool and authors of a provider see. */
module io.cloudadapter.api {
  requires static org.jspecify;

  exports io.cloudadapter.api;
  exports io.cloudadapter.api.action;
  exports io.cloudadapter.api.cloud;
  exports io.cloudadapter.api.event;
  exports io.cloudadapter.api.health;
  exports io.cloudadapter.api.hook;
  exports io.cloudadapter.api.notification;
  exports io.cloudadapter.api.refresh;
  exports io.cloudadapter.api.reload;
  exports io.cloudadapter.api.sample;
  exports io.cloudadapter.api.scaling;
  exports io.cloudadapter.api.warm;
  exports io.cloudadapter.spi;
  exports io.cloudadapter.spi.action;
  exports io.cloudadapter.spi.config;
  exports io.cloudadapter.spi.feature;
  exports io.cloudadapter.spi.trace;

  uses io.cloudadapter.spi.trace.Tracing;
}

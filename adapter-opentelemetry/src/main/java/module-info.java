/** Shows requests to pools as spans: {@link io.cloudadapter.opentelemetry.OpenTelemetryTracing}. */
module io.cloudadapter.opentelemetry {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires transitive io.opentelemetry.api;
  requires io.opentelemetry.context;
  requires org.slf4j;

  exports io.cloudadapter.opentelemetry;

  provides io.cloudadapter.spi.trace.Tracing with
      io.cloudadapter.opentelemetry.OpenTelemetryTracing;
}

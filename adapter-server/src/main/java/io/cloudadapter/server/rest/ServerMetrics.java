package io.cloudadapter.server.rest;

import io.cloudadapter.api.Metric;
import io.cloudadapter.server.http.AuditLog;
import io.cloudadapter.server.http.RequestMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The metrics of a server: its pools, its requests, its JVM and its process. Any number of threads may use it. */
public final class ServerMetrics implements AutoCloseable {
  /** The text format of Prometheus. */
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final RequestMetrics requests = new RequestMetrics(registry);

  /**
   * Begins to measure.
   *
   * @param pools the metrics of pools, asked at each scrape
   */
  public ServerMetrics(Supplier<List<Metric>> pools) {
    registry.getPrometheusRegistry().register(new PoolCollector(pools));
    new ClassLoaderMetrics().bindTo(registry);
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /**
   * The meters of requests.
   *
   * @return counts requests
   */
  public RequestMetrics requests() {
    return requests;
  }

  /**
   * Shows how many lines of the audit log were not written.
   *
   * @param audit the audit log of requests
   * @param local how many lines about writes without a request were not written
   */
  public void show(AuditLog audit, LongSupplier local) {
    FunctionCounter.builder("cloudadapter.audit.lost", audit, log -> log.lost() + local.getAsLong())
        .description("Lines of the audit log that could not be written.")
        .register(registry);
  }

  /** The page of some metrics of pools alone. */
  static String text(List<Metric> metrics) {
    PrometheusMeterRegistry alone = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    alone.getPrometheusRegistry().register(new PoolCollector(() -> metrics));
    return alone.scrape(CONTENT_TYPE);
  }

  String text() {
    return registry.scrape(CONTENT_TYPE);
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}

package io.cloudadapter.micrometer;

import io.cloudadapter.api.Pools;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Binds the metrics of pools to a Micrometer registry: machines, launches, calls to the cloud, alarms and the ledger.
 *
 * <pre>{@code
 * new PoolMeters(adapter).bindTo(registry);
 * }</pre>
 *
 * <p>The meters have the names, labels and descriptions of {@link Pools#metrics()}, which the server's {@code /metrics}
 * has, too. Each reading of a meter is at most a second old. A row that appears later, for example the first machine in
 * a zone, becomes a meter at the next reading of any other; a row that disappears takes its meter along.
 *
 * <p>A registry holds each row: it suits tens of pools. A server with hundreds of pools publishes {@code /metrics}
 * without meters. Any number of threads may use it.
 */
public final class PoolMeters implements MeterBinder, AutoCloseable {
  private final Pools pools;
  private final List<PoolRows> bound = new CopyOnWriteArrayList<>();

  /**
   * Makes a binder.
   *
   * @param pools the pools to measure
   */
  public PoolMeters(Pools pools) {
    this.pools = Objects.requireNonNull(pools, "pools");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    PoolRows rows = new PoolRows(pools, registry);
    bound.add(rows);
    rows.refresh();
  }

  /** Removes the meters from each registry that they were bound to. May be called again. */
  @Override
  public void close() {
    bound.forEach(PoolRows::close);
  }
}

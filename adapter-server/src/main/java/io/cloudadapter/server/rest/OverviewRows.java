package io.cloudadapter.server.rest;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import io.cloudadapter.client.message.OverviewMessages;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.options.MachinePrices;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The rows of the overview, as JSON. A row is made again when its pool's view has changed, and after some seconds for
 * what time alone changes. All callers share them. Any number of threads may use it.
 */
final class OverviewRows {
  private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

  private final Function<PoolName, Map<String, String>> labels;
  private final MachinePrices prices;
  private final LongSupplier nanos;
  private final Map<PoolName, Row> rows = new ConcurrentHashMap<>();

  OverviewRows(
      Function<PoolName, Map<String, String>> labels, MachinePrices prices, LongSupplier nanos) {
    this.labels = labels;
    this.prices = prices;
    this.nanos = nanos;
  }

  /** A row, with the revision of the view that it was made of. */
  private record Row(long revision, long madeAt, String json) {}

  /** The rows of some pools, by name. */
  Map<String, String> of(Pools pools) {
    Map<String, String> all = new LinkedHashMap<>();
    for (MachinePool pool : pools.all()) {
      PoolView view = pool.view();
      Row known = rows.get(pool.name());
      long now = nanos.getAsLong();
      if (known == null || known.revision != view.revision() || now - known.madeAt > FRESH) {
        known = new Row(view.revision(), now, json(pool, view));
        rows.put(pool.name(), known);
      }
      all.put(pool.name().value(), known.json);
    }
    return all;
  }

  private String json(MachinePool pool, PoolView view) {
    PoolCost cost = PoolCost.of(view, prices);
    Map<String, Object> row = OverviewMessages.row(
        view, labels.apply(pool.name()), disruption(pool), cost.present(), cost.desired());
    return new String(HttpReply.bytes(json -> json.writeObject(row)), StandardCharsets.UTF_8);
  }

  /** Empty if the pool has none, or cannot show it at present. */
  private static Optional<DisruptionStatus> disruption(MachinePool pool) {
    try {
      return Optional.of(pool.disruption());
    } catch (PoolException e) {
      return Optional.empty();
    }
  }
}

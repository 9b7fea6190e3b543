package io.cloudadapter.testkit.run;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.MachineResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Releases what machines had beside them, once they are gone, as the core does for adapters with that feature. */
public final class ResourceRelease {
  private static final int ROUNDS = 3;

  private ResourceRelease() {}

  /**
   * Releases each resource of a pool whose machine a complete list does not show.
   *
   * @param bench the run
   * @param adapter what releases; nothing happens if the feature is not claimed
   * @param pool whose resources
   */
  public static void ofGone(TestBench bench, ObservedProvider adapter, PoolName pool) {
    if (!bench.claims(MachineResources.class)) {
      return;
    }
    ObservedResources resources = new ObservedResources(adapter);
    for (int round = 0; round < ROUNDS; round++) {
      List<ResourceSighting> left = left(bench, adapter, resources, pool);
      if (left.isEmpty()) {
        return;
      }
      left.forEach(resource -> resources.release(resource, patient(bench)));
      bench.time().passLag();
    }
  }

  private static List<ResourceSighting> left(
      TestBench bench, ObservedProvider adapter, ObservedResources resources, PoolName pool) {
    List<ResourceSighting> rows = new ArrayList<>();
    ListResult unused = resources.resources(pool, rows::add, patient(bench));
    Set<String> machines = new TreeSet<>();
    ListResult all = adapter.list(
        ListQuery.all(pool),
        row -> {
          if (row.end() != MachineSighting.End.FINAL) {
            machines.add(row.id().value());
          }
        },
        patient(bench));
    rows.removeIf(row -> !all.complete()
        || row.machine().filter(id -> machines.contains(id.value())).isPresent());
    return rows;
  }

  private static TestCallContext patient(TestBench bench) {
    return bench.call(bench.profile().callTimeout());
  }
}

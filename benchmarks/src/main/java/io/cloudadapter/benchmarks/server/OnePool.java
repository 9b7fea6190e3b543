package io.cloudadapter.benchmarks.server;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.Pools;
import java.util.List;
import java.util.Optional;

/** A single pool. */
record OnePool(MachinePool pool) implements Pools {
  @Override
  public List<MachinePool> all() {
    return List.of(pool);
  }

  @Override
  public MachinePool defaultPool() {
    return pool;
  }

  @Override
  public Optional<MachinePool> find(String name) {
    return Optional.of(pool).filter(p -> p.name().value().equals(name));
  }

  @Override
  public List<Metric> metrics() {
    return List.of();
  }
}

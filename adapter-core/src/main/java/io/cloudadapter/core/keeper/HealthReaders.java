package io.cloudadapter.core.keeper;

import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.state.HealthTrust;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads each source of health that the pool's configuration names, apart from probes: those report by themselves. */
final class HealthReaders {
  private final List<HealthReader> readers = new ArrayList<>();

  private HealthReaders() {}

  /** The readers of one keeper. */
  static HealthReaders of(SharedState state, HealthTrust trust, ServiceStates states) {
    PoolConfig config = state.settings.config();
    long asker = state.step.startedAt();
    HealthReaders readers = new HealthReaders();
    if (config.health().loadBalancers()) {
      readers.readers.add(new HealthReader(
          HealthSource.LOAD_BALANCER,
          machines -> config.loadBalancing().behind().stream()
              .collect(Collectors.toMap(
                  Optional::of, name -> new Effect.ReadLoadBalancerHealth(name, asker))),
          state,
          trust,
          states));
    }
    if (config.health().cloudStatus()) {
      readers.readers.add(new HealthReader(
          HealthSource.CLOUD,
          machines -> Map.of(Optional.empty(), new Effect.ReadInstanceStatus(machines, asker)),
          state,
          trust,
          states));
    }
    return readers;
  }

  void onStep() {
    readers.forEach(HealthReader::onStep);
  }

  void onRead(Event.HealthRead event) {
    HealthSource source =
        event.balancer().isPresent() ? HealthSource.LOAD_BALANCER : HealthSource.CLOUD;
    readers.stream()
        .filter(reader -> reader.source() == source)
        .forEach(reader -> reader.onRead(event));
  }
}

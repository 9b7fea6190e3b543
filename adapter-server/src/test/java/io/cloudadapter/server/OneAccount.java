package io.cloudadapter.server;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.Catalog;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Clusters;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.QuotaView;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.Verb;
import io.cloudadapter.spi.Zones;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** An account of features of one's choice, asked on the caller's thread. */
final class OneAccount implements Cloud {
  private final Map<Class<?>, Object> features = new HashMap<>();

  /** What the next calls end in, if anything. */
  CloudException error;

  static OneAccount empty() {
    return new OneAccount();
  }

  /** An account of a simulated cloud of its own. */
  static OneAccount simulated() {
    SimulatedClock clock = SimulatedClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    return of(SimulatedCloud.builder(1, clock).build());
  }

  static OneAccount of(SimulatedCloud cloud) {
    OneAccount account = new OneAccount();
    MachineProvider provider = cloud.provider();
    for (Class<?> type : List.of(
        Instances.class,
        LoadBalancers.class,
        Zones.class,
        Clusters.class,
        Routes.class,
        Catalog.class,
        QuotaView.class)) {
      provider.feature(type).ifPresent(feature -> account.features.put(type, feature));
    }
    return account;
  }

  <F> OneAccount with(Class<F> type, F feature) {
    features.put(type, feature);
    return this;
  }

  OneAccount without(Class<?> type) {
    features.remove(type);
    return this;
  }

  @Override
  public String account() {
    return "here";
  }

  @Override
  public String provider() {
    return "simulated";
  }

  @Override
  public boolean has(Class<?> feature) {
    return features.containsKey(feature);
  }

  @Override
  public <F, T> T ask(Class<F> feature, BiFunction<? super F, CallContext, T> question) {
    if (error != null) {
      throw error;
    }
    return question.apply(feature.cast(features.get(feature)), new Patient());
  }

  @Override
  public <F, T> T change(Class<F> feature, BiFunction<? super F, CallContext, T> change) {
    return ask(feature, change);
  }

  private static final class Patient implements CallContext {
    @Override
    public Duration remaining() {
      return Duration.ofMinutes(1);
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void onCancel(Runnable action) {}

    @Override
    public void acquire(Verb verb, int units) {}

    @Override
    public String traceId() {
      return "test";
    }
  }
}

package io.cloudadapter.server;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.Zones;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** An account of features of one's choice, asked on the caller's thread. */
public final class SingleAccount implements Cloud {
  private final Map<Class<?>, Object> features = new HashMap<>();

  /** What the next calls end in, if anything. */
  public CloudException error;

  public static SingleAccount empty() {
    return new SingleAccount();
  }

  /** An account of a simulated cloud of its own. */
  static SingleAccount simulated() {
    SimulatedClock clock = SimulatedClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    return of(SimulatedCloud.builder(1, clock).build());
  }

  public static SingleAccount of(SimulatedCloud cloud) {
    SingleAccount account = new SingleAccount();
    MachineProvider provider = cloud.provider();
    for (Class<?> type : List.of(
        Instances.class,
        LoadBalancers.class,
        Zones.class,
        Clusters.class,
        Routes.class,
        MachineSizeCatalog.class,
        Quotas.class)) {
      provider.feature(type).ifPresent(feature -> account.features.put(type, feature));
    }
    return account;
  }

  public <F> SingleAccount with(Class<F> type, F feature) {
    features.put(type, feature);
    return this;
  }

  public SingleAccount without(Class<?> type) {
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
    public void acquire(RequestKind verb, int units) {}

    @Override
    public String traceId() {
      return "test";
    }
  }
}

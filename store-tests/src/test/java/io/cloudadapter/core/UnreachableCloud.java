package io.cloudadapter.core;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.util.function.Consumer;

/** A cloud that refuses each call, so that a ledger changes only by what its opening does. */
final class UnreachableCloud implements MachineProviderFactory, MachineProvider {
  private static CloudException unreachable() {
    return CloudException.of(
            CloudException.Kind.UNAVAILABLE, CloudException.Effect.NONE, "the cloud is unreachable")
        .build();
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public ConfigSpec config() {
    return ConfigSpec.none();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    return this;
  }

  @Override
  public ProviderProfile profile() {
    return ProviderProfile.builder()
        .keySupport(LaunchKeySupport.token(Duration.ofDays(1)))
        .lateAcceptance(Duration.ZERO)
        .visibleWithin(Duration.ZERO)
        .goneWithin(Duration.ZERO)
        .build();
  }

  @Override
  public String identity(CallContext call) {
    throw unreachable();
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    throw unreachable();
  }

  @Override
  public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    throw unreachable();
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    throw unreachable();
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    throw unreachable();
  }

  @Override
  public void close() {}
}

package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.SpotNotices;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An adapter that behaves, until the test puts something else in the place of a method. */
final class ScriptedProvider implements MachineProvider {
  /** What a launch does. */
  interface Launch {
    LaunchResult with(LaunchKey key, CallContext call);
  }

  /** What a list does. */
  interface Rows {
    ListResult into(Consumer<? super MachineSighting> sink, CallContext call);
  }

  final List<MachineSighting> machines = new ArrayList<>();
  Launch launch = this::make;
  Rows list = (sink, call) -> {
    List.copyOf(machines).forEach(sink);
    return ListResult.all();
  };
  Consumer<MachineId> terminate =
      machine -> machines.removeIf(sighting -> sighting.id().equals(machine));
  /** What a group was asked for, if there is one. */
  @Nullable
  List<Integer> targets;

  /** How several machines end by one call, if they can. */
  @Nullable
  BatchTerminate batches;

  /** What is said of machines of the spot market, if anything is. */
  @Nullable
  SpotNotices market;

  /** What the cloud's own checks of machines find, if it has any. */
  @Nullable
  InstanceStatus status;

  /** What the cloud's groups hold, if they hold anything. */
  @Nullable
  GroupLifecycleHooks groupHooks;

  private PoolIncarnation incarnation = new PoolIncarnation("0".repeat(27));

  @Override
  public ProviderProfile profile() {
    return ProviderProfile.builder()
        .keySupport(LaunchKeySupport.token(Duration.ofDays(1)))
        .callTimeout(Duration.ofSeconds(10))
        .lateAcceptance(Duration.ZERO)
        .visibleWithin(Duration.ZERO)
        .goneWithin(Duration.ZERO)
        .bucket(RequestKind.READ, new TokenBucket(1000, 1000))
        .machineBucket(RequestKind.LAUNCH, new TokenBucket(100, 1))
        .machineBucket(RequestKind.TERMINATE, new TokenBucket(5, 1))
        .build();
  }

  @Override
  public String identity(CallContext call) {
    return "account";
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    incarnation = spec.incarnation();
    return PreparedLaunch.of("launch".getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    return launch.with(key, call);
  }

  LaunchResult make(LaunchKey key, CallContext call) {
    MachineSighting made = MachineSighting.of(
            new MachineId("m-" + (machines.size() + 1)), MachineState.RUNNING)
        .marks(new OwnershipMarks(new PoolName("web"), incarnation, Optional.of(key)))
        .build();
    machines.add(made);
    return LaunchResult.of(List.of(made));
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    return list.into(sink, call);
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    terminate.accept(machine);
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    List<Integer> told = targets;
    MachineGroup group = (request, total, call) -> Objects.requireNonNull(told).add(total);
    if (type == SpotNotices.class) {
      return Optional.ofNullable(market).map(type::cast);
    }
    if (type == GroupLifecycleHooks.class) {
      return Optional.ofNullable(groupHooks).map(type::cast);
    }
    if (type == InstanceStatus.class) {
      return Optional.ofNullable(status).map(type::cast);
    }
    if (type == BatchTerminate.class) {
      return Optional.ofNullable(batches).map(type::cast);
    }
    return type == MachineGroup.class && told != null
        ? Optional.of(type.cast(group))
        : Optional.empty();
  }
}

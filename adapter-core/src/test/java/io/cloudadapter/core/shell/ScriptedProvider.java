package io.cloudadapter.core.shell;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.BatchTerminate;
import io.cloudadapter.spi.Bucket;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.Group;
import io.cloudadapter.spi.GroupHooks;
import io.cloudadapter.spi.Incarnation;
import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.Sighting;
import io.cloudadapter.spi.SpotMarket;
import io.cloudadapter.spi.Verb;
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
    ListResult into(Consumer<? super Sighting> sink, CallContext call);
  }

  final List<Sighting> machines = new ArrayList<>();
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
  SpotMarket market;

  /** What the cloud's groups hold, if they hold anything. */
  @Nullable
  GroupHooks groupHooks;

  private Incarnation incarnation = new Incarnation("0".repeat(27));

  @Override
  public ProviderProfile profile() {
    return ProviderProfile.builder()
        .keySupport(KeySupport.token(Duration.ofDays(1)))
        .callTimeout(Duration.ofSeconds(10))
        .lateAcceptance(Duration.ZERO)
        .visibleWithin(Duration.ZERO)
        .goneWithin(Duration.ZERO)
        .bucket(Verb.READ, new Bucket(1000, 1000))
        .machineBucket(Verb.LAUNCH, new Bucket(100, 1))
        .machineBucket(Verb.TERMINATE, new Bucket(5, 1))
        .build();
  }

  @Override
  public String identity(CallContext call) {
    return "account";
  }

  @Override
  public FrozenLaunch prepare(LaunchSpec spec, CallContext call) {
    incarnation = spec.incarnation();
    return FrozenLaunch.of("launch".getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public LaunchResult launch(FrozenLaunch request, LaunchKey key, int count, CallContext call) {
    return launch.with(key, call);
  }

  LaunchResult make(LaunchKey key, CallContext call) {
    Sighting made = Sighting.of(new MachineId("m-" + (machines.size() + 1)), MachineState.RUNNING)
        .marks(new Marks(new PoolName("web"), incarnation, Optional.of(key)))
        .build();
    machines.add(made);
    return LaunchResult.of(List.of(made));
  }

  @Override
  public ListResult list(ListQuery query, Consumer<? super Sighting> sink, CallContext call) {
    return list.into(sink, call);
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    terminate.accept(machine);
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    List<Integer> told = targets;
    Group group = (request, total, call) -> Objects.requireNonNull(told).add(total);
    if (type == SpotMarket.class) {
      return Optional.ofNullable(market).map(type::cast);
    }
    if (type == GroupHooks.class) {
      return Optional.ofNullable(groupHooks).map(type::cast);
    }
    if (type == BatchTerminate.class) {
      return Optional.ofNullable(batches).map(type::cast);
    }
    return type == Group.class && told != null ? Optional.of(type.cast(group)) : Optional.empty();
  }
}

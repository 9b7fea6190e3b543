package io.cloudadapter.simulation;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.Headroom;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.simulation.engine.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pools that share quotas, keep machines above their desired size, and are refreshed. What a quota withholds is not
 * owed: in the end each pool has settled, none of its machines counts as unavailable, no refresh waits for headroom
 * that has no room, and headroom is missing only while there is no room for it.
 */
final class HeadroomQuotaStory extends QuotaStory {
  /** Separates the random numbers of headrooms from all others. */
  private static final long KEEPING = 0x4EAD;

  /** Separates the random numbers of refreshes from all others. */
  private static final long REFRESHING = 0x4EF4;

  private final SeededRandom refreshing;
  private final Map<String, RefreshRequest> requests = new HashMap<>();

  private HeadroomQuotaStory(long seed) {
    super(seed, plain -> configured(plain, seed));
    refreshing = new SeededRandom(seed ^ REFRESHING);
  }

  /** The rule that the story of a seed breaks; empty if it breaks none. */
  static String tell(long seed) {
    return violation(seed, HeadroomQuotaStory::new);
  }

  private static PoolConfig configured(PoolConfig plain, long seed) {
    SeededRandom dice = new SeededRandom(seed ^ KEEPING ^ plain.name().value().hashCode());
    Headroom headroom = dice.chance(0.5)
        ? Headroom.machines((int) dice.between(1, 4))
        : Headroom.percent((int) dice.between(5, 60));
    DisruptionConfig disruption = DisruptionConfig.none();
    return plain.toBuilder()
        .headroom(headroom)
        .disruption(
            dice.chance(0.5)
                ? disruption.withMaxUnavailable(DisruptionLimit.machines((int) dice.between(1, 3)))
                : disruption)
        .build();
  }

  @Override
  void play() {
    NAMES.forEach(this::attend);
    super.play();
  }

  /** A user of a pool starts refreshes now and then. When the storm is over, the user still looks after the pool. */
  private void attend(String pool) {
    timeline.after(refreshing.seconds(60, 1800), () -> {
      Optional<RefreshStatus> refresh = active(pool);
      if (users && refresh.isEmpty()) {
        RefreshRequest request = request();
        requests.put(pool, request);
        ask(pool, new Command.StartRefresh(request));
      } else if (refresh.filter(now -> now.state() == RefreshState.PAUSED).isPresent()) {
        ask(pool, new Command.ControlRefresh(RefreshControl.RESUME));
      } else if (users && refreshing.chance(0.05)) {
        ask(pool, new Command.ControlRefresh(RefreshControl.CANCEL));
      }
      if (!users) {
        machines(pool).stream()
            .filter(machine -> machine.serviceState() == ServiceState.OUT_OF_SERVICE)
            .forEach(machine -> ask(
                pool,
                new Command.SetServiceState(new MachineId(machine.id()), ServiceState.IN_SERVICE)));
      }
      attend(pool);
    });
  }

  private RefreshRequest request() {
    int least = refreshing.pick(List.of(0, 50, 75, 90, 100));
    return RefreshRequest.builder()
        .minHealthyPercent(least)
        .maxHealthyPercent(least == 100 ? 150 : refreshing.pick(List.of(100, 150)))
        .skipMatching(false)
        .build();
  }

  private Optional<RefreshStatus> active(String pool) {
    return keeper(pool)
        .flatMap(keeper -> keeper.refreshStatus(timeline.now()))
        .filter(refresh -> refresh.state().active());
  }

  @Override
  int headroom(String pool) {
    int desired = pool(pool).map(PoolRecord::desired).orElse(0);
    Headroom headroom = config(pool).headroom();
    int wanted = headroom.isPercent() ? (desired * headroom.value() + 99) / 100 : headroom.value();
    return Math.max(0, Math.min(wanted, config(pool).maxSize() - desired));
  }

  @Override
  List<String> unfinished() {
    List<String> reasons = new ArrayList<>(super.unfinished());
    if (!reasons.isEmpty()) {
      return reasons;
    }
    int used = NAMES.stream().mapToInt(name -> machines(name).size()).sum();
    int held =
        NAMES.stream().mapToInt(name -> pool(name).orElseThrow().heldGrowth()).sum();
    boolean room =
        held == 0 && tenant.vcpus().isEmpty() && used < tenant.machines().orElse(Integer.MAX_VALUE);
    for (String name : NAMES) {
      PoolRecord pool = pool(name).orElseThrow();
      Keeper keeper = keeper(name).orElseThrow();
      long effective = machines(name).stream().filter(MachineRecord::effective).count();
      Optional<RefreshStatus> refresh = active(name);
      if (refresh.isPresent() && !mayWait(name, pool)) {
        reasons.add(name + " is refreshed, and waits for " + refresh.get().waitsFor());
      } else if (refresh.isEmpty() && pool.heldGrowth() == 0) {
        boolean settled = keeper.view(timeline.now()).map(PoolView::settled).orElse(false);
        int unavailable = keeper.disruption(timeline.now()).unavailable();
        if (!settled || unavailable > 0) {
          reasons.add(name + " has settled: " + settled + ", unavailable are " + unavailable);
        }
      }
      if (room && effective < pool.desired() + headroom(name)) {
        reasons.add(name + " has " + effective + " and no headroom, though " + used
            + " of the quota are used");
      }
    }
    return reasons;
  }

  /** A refresh waits for good only if it needs machines beside those of the desired size, or growth is held. */
  private boolean mayWait(String name, PoolRecord pool) {
    RefreshRequest request = requests.get(name);
    return pool.heldGrowth() > 0
        || request == null
        || request.minHealthyPercent() * pool.desired() > 100 * (pool.desired() - 1);
  }
}

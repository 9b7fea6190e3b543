package io.cloudadapter.simulation.process;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Users who start refreshes of a pool, pause, resume and cancel them. */
public final class RefreshUsers {
  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final Consumer<Event> pool;

  public RefreshUsers(SeededRandom dice, InvariantChecker judge, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.pool = pool;
  }

  /** A pool that starts refreshes by itself. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    AutomaticRefreshConfig how = AutomaticRefreshConfig.none()
        .withDrift(dice.pick(List.of(DriftResponse.values())))
        .withPercentPerDay((int) dice.between(1, 100));
    return plain.toBuilder()
        .automaticRefresh(dice.chance(0.6) ? withAges(how, dice.between(60, 120)) : how)
        .build();
  }

  /** Every other age has a hard one beside it, so that no number is drawn for it. */
  private static AutomaticRefreshConfig withAges(AutomaticRefreshConfig how, long minutes) {
    AutomaticRefreshConfig aged = how.withMaxInstanceLifetime(Duration.ofMinutes(minutes));
    return minutes % 2 == 0 ? aged.withHardLifetime(Duration.ofMinutes(minutes + 20)) : aged;
  }

  public void happen() {
    Optional<RefreshRecord> active = judge.refreshes.active();
    if (active.isEmpty() || dice.chance(0.1)) {
      ask(new Command.StartRefresh(request()));
    } else if (dice.chance(0.25)) {
      ask(new Command.ControlRefresh(dice.pick(List.of(RefreshControl.values()))));
    }
  }

  private RefreshRequest request() {
    int least = dice.pick(List.of(0, 50, 75, 90, 100));
    RefreshRequestBuilder builder = RefreshRequest.builder()
        .minHealthyPercent(least)
        .maxHealthyPercent(
            least == 100 ? dice.pick(List.of(101, 150)) : dice.pick(List.of(100, 110, 150, 200)))
        .skipMatching(dice.chance(0.5))
        .zoneByZone(dice.chance(0.3))
        .protectedMachines(dice.pick(List.of(ProtectedMachines.values())));
    if (dice.chance(0.3)) {
      builder.batchSize((int) dice.between(1, 3));
    }
    if (dice.chance(0.3)) {
      builder.warmup(Duration.ofSeconds(dice.between(1, 300)));
    }
    if (dice.chance(0.2)) {
      builder.bakeTime(Duration.ofSeconds(dice.between(1, 300)));
    }
    if (dice.chance(0.2)) {
      builder.checkpoint((int) dice.between(1, 99), Duration.ofSeconds(dice.between(1, 300)));
    }
    builder.onFailure(dice.pick(List.of(FailureResponse.values()))).failureLimit((int)
        dice.between(1, 3));
    if (dice.chance(0.2)) {
      builder.stopAlarms(Set.of(dice.pick(
          List.of(Alarm.Code.LAUNCHES_FAIL, Alarm.Code.QUARANTINE, Alarm.Code.CAPACITY))));
    }
    if (dice.chance(0.2)) {
      builder.timeLimit(Duration.ofSeconds(dice.between(60, 7200)));
    }
    return builder.build();
  }

  /** A user looks after the refresh, also when the storm is over: none stays paused, and none waits for ever. */
  public void attend() {
    judge.refreshes.active().ifPresent(refresh -> {
      if (dice.chance(0.3)) {
        ask(new Command.ControlRefresh(RefreshControl.CANCEL));
      } else if (refresh.state() == RefreshState.PAUSED) {
        ask(new Command.ControlRefresh(RefreshControl.RESUME));
      }
    });
  }

  private void ask(Command command) {
    pool.accept(new Event.Asked(command, CommandSender.under(Optional.empty())));
  }
}

package io.cloudadapter.simulation.process;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Users of a pool with limits and windows of disruption, who look after machines that are not healthy. */
public final class DisruptionUsers {
  /** The other reasons have the limit of refreshes. */
  private static final List<DisruptionReason> DRAWN = List.of(
      DisruptionReason.SHRINK,
      DisruptionReason.REFRESH,
      DisruptionReason.REMEDIATION,
      DisruptionReason.ACTION);

  private static final Duration SOON = Duration.ofMinutes(2);

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final Consumer<Event> pool;

  public DisruptionUsers(SeededRandom dice, InvariantChecker judge, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.pool = pool;
  }

  /** The same pool with limits and windows. None of them holds work back for ever. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    DisruptionConfig disruption = plain.disruption();
    if (dice.chance(0.7)) {
      disruption = disruption.withMaxUnavailable(limit(dice));
    }
    for (DisruptionReason reason : DRAWN) {
      if (dice.chance(0.3)) {
        DisruptionLimit limit = limit(dice);
        disruption = disruption.with(reason, limit);
        if (reason == DisruptionReason.REFRESH) {
          disruption =
              disruption.with(DisruptionReason.DRIFT, limit).with(DisruptionReason.LIFETIME, limit);
        }
      }
    }
    if (dice.chance(0.5)) {
      disruption = disruption.with(
          "often",
          DisruptionWindow.of(
              CronSchedule.of(
                  dice.pick(List.of("*/20 * * * *", "7 * * * *", "*/30 * * * *")), ZoneOffset.UTC),
              Duration.ofMinutes(dice.between(5, 15))));
    }
    return plain.toBuilder()
        .disruption(disruption)
        .scaling(goingSoon(plain.scaling()))
        .build();
  }

  /**
   * A pool whose size changes each hour comes to rest in between, though a limit has its machines go one after another,
   * only if each of them goes soon.
   */
  private static ScalingConfig goingSoon(ScalingConfig scaling) {
    Optional<DeletionPolicy> slow = scaling
        .deletion()
        .filter(deletion -> deletion.gracePeriod().compareTo(SOON) > 0)
        .filter(deletion -> scaling.schedules().containsKey("hourly"));
    return slow.map(deletion -> scaling.with(
            "end",
            new DeletionPolicy(
                deletion.criteria(),
                deletion.destroy(),
                SOON,
                deletion.reduceDesired(),
                deletion.hooks())))
        .orElse(scaling);
  }

  private static DisruptionLimit limit(SeededRandom dice) {
    return dice.chance(0.5)
        ? DisruptionLimit.machines((int) dice.between(1, 3))
        : DisruptionLimit.percent((int) dice.between(10, 50));
  }

  /** A machine that is never healthy again would hold work back for ever. */
  public void attend() {
    for (MachineRecord machine : judge.present()) {
      boolean ill = machine.serviceState() == ServiceState.UNHEALTHY
          || machine.serviceState() == ServiceState.BOOTING;
      if (ill && machine.status() == MachineRecord.Status.LIVE && dice.chance(0.5)) {
        ask(new Command.SetServiceState(machine.machineId(), ServiceState.IN_SERVICE));
      }
    }
  }

  private void ask(Command command) {
    pool.accept(new Event.Asked(command, CommandSender.under(Optional.empty())));
  }
}

package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingSchedule;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.ledger.ScheduleRecord;
import io.cloudadapter.core.protocol.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which schedules a step has followed, as its atoms tell, held against the book: each was due, at the last
 * of its times that has come, and none that was due is left.
 */
final class ScheduleChecker {
  private static final Duration CLOCK_WAS_WRONG = Duration.ofHours(26);

  /**
   * One schedule was followed; the pool before that atom, and with it, and how many attached machines the
   * step had bound before.
   */
  record Firing(ScalingSchedule schedule, PoolRecord before, PoolRecord after, int bound) {}

  private final InvariantChecker judge;
  private final Instant wall;
  private final Map<String, ScalingSchedule> schedules;
  private final List<Firing> all = new ArrayList<>();
  private int bound;
  private @Nullable AssertionError fault;

  private ScheduleChecker(InvariantChecker judge, Map<String, ScalingSchedule> schedules) {
    this.judge = judge;
    this.wall = judge.decidedWall();
    this.schedules = schedules;
  }

  static ScheduleChecker of(InvariantChecker judge, PoolConfig config, StepResult step) {
    ScheduleChecker firings = new ScheduleChecker(judge, config.scaling().schedules());
    if (!firings.schedules.isEmpty()) {
      try {
        firings.read(judge.pool(), Keeper.prefix(config) + "pool", step);
      } catch (AssertionError broken) {
        firings.fault = broken;
      }
    }
    return firings;
  }

  /** In their order. */
  List<Firing> all() {
    return all;
  }

  /** What is wrong with them; of a deposed keeper anything may be. */
  Optional<AssertionError> fault() {
    return Optional.ofNullable(fault);
  }

  private void read(Optional<PoolRecord> known, String key, StepResult step) {
    PoolRecord last = known.orElse(null);
    for (Map<String, Optional<byte[]>> atom : step.atoms()) {
      Optional<byte[]> value = atom.getOrDefault(key, Optional.empty());
      bound += judge.bound(atom);
      if (value.isPresent()) {
        PoolRecord now = RecordCodec.read(key, value.get(), PoolRecord.class);
        if (last != null) {
          compare(last, now);
        }
        last = now;
      }
    }
    // A keeper that was deposed says nothing: its ledger is old, and it writes none of it.
    boolean leads = !step.atoms().isEmpty();
    if (leads
        && last != null
        && known.filter(pool -> pool.phase() == PoolRecord.Phase.ACTIVE).isPresent()) {
      nothingLeft(last);
    }
  }

  private void compare(PoolRecord before, PoolRecord after) {
    schedules.forEach((name, schedule) -> {
      ScheduleRecord was = before.schedules().get(name);
      ScheduleRecord is = after.schedules().get(name);
      if (was == null || is == null || was.equals(is) || !was.times().equals(is.times())) {
        return;
      }
      if (is.through().isBefore(was.through())) {
        rule(
            was.through().isAfter(wall.plus(CLOCK_WAS_WRONG)) && is.through().equals(wall),
            "schedule",
            name + " went back from " + was + " to " + is);
        return;
      }
      all.add(new Firing(schedule, before, after, bound));
      rule(
          schedule.cron().last(was.through(), wall).equals(Optional.of(is.through())),
          "schedule",
          name + " was followed at " + wall + " for " + is + ", it had been for " + was);
    });
  }

  private void nothingLeft(PoolRecord pool) {
    schedules.forEach((name, schedule) -> {
      ScheduleRecord known = pool.schedules().get(name);
      rule(
          known != null
              && known.times().equals(schedule.cron().toString())
              && !judge.due(schedule, known),
          "schedule",
          name + " is not followed at " + wall + ", it was for " + known);
    });
  }
}

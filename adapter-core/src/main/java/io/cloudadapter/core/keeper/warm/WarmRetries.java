package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Has single machines of the warm pool wait at growing intervals before they are tried again: those that are to be kept
 * although they have failed, and those that stop soon after they were ready. Forgotten with the keeper.
 */
final class WarmRetries {
  private static final int MOST = WarmTrouble.FAILURES_UNTIL_ALARM;

  private final KeeperConfig settings;
  private final CurrentStep step;
  private final WarmTrouble trouble;
  private final Map<String, RetryBackoff> failing = new HashMap<>();

  WarmRetries(KeeperConfig settings, CurrentStep step, WarmTrouble trouble) {
    this.settings = settings;
    this.step = step;
    this.trouble = trouble;
  }

  /** Whether a machine is not to be tried for a while; wakes the keeper when it may be. */
  boolean holds(String machine) {
    RetryBackoff retry = failing.get(machine);
    if (retry == null || retry.isDue(step.now())) {
      return false;
    }
    step.wakeAt(retry.at());
    return true;
  }

  /** A machine that is to be kept has failed. Whether that is a failure of this attempt, after which it waits. */
  boolean keeps(String machine, String reason) {
    if (holds(machine)) {
      return false;
    }
    trouble.keeps("machine " + machine + ": " + reason, failed(machine));
    return true;
  }

  /**
   * A machine that was ready has stopped. If that is soon after, it may do so each time.
   *
   * @return why it is to be replaced; empty if it may be started again
   */
  Optional<String> stops(MachineRecord machine) {
    String id = machine.id();
    if (isProven(machine)) {
      return Optional.empty();
    }
    int stops = failed(id);
    String reason = "it stopped within " + TimeSpan.rounded(WarmTrouble.PROOF)
        + " of being ready; such stops in a row: " + stops;
    if (machine.kept()) {
      trouble.keeps("machine " + id + ": " + reason, stops);
      return Optional.empty();
    }
    trouble.stopsAgain("machine " + id + ": " + reason);
    return Optional.of(reason).filter(often -> stops >= MOST);
  }

  private int failed(String machine) {
    RetryBackoff retry = failing.computeIfAbsent(machine, id -> new RetryBackoff());
    retry.failed(step.now(), Optional.empty(), WarmTrouble.LONGEST, settings.random());
    return retry.failures();
  }

  /** A machine is ready: if it has been so for long enough, it is well. */
  void staysWarm(MachineRecord machine) {
    if (isProven(machine)) {
      failing.remove(machine.id());
    }
  }

  private boolean isProven(MachineRecord machine) {
    Instant since = Objects.requireNonNull(machine.warm(), machine.id()).since();
    return trouble.isProven(since);
  }

  /** Forgets machines that are not in the warm pool any more. */
  void keepOnly(Predicate<String> inWarmPool) {
    failing.keySet().removeIf(id -> !inWarmPool.test(id));
    if (failing.values().stream().noneMatch(retry -> retry.failures() >= MOST)) {
      trouble.keepsWell();
    }
  }
}

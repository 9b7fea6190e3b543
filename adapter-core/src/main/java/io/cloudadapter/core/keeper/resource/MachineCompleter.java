package io.cloudadapter.core.keeper.resource;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has the cloud make what new machines have beside them, before their hooks begin and they enter service. A machine
 * that does not get it within the boot deadline has failed to boot.
 *
 * <p>After a call whose outcome is unknown, and after a restart, the next call for the machine waits for the settle
 * time: a cloud without idempotency tokens shows only then what the earlier call has made.
 */
public final class MachineCompleter {
  private static final int CALLS_AT_ONCE = 20;
  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final class Completion {
    final long begun;
    boolean calling;
    boolean complete;
    Duration interval = FIRST;
    final RetryBackoff next = new RetryBackoff();

    /** Why the last call has not completed the machine, and when it returned. */
    @Nullable
    String lacking;

    long lackingAt;

    Completion(long begun) {
      this.begun = begun;
    }
  }

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final PoolFreeze freeze;
  private final Map<String, Completion> completions = new HashMap<>();

  /** The machines that an earlier keeper may have called for. */
  private final Set<String> calledBefore = new HashSet<>();

  /**
   * Makes the completer of one keeper.
   *
   * @param settings what the adapter can
   * @param ledger the pool's records
   * @param step the step under way
   * @param alarms where trouble is shown
   * @param counters counts the calls
   * @param freeze whether anything may be changed in the cloud
   */
  public MachineCompleter(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters,
      PoolFreeze freeze) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.counters = counters;
    this.freeze = freeze;
    ledger.enteringMachines().forEach(machine -> calledBefore.add(machine.id()));
  }

  /**
   * Returns whether a machine has all its resources, as far as this pool makes any. A hook begins only after that.
   *
   * @param machine one that is to enter service
   * @return whether its hooks may begin
   */
  public boolean isComplete(MachineRecord machine) {
    Completion completion = completions.get(machine.id());
    return !settings.resources()
        || (completion != null && completion.complete)
        || !ledger.hooks().of(machine, LifecycleTransition.LAUNCH).isEmpty();
  }

  /**
   * Returns why a machine has to be replaced.
   *
   * @param machine one that is to enter service and is not complete
   * @return the reason; empty if it may still get its resources
   */
  public Optional<String> failure(MachineRecord machine) {
    Completion completion = completions.get(machine.id());
    if (completion == null || completion.calling || completion.lacking == null) {
      return Optional.empty();
    }
    Duration deadline = settings.config().bootDeadline();
    // Time that passes between two calls shows nothing: only a call after the deadline does.
    if (completion.lackingAt - (completion.begun + deadline.toNanos()) < 0) {
      return Optional.empty();
    }
    return Optional.of("it did not get its resources within " + TimeSpan.rounded(deadline) + ": "
        + completion.lacking);
  }

  /** Calls for the machines that are due. */
  public void onStep() {
    if (!settings.resources()) {
      return;
    }
    completions.keySet().removeIf(this::enteredOrEnded);
    calledBefore.removeIf(this::enteredOrEnded);
    if (freeze.mayServe()) {
      int calls = (int) completions.values().stream().filter(one -> one.calling).count();
      for (MachineRecord machine : ledger.enteringMachines()) {
        calls += calls < CALLS_AT_ONCE && complete(machine) ? 1 : 0;
      }
    }
    if (ledger.enteringMachines().stream().noneMatch(this::isFailing)) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.COMPLETION);
    }
  }

  /** One that lists do not show for a while is remembered: it may come back before its last call has settled. */
  private boolean enteredOrEnded(String id) {
    return ledger.machine(id).filter(MachineRecord::entering).isEmpty();
  }

  private boolean isFailing(MachineRecord machine) {
    Completion completion = completions.get(machine.id());
    return completion != null && completion.next.failing();
  }

  /** Returns whether a call goes out. */
  private boolean complete(MachineRecord machine) {
    Completion completion = completions.computeIfAbsent(machine.id(), this::begun);
    if (completion.calling || isComplete(machine)) {
      return false;
    }
    if (!completion.next.isDue(step.now())) {
      step.wakeAt(completion.next.at());
      return false;
    }
    completion.calling = true;
    counters.count(KeeperCounters.Counter.COMPLETE_CALLS, 1);
    OwnershipMarks marks = new OwnershipMarks(
        settings.config().name(),
        ledger.incarnation(),
        Optional.ofNullable(machine.key()).map(LaunchKey::new));
    step.emit(new Effect.Complete(machine.machineId(), marks));
    return true;
  }

  private Completion begun(String id) {
    Completion completion = new Completion(step.now().nanos());
    if (calledBefore.contains(id)) {
      completion.next.after(step.now(), settings.profile().settle());
    }
    return completion;
  }

  /**
   * A call has returned.
   *
   * @param event which, and what it did
   */
  public void onCompleted(Event.Completed event) {
    Completion completion = completions.get(event.machine().value());
    if (completion == null) {
      return;
    }
    completion.calling = false;
    completion.lackingAt = step.now().nanos();
    if (event.error().isPresent()) {
      onFailed(event, completion, event.error().get());
    } else if (event.complete()) {
      completion.complete = true;
      completion.next.reset();
    } else {
      completion.lacking = "the cloud still works on them";
      completion.next.after(step.now(), completion.interval);
      Duration longer = completion.interval.multipliedBy(2);
      completion.interval = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
    }
  }

  private void onFailed(Event.Completed event, Completion completion, CloudException error) {
    completion.lacking = ErrorText.of(error);
    Optional<Duration> least = error.retryAfter();
    if (error.effect() == CloudException.Effect.UNKNOWN) {
      Duration settle = settings.profile().settle();
      least = least.filter(wait -> wait.compareTo(settle) > 0).or(() -> Optional.of(settle));
    }
    completion.next.failed(step.now(), least, settings.random());
    if (error.kind() != CloudException.Kind.NOT_FOUND) {
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.COMPLETION,
          "machine " + event.machine() + " runs and lacks its resources: " + ErrorText.of(error)
              + "; it is not in service yet",
          step.wall());
    }
  }
}

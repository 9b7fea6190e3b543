package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks the cloud to start and to stop machines of the warm pool, again and again until lists show it. Both requests are
 * harmless to repeat, so an unknown outcome is asked for again; but a stop whose outcome is unknown may take effect
 * late, and until then its machine is not taken into service.
 */
final class PowerCalls {
  private static final int AT_ONCE = 32;
  private static final Duration REPEAT = Duration.ofSeconds(30);

  private final KeeperConfig settings;
  private final CurrentStep step;
  private final Map<String, Call> calls = new HashMap<>();

  /** What is asked for one machine. */
  private static final class Call {
    final boolean on;
    final long begun;
    final RetryBackoff retry = new RetryBackoff();
    boolean calling;
    long settledAt;

    @Nullable
    String refused;

    /** What the cloud answered last, if it may still do it. */
    @Nullable
    String failure;

    Call(boolean on, long begun, long settledAt) {
      this.on = on;
      this.begun = begun;
      this.settledAt = settledAt;
    }
  }

  PowerCalls(KeeperConfig settings, CurrentStep step) {
    this.settings = settings;
    this.step = step;
  }

  /**
   * Begins to ask.
   *
   * @param perhapsBefore whether an earlier keeper may have asked, so that a call of its may still take effect
   */
  void begin(String machine, boolean on, boolean perhapsBefore) {
    long now = step.now().nanos();
    // Such a call may have begun as late as its step allowed.
    Duration late = settings.profile().settle().plus(settings.profile().callTimeout());
    long settled = perhapsBefore ? step.now().plus(late) : now;
    calls.put(machine, new Call(on, now, settled));
  }

  private Call of(String machine, boolean on) {
    Call call = calls.get(machine);
    if (call == null || call.on != on) {
      begin(machine, on, true);
    }
    return java.util.Objects.requireNonNull(calls.get(machine), machine);
  }

  /** Forgets machines that do not need it any more. */
  void keepOnly(Predicate<String> needed) {
    calls.keySet().removeIf(id -> !needed.test(id));
  }

  /** Asks nothing for a machine at present; times begin anew, and a call under way may take effect until then. */
  void rest(String machine) {
    calls.remove(machine);
  }

  /** Asks for a machine, if it is time. */
  void request(MachineRecord machine, boolean on) {
    Call call = of(machine.id(), on);
    long busy = calls.values().stream().filter(one -> one.calling).count();
    if (call.calling || busy >= AT_ONCE) {
      return;
    }
    if (!call.retry.isDue(step.now())) {
      step.wakeAt(call.retry.at());
      return;
    }
    call.calling = true;
    step.emit(new Effect.Power(
        machine.machineId(),
        on,
        new ActionToken(RandomIds.uuid(settings.random()), on ? "Start" : "Stop", 1, step.wall()),
        step.now().plus(settings.profile().callTimeout())));
  }

  void onPowered(Event.Powered event) {
    MachineId machine = event.machine();
    Call call = calls.get(machine.value());
    if (call == null || call.on != event.on()) {
      return;
    }
    call.calling = false;
    boolean failed = event
        .progress()
        .filter(progress -> progress.state() == ActionProgress.State.FAILED)
        .isPresent();
    if (event.error().isPresent()) {
      onError(call, event.error().get());
    } else if (failed) {
      call.refused = "the cloud could not do it";
    } else {
      Duration twice = settings.profile().listLag().multipliedBy(2);
      call.failure = null;
      call.retry.after(step.now(), twice.compareTo(REPEAT) > 0 ? twice : REPEAT);
    }
  }

  private void onError(Call call, CloudException error) {
    if (error.effect() == CloudException.Effect.UNKNOWN) {
      call.settledAt = step.now().plus(settings.profile().settle());
    } else if (isFinal(error.kind())) {
      call.refused = ErrorText.of(error);
    }
    call.failure = ErrorText.of(error);
    call.retry.failed(step.now(), error.retryAfter(), settings.random());
  }

  /** Whether the same request will not succeed later. */
  private static boolean isFinal(CloudException.Kind kind) {
    return switch (kind) {
      case INVALID, DENIED, NOT_FOUND, UNSUPPORTED -> true;
      case UNAUTHENTICATED,
          CONFLICT,
          QUOTA,
          CAPACITY,
          THROTTLED,
          UNAVAILABLE,
          TIMEOUT,
          CANCELLED,
          UNCLASSIFIED -> false;
    };
  }

  /** Why the cloud will not do it; empty if it may. */
  Optional<String> refusal(String machine, boolean on) {
    return Optional.ofNullable(of(machine, on).refused);
  }

  /** What the cloud answered last, if the same request may yet succeed; empty if it has failed at nothing. */
  Optional<String> lastFailure(String machine, boolean on) {
    Call call = calls.get(machine);
    return call == null || call.on != on ? Optional.empty() : Optional.ofNullable(call.failure);
  }

  /** Whether no call is under way that may still take effect; wakes the keeper when that is so. */
  boolean isSettled(String machine, boolean on) {
    Call call = of(machine, on);
    if (call.calling) {
      return false;
    }
    if (!step.now().reached(call.settledAt)) {
      step.wakeAt(call.settledAt);
      return false;
    }
    return true;
  }

  /** By the monotonic clock, since when this keeper has wanted it. */
  long begun(String machine, boolean on) {
    return of(machine, on).begun;
  }
}

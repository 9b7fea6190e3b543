package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.LaunchAttempts;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Remembers of each launch what its record does not hold: whether a call is under way, whether its outcome is known,
 * and how old its key is. After a restart every launch that was sent has an unknown outcome.
 */
final class LaunchMemory {
  /** The state in memory of a launch, beside its record. */
  static final class SendState {
    boolean calling;
    boolean ambiguous;
    boolean stopped;
    long lastSent;
    int emptyLists;
    final RetryBackoff retry = new RetryBackoff();

    /** Since when and why it is not known what the launch did; meaningful if {@link #ambiguous}. */
    long unknownSince;

    String whyUnknown = "";
    private long ageCountedFrom;
    private Duration ageThen = Duration.ZERO;

    /** From now on its key's age is counted by the monotonic clock. */
    void countAge(Moment now, Duration age) {
      ageCountedFrom = now.nanos();
      ageThen = age;
    }

    Duration age(Moment now) {
      return ageThen.plusNanos(now.nanos() - ageCountedFrom);
    }
  }

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final LaunchAttempts launchAttempts;
  private final Map<String, SendState> sendStates = new HashMap<>();

  LaunchMemory(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      LaunchAttempts launchAttempts,
      Set<LaunchKey> callsUnderWay) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.launchAttempts = launchAttempts;
    for (LaunchRecord launch : ledger.unresolved()) {
      if (launch.status() == LaunchRecord.Status.SENT) {
        // The keeper that sent it is gone, and with it perhaps an answer.
        SendState state = stateOf(launch.key());
        if (launch.operation() == null || launch.attempts() > 1) {
          outcomeUnknown(state, "an earlier process sent it, and its reply is unknown");
        }
        state.calling = callsUnderWay.contains(new LaunchKey(launch.key()));
        state.lastSent = step.now().nanos();
        state.countAge(step.now(), ageAtStart(launch));
      }
    }
  }

  @Nullable
  SendState find(String key) {
    return sendStates.get(key);
  }

  /** How many calls that launch are under way. */
  int countCalls() {
    int calling = 0;
    for (SendState state : sendStates.values()) {
      calling += state.calling ? 1 : 0;
    }
    return calling;
  }

  /**
   * How old a key is, known by nothing but the wall clock. One that has gone back since the ledger was last
   * written tells nothing: then the key counts as too old to be used again.
   */
  private Duration ageAtStart(LaunchRecord launch) {
    Instant listed = ledger.pool().listedAt();
    boolean wentBack = launch.firstSent() == null
        || step.wall().isBefore(launch.firstSent())
        || (launch.lastSent() != null && step.wall().isBefore(launch.lastSent()))
        || (listed != null && step.wall().isBefore(listed));
    return wentBack
        ? settings.profile().keySupport().lifetime()
        : Duration.between(launch.firstSent(), step.wall());
  }

  void outcomeUnknown(SendState state, String why) {
    if (!state.ambiguous) {
      state.ambiguous = true;
      state.unknownSince = step.now().nanos();
    }
    state.whyUnknown = why;
  }

  SendState stateOf(String key) {
    return sendStates.computeIfAbsent(key, k -> new SendState());
  }

  /**
   * Whether the cloud still remembers the key for sure. Its age is the greater one by both clocks: the wall
   * clock may be set back, and the monotonic one stands still while a computer sleeps.
   */
  boolean resendable(LaunchRecord launch, SendState state) {
    if (launch.frozen() == null) {
      return false; // Restored: its key may have been used after the backup.
    }
    Instant first = launch.firstSent();
    if (!settings.profile().keySupport().resendable() || state.stopped || first == null) {
      return false;
    }
    Duration byWall = Duration.between(first, step.wall());
    Duration steady = state.age(step.now());
    Duration age = byWall.compareTo(steady) > 0 ? byWall : steady;
    return age.compareTo(settings.profile().keySupport().lifetime().dividedBy(2)) < 0;
  }

  void forget(String key) {
    sendStates.remove(key);
    launchAttempts.forget(key);
  }

  /** A machine of a promise was seen: its silence is broken. */
  void onSighted(String key) {
    SendState state = sendStates.get(key);
    if (state != null) {
      state.emptyLists = 0;
    }
  }
}

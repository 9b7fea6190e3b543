package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The context that the parts of a keeper share: the ledger, the state in memory beside it, and the current step. */
final class KeeperContext {
  private static final String LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

  /** The counters of a keeper. */
  enum Count {
    LAUNCH_CALLS("Calls that launch."),
    MACHINES_LAUNCHED("Machines that launches have made."),
    LAUNCHES_FAILED("Launches that the cloud refused for good."),
    LAUNCHES_LAPSED("Launches looked for long enough to know that they made nothing."),
    LATE_ARRIVALS("Machines that appeared when their launch was given up already."),
    TERMINATE_CALLS("Calls that terminate."),
    MACHINES_GONE("Machines that have ended, asked for or not."),
    LISTS("Complete lists of the cloud."),
    LISTS_FAILED("Lists that failed."),
    PAUSES_BEGUN("Pauses of machines for a hook that began."),
    PAUSES_COMPLETED("Pauses that were completed."),
    PAUSES_ABANDONED("Pauses that were abandoned."),
    PAUSES_TIMED_OUT("Pauses that were not completed in time."),
    PAUSES_MOOT("Pauses that became pointless, since their machine went another way."),
    ACTIONS_ACCEPTED("Actions of machines that were accepted."),
    ACTION_CALLS("Calls that act on a machine."),
    ACTIONS_SUCCEEDED("Actions that were done."),
    ACTIONS_UNKNOWN("Actions whose outcome is unknown."),
    COMMANDS("Writes that were asked for, refused ones too.");

    private final String help;

    Count(String help) {
      this.help = help;
    }

    String help() {
      return help;
    }
  }

  final KeeperConfig settings;
  final Ledger ledger;
  final AlarmRegistry alarms = new AlarmRegistry();
  final LaunchAttempts launchAttempts = new LaunchAttempts();
  final LaunchFailures launchFailures;
  final LaunchBackoff launchBackoff;

  /** When to ask again whose account it is. */
  final RetryBackoff identifyRetry = new RetryBackoff();

  /** When to list again after a list that failed. */
  final RetryBackoff listRetry = new RetryBackoff();

  final HourlyQuota launchBudget;
  final HourlyQuota deleteBudget;
  final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private final Map<String, MachineTracking> trackings = new HashMap<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<StepResult.Answer> answers = new ArrayList<>();
  private final long startedAt;
  private final Instant startedAtWall;
  private Moment now;
  private long wake;
  private @Nullable PoolIncarnation incarnation;

  /** Machines that have ended and are still shown to readers. */
  final Set<String> shownAfterEnd = new TreeSet<>();

  /** Those of them that a complete list has passed without. */
  final Set<String> unlisted = new TreeSet<>();

  /** Whether the cloud has said in this life whose account it is, and it was the right one. */
  boolean identified;

  /** Whether the cloud has been listed completely in this life. */
  boolean listed;

  /** When the last complete list that was read began, by the monotonic clock; before that, this keeper. */
  long lastListBegan;

  /** When the last complete list arrived, by the monotonic clock; of no meaning before the first. */
  long listArrived;

  /** The start of the last complete list in this life. */
  @Nullable
  Instant lastListBeganAt;

  /** Members that carry another owner's marks and stay in the pool. */
  final Set<String> contested = new TreeSet<>();

  /** Whether the cloud denies terminations: machines that cannot be ended are not to be made. */
  boolean terminationDenied;

  KeeperContext(KeeperConfig settings, Ledger ledger, Moment now) {
    this.settings = settings;
    this.ledger = ledger;
    this.now = now;
    this.startedAt = now.nanos();
    this.lastListBegan = startedAt;
    this.startedAtWall = now.wall();
    this.launchBackoff =
        new LaunchBackoff(settings.config().launch(), settings.random(), alarms, launchAttempts);
    this.launchFailures = new LaunchFailures(this);
    this.launchBudget = new HourlyQuota(settings.config().pace().launchesPerHour());
    this.deleteBudget = new HourlyQuota(settings.config().pace().deletesPerHour());
  }

  void beginStep(Moment at) {
    now = at;
    wake = at.plus(Duration.ofHours(1));
    ledger.atom();
  }

  Moment now() {
    return now;
  }

  Instant wall() {
    return now.wall();
  }

  /** Whether something is older than that by the wall clock, and also if that had not jumped in this life. */
  boolean isOlder(Instant at, Duration age) {
    Instant before = at.plus(age);
    Instant steady = startedAtWall.plusNanos(now.nanos() - startedAt);
    return wall().isAfter(before) && steady.isAfter(before);
  }

  void count(Count what, long by) {
    counts.merge(what, by, Long::sum);
  }

  /** What is remembered of a machine; of one that has long been quiet, nothing but that it was listed. */
  MachineTracking tracking(String id) {
    return trackings.computeIfAbsent(id, i -> new MachineTracking(startedAt));
  }

  /** When this keeper began. */
  long startedAt() {
    return startedAt;
  }

  /** Begins to remember a machine that has just appeared. */
  MachineTracking trackNew(String id) {
    MachineTracking track = new MachineTracking(now.nanos());
    track.listed = false;
    trackings.put(id, track);
    return track;
  }

  Optional<MachineTracking> trackingIfAny(String id) {
    return Optional.ofNullable(trackings.get(id));
  }

  void stopTracking(String id) {
    trackings.remove(id);
  }

  void emit(Effect effect) {
    effects.add(effect);
  }

  void answer(CommandSender caller, Optional<CommandResult> outcome) {
    answers.add(new StepResult.Answer(caller, outcome, Optional.empty()));
  }

  void refuse(CommandSender caller, PoolException.Reason reason, String message, String detail) {
    refuse(caller, new PoolException(reason, message, detail));
  }

  void refuse(CommandSender caller, PoolException refusal) {
    answers.add(new StepResult.Answer(caller, Optional.empty(), Optional.of(refusal)));
  }

  List<Effect> takeEffects() {
    List<Effect> taken = List.copyOf(effects);
    effects.clear();
    return taken;
  }

  List<StepResult.Answer> takeAnswers() {
    List<StepResult.Answer> taken = List.copyOf(answers);
    answers.clear();
    return taken;
  }

  /** Asks to be woken at this time at the latest. */
  void wakeAt(long nanos) {
    if (nanos - wake < 0) {
      wake = nanos;
    }
  }

  long wake() {
    return wake;
  }

  boolean isFrozen() {
    return ledger.pool().frozen() != null;
  }

  /** Whether anything may be launched or ended at all. */
  boolean mayAct() {
    return identified && listed && !isFrozen() && ledger.pool().phase() == PoolRecord.Phase.ACTIVE;
  }

  PoolIncarnation incarnation() {
    PoolIncarnation known = incarnation;
    if (known == null || !known.value().equals(ledger.pool().incarnation())) {
      known = new PoolIncarnation(ledger.pool().incarnation());
      incarnation = known;
    }
    return known;
  }

  /** The marks of machines that were not launched here. */
  OwnershipMarks marks() {
    return new OwnershipMarks(settings.config().name(), incarnation(), Optional.empty());
  }

  LaunchKey newKey() {
    return new LaunchKey(token(settings));
  }

  /** Whether machines pause before they enter service. */
  boolean hasLaunchHooks() {
    for (LifecycleHook hook : settings.config().hooks()) {
      if (hook.transition() == LifecycleTransition.LAUNCH) {
        return true;
      }
    }
    return false;
  }

  /** 122 bits drawn by lot, as a UUID of version 4. */
  static UUID uuid(KeeperConfig settings) {
    long high = (settings.random().nextLong() & ~0xF000L) | 0x4000L;
    long low = (settings.random().nextLong() & ~(3L << 62)) | (1L << 63);
    return new UUID(high, low);
  }

  /** 27 letters drawn by lot: 135 bits. */
  static String token(KeeperConfig settings) {
    StringBuilder token = new StringBuilder(27);
    for (int i = 0; i < 27; i++) {
      token.append(LETTERS.charAt(settings.random().nextInt(LETTERS.length())));
    }
    return token.toString();
  }

  void freeze(Alarm.Code code, String message) {
    Alarm.Code before = ledger.pool().frozen();
    if (before == null || (code == Alarm.Code.WRONG_ACCOUNT && before != code)) {
      // The wrong account explains everything else, so it takes its place.
      thaw();
      ledger.put(ledger.pool().edit(edit -> {
        edit.frozen = code;
        edit.frozenMessage = message;
        edit.frozenSince = wall();
      }));
    }
    alarms.raise(code, message, wall());
  }

  /** Whether questions to the cloud have failed, and the next ones wait for their time. */
  boolean isBackingOff() {
    return listRetry.failing() || identifyRetry.failing();
  }

  /** A person has looked: the cloud is asked at once, also where it asked the account to wait. */
  void retryNow() {
    if (isBackingOff() || launchBackoff.throttled()) {
      emit(new Effect.EndThrottle());
    }
    if (listRetry.failing()) {
      listRetry.after(now, Duration.ZERO);
    }
    if (identifyRetry.failing()) {
      identifyRetry.after(now, Duration.ZERO);
    }
  }

  void thaw() {
    Alarm.Code code = ledger.pool().frozen();
    if (code != null) {
      alarms.clear(code);
      ledger.put(ledger.pool().edit(edit -> {
        edit.frozen = null;
        edit.frozenMessage = null;
        edit.frozenSince = null;
      }));
    }
  }

  void setDesired(int desired) {
    ledger.put(ledger.pool().edit(edit -> {
      edit.desired = desired;
      edit.desiredSet = true;
    }));
  }

  /** The most machines that may count: as a resize has set it, else as configured, never above the cap. */
  int maxSize() {
    ScalingRecord.Limit limit = ledger.pool().scale().maxSize();
    int cap = settings.config().cap();
    int most = limit == null ? settings.config().maxSize() : limit.value();
    return most < 0 ? cap : Math.min(most, cap);
  }

  static String describe(CloudException error) {
    String message = error.getMessage();
    return error.kind() + (message == null ? "" : ": " + message);
  }

  static MachineId id(MachineRecord machine) {
    return new MachineId(machine.id());
  }
}

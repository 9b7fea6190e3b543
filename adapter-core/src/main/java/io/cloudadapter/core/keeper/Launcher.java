package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.planning.Plan;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Takes launches from PLANNED to their end: has them prepared, sends them, sends them again where the cloud
 * recognises keys, and looks for their machines until all are resolved.
 *
 * <p>An unknown outcome stays open. An error with effect NONE ends a launch only if no earlier sending was ambiguous.
 * Sending again uses the same bytes, the same key and the original count. A launch that cannot be sent again lapses
 * once three complete lists, the last of them begun after the settle time, have shown nothing new.
 */
final class Launcher {
  /** How many machines may be on their way at the same time. */
  static final int WINDOW = 200;

  private static final int SENDS_AT_FIRST = 4;
  private static final int SENDS_AT_MOST = 64;
  private static final int EMPTY_LISTS = 3;
  private static final Duration PREPARED_FOR = Duration.ofMinutes(5);
  private static final Duration CLOCK_MAY_DRIFT = Duration.ofMinutes(1);

  /** From then on a person hears that it is not known what a launch did. */
  private static final Duration UNKNOWN_FOR_LONG = Duration.ofSeconds(15);

  /** The state in memory of a launch, beside its record. */
  private static final class SendState {
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

  private record PreparedRequest(String request, int profile, long at) {}

  private final KeeperContext work;
  private final QuarantineHandler quarantine;
  private final MachineRecorder recorder;
  private final Map<String, SendState> sendStates = new HashMap<>();
  private final Map<Optional<String>, PreparedRequest> prepared = new HashMap<>();
  private final Set<Optional<String>> preparing = new HashSet<>();
  private long replacedAt;
  private final List<Effect.Launch> groupLaunches = new ArrayList<>();
  private int sendsAtOnce = SENDS_AT_FIRST;

  Launcher(
      KeeperContext work,
      QuarantineHandler quarantine,
      MachineRecorder recorder,
      Set<LaunchKey> out) {
    this.quarantine = quarantine;
    this.work = work;
    this.recorder = recorder;
    this.replacedAt = work.startedAt();
    for (LaunchRecord launch : work.ledger.unresolved()) {
      if (launch.status() == LaunchRecord.Status.SENT) {
        // The keeper that sent it is gone, and with it perhaps an answer.
        SendState state = sending(launch.key());
        outcomeUnknown(state, "an earlier process sent it and its reply is not known");
        state.calling = out.contains(new LaunchKey(launch.key()));
        state.lastSent = work.now().nanos();
        state.countAge(work.now(), ageAtStart(launch));
      }
    }
  }

  /**
   * How old a key is, known by nothing but the wall clock. One that has gone back since the ledger was last
   * written tells nothing: then the key counts as too old to be used again.
   */
  private Duration ageAtStart(LaunchRecord launch) {
    Instant listed = work.ledger.pool().listedAt();
    boolean wentBack = launch.firstSent() == null
        || work.wall().isBefore(launch.firstSent())
        || (launch.lastSent() != null && work.wall().isBefore(launch.lastSent()))
        || (listed != null && work.wall().isBefore(listed));
    return wentBack
        ? work.settings.profile().keySupport().lifetime()
        : Duration.between(launch.firstSent(), work.wall());
  }

  private void outcomeUnknown(SendState state, String why) {
    if (!state.ambiguous) {
      state.ambiguous = true;
      state.unknownSince = work.now().nanos();
    }
    state.whyUnknown = why;
  }

  private SendState sending(String key) {
    return sendStates.computeIfAbsent(key, k -> new SendState());
  }

  /** What stands against a launch in a zone, beside the caps. */
  Optional<PoolPlan.Hold> holdAgainst(Optional<String> zone) {
    return holdApartFromTrial(zone)
        .or(() -> trial(zone)
            .filter(trial -> underWay(zone, trial, true))
            .map(LaunchBackoff.Trial::hold));
  }

  /** Whether only one launch may try in a zone at present, whether the cloud accepts again. */
  Optional<LaunchBackoff.Trial> trial(Optional<String> zone) {
    return work.launchBackoff.trial(zone, work.now());
  }

  private boolean underWay(Optional<String> zone, LaunchBackoff.Trial trial, boolean orPlanned) {
    return work.ledger.unresolved().stream()
        .filter(launch -> trial(launch.zoneIfAny()).equals(Optional.of(trial))
            || launch.zoneIfAny().equals(zone))
        .anyMatch(launch -> launch.status() == LaunchRecord.Status.PLANNED
            ? orPlanned
            : work.launchAttempts.of(launch.key()) >= trial.attempt());
  }

  private Optional<PoolPlan.Hold> holdApartFromTrial(Optional<String> zone) {
    Instant parked = work.ledger.pool().parkedUntil();
    if (parked != null && work.launchFailures.isResting()) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.LAUNCHES_FAIL,
          work.ledger.pool().launchFailures()
              + " attempts in a row to launch led to no running machine; then one machine is tried,"
              + " or at once after a resize or thaw",
          Optional.of(parked)));
    }
    if (work.terminationDenied) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.CLOUD,
          "the cloud denies ending machines, so none are made",
          Optional.empty()));
    }
    if (quarantine.strangers()) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.UNKNOWN_LAUNCH_KEY,
          "a machine carries a launch key that is not in the pool's ledger",
          Optional.empty()));
    }
    return work.launchBackoff.holdAgainst(zone, work.now());
  }

  void recordPlanned(Plan.Launch launch) {
    work.ledger.atom();
    LaunchKey key = work.newKey();
    work.ledger.put(LaunchRecord.planned(
        key.value(),
        launch.k(),
        launch.zone(),
        work.ledger.pool().profile(),
        launch.reason(),
        work.settings.epoch(),
        work.wall()));
  }

  /** How many machines may be on their way at the same time; while launches fail, one at a time. */
  int window() {
    if (!work.launchFailures.oneAtATime()) {
      return WINDOW;
    }
    boolean trying = work.ledger.busyMachines().stream().anyMatch(m -> m.effective() && !m.ran());
    return trying ? 0 : 1;
  }

  /** How many more may be promised within the hour: what was promised but not sent is taken off. */
  int budgetLeft() {
    int unsent = 0;
    for (LaunchRecord launch : work.ledger.unresolved()) {
      unsent += launch.status() == LaunchRecord.Status.PLANNED ? launch.possible() : 0;
    }
    return Math.max(0, work.launchBudget.left(work.now()) - unsent);
  }

  /** Takes back one slot of a promise that was not sent. */
  void cancel(String key, int slot, boolean decrement) {
    LaunchRecord launch = work.ledger.launch(key).orElseThrow();
    check(
        launch.status() == LaunchRecord.Status.PLANNED,
        "I1",
        "launch " + key + " may be out already");
    LaunchRecord changed = launch.cancel(slot, decrement, work.wall());
    if (changed.possible() == 0) {
      work.ledger.drop(launch);
    } else {
      work.ledger.put(changed);
    }
  }

  /** Moves every promise on as far as it goes at present. */
  void onStep() {
    work.launchFailures.tryIfDue();
    int calling = 0;
    for (SendState state : sendStates.values()) {
      calling += state.calling ? 1 : 0;
    }
    for (LaunchRecord launch : List.copyOf(work.ledger.unresolved())) {
      if (launch.status() == LaunchRecord.Status.SENT) {
        calling += tryResend(correctFirstSent(launch)) ? 1 : 0;
      } else if (work.mayAct() && calling < sendsAtOnce) {
        calling += trySendFirst(launch) ? 1 : 0;
      }
    }
    if (!busy()) {
      work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
      work.alarms.clear(Alarm.Code.BAD_LAUNCH, AlarmRegistry.Cause.LAUNCH);
    }
    if (isGroup()) {
      alarmOnGroupShortfall();
    } else {
      alarmOnUnknownOutcomes();
    }
    work.launchBackoff.nextEnd(work.now()).ifPresent(work::wakeAt);
    if (work.launchFailures.isResting()) {
      work.wakeAt(work.launchFailures.restsUntil());
    }
  }

  /** Raises an alarm while it has not been known for some time what launches did. */
  private void alarmOnUnknownOutcomes() {
    int launches = 0;
    int machines = 0;
    long since = work.now().nanos();
    String last = "";
    for (LaunchRecord launch : work.ledger.unresolved()) {
      SendState state = sendStates.get(launch.key());
      if (state == null || !state.ambiguous || launch.possible() == 0) {
        continue;
      }
      long due = state.unknownSince + UNKNOWN_FOR_LONG.toNanos();
      if (!work.now().reached(due)) {
        work.wakeAt(due);
        continue;
      }
      launches++;
      machines += launch.possible();
      if (state.unknownSince - since <= 0) {
        since = state.unknownSince;
        last = state.whyUnknown;
      }
    }
    if (launches == 0) {
      work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.DOUBT);
    } else {
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.DOUBT,
          "it is not known since " + OngoingOperations.wall(work.now(), since) + " what "
              + launches + (launches == 1 ? " launch of " : " launches of ") + machines
              + (machines == 1 ? " machine" : " machines") + " did: " + last
              + "; each is sent again under its key, or looked for, before another takes its"
              + " place; see plan",
          work.wall());
    }
  }

  /** What a launch waits for whose machines are not all known. */
  PoolPlan.Ongoing ongoing(LaunchRecord launch) {
    SendState state = sendStates.get(launch.key());
    String waitsFor;
    Optional<Instant> until = Optional.empty();
    if (launch.status() == LaunchRecord.Status.PLANNED) {
      waitsFor = preparing.contains(launch.zoneIfAny())
          ? "its request to be prepared"
          : "its turn to be sent";
    } else if (state == null) {
      waitsFor = "its machines to appear";
    } else if (state.calling) {
      waitsFor = "the cloud's reply";
      until = Optional.of(OngoingOperations.wall(
          work.now(), state.lastSent + work.settings.profile().callTimeout().toNanos()));
    } else if (resendable(launch, state) && state.retry.waiting()) {
      waitsFor = "its outcome, which is unknown (" + state.whyUnknown
          + "); it is sent again under the same key by then";
      until = Optional.of(OngoingOperations.wall(work.now(), state.retry.at()));
    } else {
      waitsFor =
          "its outcome, which is unknown" + (state.ambiguous ? " (" + state.whyUnknown + ")" : "")
              + "; it is looked for, and given up if " + EMPTY_LISTS
              + " lists until after then do not show it";
      until = Optional.of(OngoingOperations.wall(
          work.now(), state.lastSent + work.settings.profile().settle().toNanos()));
    }
    return new PoolPlan.Ongoing(
        PoolPlan.Operation.LAUNCH, launch.key(), launch.possible(), waitsFor, until);
  }

  /**
   * Raises the alarm of a group. A group reports no capacity errors; a shortfall shows only as machines that fail to
   * appear.
   */
  private void alarmOnGroupShortfall() {
    Duration inTime = work.settings.config().bootDeadline();
    int missing = 0;
    for (LaunchRecord launch : work.ledger.unresolved()) {
      if (launch.status() == LaunchRecord.Status.SENT && launch.open() > 0) {
        Duration left = inTime.minus(sending(launch.key()).age(work.now()));
        if (left.compareTo(Duration.ZERO) > 0) {
          work.wakeAt(work.now().plus(left));
        } else {
          missing += launch.open();
        }
      }
    }
    if (missing == 0) {
      work.alarms.clear(Alarm.Code.GROUP_UNDER_TARGET);
    } else {
      work.alarms.raise(
          Alarm.Code.GROUP_UNDER_TARGET,
          "the group has not made " + missing + (missing == 1 ? " machine" : " machines")
              + " that it was asked for more than " + TimeSpan.text(inTime) + " ago",
          work.wall());
    }
  }

  /**
   * When the wall clock was set back, what is durable says that the key is younger than it is; a later process
   * would believe that. So the moment of its first sending is set back too.
   */
  private LaunchRecord correctFirstSent(LaunchRecord launch) {
    Instant truly = work.wall().minus(sending(launch.key()).age(work.now()));
    Instant first = launch.firstSent();
    if (first == null || !first.minus(CLOCK_MAY_DRIFT).isAfter(truly)) {
      return launch;
    }
    work.ledger.atom();
    LaunchRecord dated = launch.firstSentAt(truly);
    work.ledger.put(dated);
    return dated;
  }

  private boolean trySendFirst(LaunchRecord launch) {
    if (launch.profile() != work.ledger.pool().profile() || isHeldBack(launch.zoneIfAny())) {
      // Never sent, so nothing is lost: the next plan decides anew.
      work.ledger.atom();
      work.ledger.drop(launch);
      return false;
    }
    PreparedRequest ready = prepared.get(launch.zoneIfAny());
    if (ready == null
        || ready.profile() != launch.profile()
        || work.now().reached(ready.at() + PREPARED_FOR.toNanos())) {
      prepare(launch.zoneIfAny());
      return false;
    }
    send(launch, ready.request());
    return true;
  }

  private boolean isHeldBack(Optional<String> zone) {
    return holdApartFromTrial(zone).isPresent()
        || trial(zone).filter(trial -> underWay(zone, trial, false)).isPresent();
  }

  private void prepare(Optional<String> zone) {
    if (preparing.add(zone)) {
      work.emit(new Effect.Prepare(zone, work.ledger.pool().profile(), spec(zone)));
    }
  }

  private LaunchSpec spec(Optional<String> zone) {
    var launch = work.settings.config().launch();
    return new LaunchSpec(
        work.settings.config().name(),
        work.incarnation(),
        zone,
        launch.size(),
        launch.image(),
        launch.market(),
        launch.tags(),
        launch.userData(),
        work.settings.template());
  }

  private void send(LaunchRecord launch, String request) {
    work.ledger.atom();
    if (launch.attempts() == 0) {
      work.launchBudget.spend(work.now().nanos(), launch.k());
      sending(launch.key()).countAge(work.now(), Duration.ZERO);
    }
    LaunchRecord sent = launch.sent(request, work.settings.epoch(), work.wall());
    work.ledger.put(sent);
    SendState state = sending(launch.key());
    state.calling = true;
    state.emptyLists = 0;
    work.launchAttempts.sent(launch.key());
    state.lastSent = work.now().nanos();
    check(
        sent.status() == LaunchRecord.Status.SENT, "I1", "launch " + launch.key() + " is not SENT");
    work.count(KeeperContext.Count.LAUNCH_CALLS, 1);
    Effect.Launch call = new Effect.Launch(
        new LaunchKey(launch.key()), request, launch.asked(), sent.attempts(), OptionalInt.empty());
    if (isGroup()) {
      groupLaunches.add(call);
    } else {
      work.emit(call);
    }
  }

  /** Whether the cloud sizes a group, without launch keys. */
  boolean isGroup() {
    return work.settings.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
  }

  /** Sets the targets of groups. It runs last in a step, because the step may have begun to end some machines. */
  void setGroupTargets() {
    for (Effect.Launch launch : groupLaunches) {
      work.emit(new Effect.Launch(
          launch.key(),
          launch.frozen(),
          launch.count(),
          launch.attempt(),
          OptionalInt.of(target())));
    }
    groupLaunches.clear();
  }

  /**
   * Returns the target of a group. A machine that is ending does not count, because the group may have removed it
   * already: a target that is too low is raised at the next sending, one that is too high would make a machine too
   * many.
   */
  private int target() {
    int target = 0;
    for (MachineRecord machine : work.ledger.machines()) {
      boolean member = machine.status() == Status.LIVE || machine.status() == Status.RETIRING;
      target += member && !machine.dropped() ? 1 : 0;
    }
    for (LaunchRecord launch : work.ledger.unresolved()) {
      target += launch.status() == LaunchRecord.Status.SENT ? launch.possible() : 0;
    }
    return target;
  }

  /**
   * A machine of a group appears, which carries no key: either the pool asked for it, or the group has replaced
   * another machine.
   */
  void onGroupMachine(MachineSighting sighting) {
    Optional<LaunchRecord> asked = work.ledger.unresolved().stream()
        .filter(launch -> launch.status() == LaunchRecord.Status.SENT)
        .min(Comparator.comparing((LaunchRecord launch) -> launch.open() == 0)
            .thenComparing(LaunchRecord::plannedAt)
            .thenComparing(LaunchRecord::key));
    if (asked.isPresent()) {
      onSighted(asked.get().key());
      recorder.onLaunched(asked.get().key(), sighting);
    } else {
      replacedAt = work.now().nanos();
      recorder.onReplacement(sighting);
    }
  }

  /**
   * Returns when a group last made a machine that the pool did not ask for; at first the start of the process,
   * because the time is not known.
   */
  long replacedAt() {
    return replacedAt;
  }

  private boolean tryResend(LaunchRecord launch) {
    SendState state = sending(launch.key());
    String request = launch.frozen();
    if (state.calling || request == null || !resendable(launch, state) || work.isFrozen()) {
      return false;
    }
    if (!work.identified) {
      return false;
    }
    if (!state.retry.isDue(work.now())) {
      work.wakeAt(state.retry.at());
      return false;
    }
    send(launch, request);
    return true;
  }

  /**
   * Whether the cloud still remembers the key for sure. Its age is the greater one by both clocks: the wall
   * clock may be set back, and the monotonic one stands still while a computer sleeps.
   */
  private boolean resendable(LaunchRecord launch, SendState state) {
    Instant first = launch.firstSent();
    if (!work.settings.profile().keySupport().resendable() || state.stopped || first == null) {
      return false;
    }
    Duration byWall = Duration.between(first, work.wall());
    Duration steady = state.age(work.now());
    Duration age = byWall.compareTo(steady) > 0 ? byWall : steady;
    return age.compareTo(work.settings.profile().keySupport().lifetime().dividedBy(2)) < 0;
  }

  void onPrepared(Event.Prepared event) {
    preparing.remove(event.zone());
    if (event.profile() != work.ledger.pool().profile()) {
      return;
    }
    event
        .frozen()
        .ifPresent(request -> prepared.put(
            event.zone(),
            new PreparedRequest(request, event.profile(), work.now().nanos())));
    event.error().ifPresent(error -> {
      ErrorScope scope = event.zone().isPresent()
              && error.scope().level() == ErrorScope.Level.ACCOUNT
              && error.kind() != CloudException.Kind.THROTTLED
          ? ErrorScope.zone(event.zone().get())
          : error.scope();
      work.launchBackoff.onRefused(
          error.kind(),
          scope,
          error.retryAfter(),
          "a launch" + inZone(event.zone()) + " cannot be prepared: "
              + KeeperContext.describe(error),
          work.launchAttempts.current(),
          work.now());
    });
  }

  private static String inZone(Optional<String> zone) {
    return zone.map(z -> " in zone " + z).orElse("");
  }

  void onLaunched(Event.Launched event) {
    SendState state = sending(event.key().value());
    state.calling = false;
    state.lastSent = work.now().nanos();
    LaunchRecord launch = work.ledger.launch(event.key().value()).orElse(null);
    if (launch == null) {
      return;
    }
    if (event.result().isPresent()) {
      onMade(launch, event);
    } else if (event.error().isPresent()) {
      onRefused(launch, state, event.error().get());
    } else {
      onTargetSet(launch, state);
    }
    if (work.ledger.launch(launch.key()).filter(LaunchRecord::unresolved).isEmpty()) {
      forget(launch.key());
    }
  }

  private void forget(String key) {
    sendStates.remove(key);
    work.launchAttempts.forget(key);
  }

  private void onMade(LaunchRecord launch, Event.Launched event) {
    var result = event.result().orElseThrow();
    for (var sighting : result.machines()) {
      // One atom for each, because a transaction cannot hold a hundred machines.
      work.ledger.atom();
      recorder.onLaunched(launch.key(), sighting);
    }
    work.ledger
        .launch(launch.key())
        .filter(LaunchRecord::unresolved)
        .ifPresent(rest -> work.ledger.put(rest.resolved(work.wall())));
    sendsAtOnce = Math.min(SENDS_AT_MOST, sendsAtOnce * 2);
    work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
    if (result.shortfall().isPresent()) {
      var failure = result.shortfall().get();
      work.launchBackoff.onRefused(
          failure.kind(),
          failure.scope(),
          Optional.empty(),
          failure.message(),
          work.launchAttempts.of(launch.key()),
          work.now());
    } else {
      work.launchBackoff.onSucceeded(launch.zoneIfAny(), work.launchAttempts.of(launch.key()));
    }
  }

  /** A group has its target and reaches it gradually; the pool repeats the target until it has. */
  private void onTargetSet(LaunchRecord launch, SendState state) {
    outcomeUnknown(state, "the group comes to its size by and by");
    state.retry.failed(work.now(), Optional.empty(), work.settings.random());
    sendsAtOnce = Math.min(SENDS_AT_MOST, sendsAtOnce * 2);
    work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
    work.launchBackoff.onSucceeded(launch.zoneIfAny(), work.launchAttempts.of(launch.key()));
  }

  private void onRefused(LaunchRecord launch, SendState state, CloudException error) {
    boolean keyTrouble = error.conflict().isPresent()
        && (error.conflict().get() == Conflict.KEY_SPENT
            || error.conflict().get() == Conflict.KEY_MISMATCH
            || error.conflict().get() == Conflict.NAME_TAKEN);
    if (error.effect() == CloudException.Effect.NONE && !state.ambiguous && !keyTrouble) {
      if (launch.unresolved()) {
        work.ledger.put(launch.resolved(work.wall()));
      }
      sendsAtOnce = 1;
      work.count(KeeperContext.Count.LAUNCHES_FAILED, 1);
      work.launchBackoff.onRefused(
          error.kind(),
          error.scope(),
          error.retryAfter(),
          "a launch" + inZone(launch.zoneIfAny())
              + (isTransient(error.kind()) ? " failed and made nothing: " : " was refused: ")
              + KeeperContext.describe(error),
          work.launchAttempts.of(launch.key()),
          work.now());
      return;
    }
    outcomeUnknown(state, KeeperContext.describe(error));
    state.retry.failed(work.now(), error.retryAfter(), work.settings.random());
    if (keyTrouble) {
      state.stopped = true;
      work.alarms.raise(
          Alarm.Code.BAD_LAUNCH,
          AlarmRegistry.Cause.LAUNCH,
          "launch " + launch.key() + " met " + KeeperContext.describe(error) + "; it is looked for",
          work.wall());
    } else if (error.effect() == CloudException.Effect.NONE && !isTransient(error.kind())) {
      state.stopped = true;
    }
    if (error.kind() == CloudException.Kind.UNCLASSIFIED) {
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.LAUNCH,
          "a launch ended in an error that the adapter does not recognise: "
              + KeeperContext.describe(error),
          work.wall());
    }
  }

  /** Whether the same request may well succeed a little later. */
  private static boolean isTransient(CloudException.Kind kind) {
    return switch (kind) {
      case THROTTLED, UNAVAILABLE, TIMEOUT, CANCELLED, UNAUTHENTICATED, UNCLASSIFIED -> true;
      case INVALID, DENIED, NOT_FOUND, CONFLICT, UNSUPPORTED, QUOTA, CAPACITY -> false;
    };
  }

  /** A machine of a promise was seen: its silence is broken. */
  void onSighted(String key) {
    SendState state = sendStates.get(key);
    if (state != null) {
      state.emptyLists = 0;
    }
  }

  /** A complete list has ended: promises that it does not show come nearer to their end. */
  void ageUnresolved(Moment listStarted) {
    for (LaunchRecord launch : List.copyOf(work.ledger.unresolved())) {
      if (launch.status() == LaunchRecord.Status.SENT) {
        ageUnresolved(launch, listStarted);
      }
    }
  }

  private void ageUnresolved(LaunchRecord launch, Moment listStarted) {
    SendState state = sending(launch.key());
    if (state.calling || !listStarted.reached(state.lastSent)) {
      return;
    }
    state.emptyLists++;
    boolean settled =
        listStarted.reached(state.lastSent + work.settings.profile().settle().toNanos());
    if (settled && state.emptyLists >= EMPTY_LISTS && !resendable(launch, state)) {
      work.ledger.atom();
      work.ledger.put(
          launch.ids().isEmpty() ? launch.lapsed(work.wall()) : launch.resolved(work.wall()));
      work.count(KeeperContext.Count.LAUNCHES_LAPSED, 1);
      forget(launch.key());
    }
  }

  /** Whether any promise is on its way. */
  boolean busy() {
    return !work.ledger.unresolved().isEmpty();
  }
}

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
  private static final Duration FROZEN_FOR = Duration.ofMinutes(5);
  private static final Duration CLOCK_MAY_DRIFT = Duration.ofMinutes(1);

  /** From then on a person hears that it is not known what a launch did. */
  private static final Duration LONG_DOUBT = Duration.ofSeconds(15);

  /** The state in memory of a launch, beside its record. */
  private static final class Sending {
    boolean calling;
    boolean ambiguous;
    boolean stopped;
    long lastSent;
    int emptyLists;
    final RetryBackoff retry = new RetryBackoff();

    /** Since when and why it is not known what the launch did; meaningful if {@link #ambiguous}. */
    long doubtSince;

    String doubt = "";
    private long knownAt;
    private Duration ageThen = Duration.ZERO;

    /** From now on its key's age is counted by the monotonic clock. */
    void known(Moment now, Duration age) {
      knownAt = now.nanos();
      ageThen = age;
    }

    Duration age(Moment now) {
      return ageThen.plusNanos(now.nanos() - knownAt);
    }
  }

  private record Frozen(String request, int profile, long at) {}

  private final KeeperContext work;
  private final QuarantineHandler quarantine;
  private final MachineRecorder recorder;
  private final Map<String, Sending> sendings = new HashMap<>();
  private final Map<Optional<String>, Frozen> frozen = new HashMap<>();
  private final Set<Optional<String>> freezing = new HashSet<>();
  private long replacedAt;
  private final List<Effect.Launch> toAim = new ArrayList<>();
  private int sendsAtOnce = SENDS_AT_FIRST;

  Launcher(
      KeeperContext work,
      QuarantineHandler quarantine,
      MachineRecorder recorder,
      Set<LaunchKey> out) {
    this.quarantine = quarantine;
    this.work = work;
    this.recorder = recorder;
    this.replacedAt = work.began();
    for (LaunchRecord intent : work.ledger.unresolved()) {
      if (intent.status() == LaunchRecord.Status.SENT) {
        // The keeper that sent it is gone, and with it perhaps an answer.
        Sending sending = sending(intent.key());
        doubt(sending, "an earlier process sent it and its reply is not known");
        sending.calling = out.contains(new LaunchKey(intent.key()));
        sending.lastSent = work.now().nanos();
        sending.known(work.now(), ageAtStart(intent));
      }
    }
  }

  /**
   * How old a key is, known by nothing but the wall clock. One that has gone back since the ledger was last
   * written tells nothing: then the key counts as too old to be used again.
   */
  private Duration ageAtStart(LaunchRecord intent) {
    Instant listed = work.ledger.pool().listedAt();
    boolean wentBack = intent.firstSent() == null
        || work.wall().isBefore(intent.firstSent())
        || (intent.lastSent() != null && work.wall().isBefore(intent.lastSent()))
        || (listed != null && work.wall().isBefore(listed));
    return wentBack
        ? work.setup.profile().keySupport().lifetime()
        : Duration.between(intent.firstSent(), work.wall());
  }

  private void doubt(Sending sending, String why) {
    if (!sending.ambiguous) {
      sending.ambiguous = true;
      sending.doubtSince = work.now().nanos();
    }
    sending.doubt = why;
  }

  private Sending sending(String key) {
    return sendings.computeIfAbsent(key, k -> new Sending());
  }

  /** What stands against a launch in a zone, beside the caps. */
  Optional<PoolPlan.Hold> heldBack(Optional<String> zone) {
    return stands(zone)
        .or(() -> trial(zone)
            .filter(trial -> underWay(zone, trial, true))
            .map(LaunchBackoff.Trial::hold));
  }

  /** Whether only one launch may try in a zone at present, whether the cloud accepts again. */
  Optional<LaunchBackoff.Trial> trial(Optional<String> zone) {
    return work.holds.trial(zone, work.now());
  }

  private boolean underWay(Optional<String> zone, LaunchBackoff.Trial trial, boolean orPlanned) {
    return work.ledger.unresolved().stream()
        .filter(intent -> trial(intent.zoneIfAny()).equals(Optional.of(trial))
            || intent.zoneIfAny().equals(zone))
        .anyMatch(intent -> intent.status() == LaunchRecord.Status.PLANNED
            ? orPlanned
            : work.attempts.of(intent.key()) >= trial.attempt());
  }

  private Optional<PoolPlan.Hold> stands(Optional<String> zone) {
    Instant parked = work.ledger.pool().parkedUntil();
    if (parked != null && work.launchFailures.resting()) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.LAUNCHES_FAIL,
          work.ledger.pool().launchFailures()
              + " attempts in a row to launch led to no running machine; then one machine is tried,"
              + " or at once after a resize or thaw",
          Optional.of(parked)));
    }
    if (work.endingDenied) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.CLOUD,
          "the cloud denies ending machines, so none are made",
          Optional.empty()));
    }
    if (quarantine.strangers()) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.UNKNOWN_KEY,
          "a machine carries a launch key that is not in the pool's ledger",
          Optional.empty()));
    }
    return work.holds.against(zone, work.now());
  }

  void promise(Plan.Launch launch) {
    work.ledger.atom();
    LaunchKey key = work.newKey();
    work.ledger.put(LaunchRecord.planned(
        key.value(),
        launch.k(),
        launch.zone(),
        work.ledger.pool().profile(),
        launch.reason(),
        work.setup.epoch(),
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
  int left() {
    int unsent = 0;
    for (LaunchRecord intent : work.ledger.unresolved()) {
      unsent += intent.status() == LaunchRecord.Status.PLANNED ? intent.possible() : 0;
    }
    return Math.max(0, work.launchBudget.left(work.now()) - unsent);
  }

  /** Takes back one slot of a promise that was not sent. */
  void cancel(String key, int slot, boolean decrement) {
    LaunchRecord intent = work.ledger.intent(key).orElseThrow();
    check(
        intent.status() == LaunchRecord.Status.PLANNED,
        "I1",
        "launch " + key + " may be out already");
    LaunchRecord changed = intent.cancel(slot, decrement, work.wall());
    if (changed.possible() == 0) {
      work.ledger.drop(intent);
    } else {
      work.ledger.put(changed);
    }
  }

  /** Moves every promise on as far as it goes at present. */
  void pulse() {
    work.launchFailures.tryIfDue();
    int calling = 0;
    for (Sending sending : sendings.values()) {
      calling += sending.calling ? 1 : 0;
    }
    for (LaunchRecord intent : List.copyOf(work.ledger.unresolved())) {
      if (intent.status() == LaunchRecord.Status.SENT) {
        calling += resend(dated(intent)) ? 1 : 0;
      } else if (work.acting() && calling < sendsAtOnce) {
        calling += sendFirst(intent) ? 1 : 0;
      }
    }
    if (!busy()) {
      work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
      work.alarms.clear(Alarm.Code.BAD_LAUNCH, AlarmRegistry.Cause.LAUNCH);
    }
    if (isGroup()) {
      tellShortfall();
    } else {
      doubts();
    }
    work.holds.nextEnd(work.now()).ifPresent(work::wakeAt);
    if (work.launchFailures.resting()) {
      work.wakeAt(work.launchFailures.restsUntil());
    }
  }

  /** Raises an alarm while it has not been known for some time what launches did. */
  private void doubts() {
    int launches = 0;
    int machines = 0;
    long since = work.now().nanos();
    String last = "";
    for (LaunchRecord intent : work.ledger.unresolved()) {
      Sending sending = sendings.get(intent.key());
      if (sending == null || !sending.ambiguous || intent.possible() == 0) {
        continue;
      }
      long due = sending.doubtSince + LONG_DOUBT.toNanos();
      if (!work.now().reached(due)) {
        work.wakeAt(due);
        continue;
      }
      launches++;
      machines += intent.possible();
      if (sending.doubtSince - since <= 0) {
        since = sending.doubtSince;
        last = sending.doubt;
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
  PoolPlan.Ongoing ongoing(LaunchRecord intent) {
    Sending sending = sendings.get(intent.key());
    String waitsFor;
    Optional<Instant> until = Optional.empty();
    if (intent.status() == LaunchRecord.Status.PLANNED) {
      waitsFor = freezing.contains(intent.zoneIfAny())
          ? "its request to be prepared"
          : "its turn to be sent";
    } else if (sending == null) {
      waitsFor = "its machines to appear";
    } else if (sending.calling) {
      waitsFor = "the cloud's reply";
      until = Optional.of(OngoingOperations.wall(
          work.now(), sending.lastSent + work.setup.profile().callTimeout().toNanos()));
    } else if (resendable(intent, sending) && sending.retry.waiting()) {
      waitsFor = "its outcome, which is unknown (" + sending.doubt
          + "); it is sent again under the same key by then";
      until = Optional.of(OngoingOperations.wall(work.now(), sending.retry.at()));
    } else {
      waitsFor =
          "its outcome, which is unknown" + (sending.ambiguous ? " (" + sending.doubt + ")" : "")
              + "; it is looked for, and given up if " + EMPTY_LISTS
              + " lists until after then do not show it";
      until = Optional.of(OngoingOperations.wall(
          work.now(), sending.lastSent + work.setup.profile().settle().toNanos()));
    }
    return new PoolPlan.Ongoing(
        PoolPlan.Operation.LAUNCH, intent.key(), intent.possible(), waitsFor, until);
  }

  /**
   * Raises the alarm of a group. A group reports no capacity errors; a shortfall shows only as machines that fail to
   * appear.
   */
  private void tellShortfall() {
    Duration inTime = work.setup.config().bootDeadline();
    int missing = 0;
    for (LaunchRecord intent : work.ledger.unresolved()) {
      if (intent.status() == LaunchRecord.Status.SENT && intent.open() > 0) {
        Duration left = inTime.minus(sending(intent.key()).age(work.now()));
        if (left.compareTo(Duration.ZERO) > 0) {
          work.wakeAt(work.now().plus(left));
        } else {
          missing += intent.open();
        }
      }
    }
    if (missing == 0) {
      work.alarms.clear(Alarm.Code.GROUP_SHORT);
    } else {
      work.alarms.raise(
          Alarm.Code.GROUP_SHORT,
          "the group has not made " + missing + (missing == 1 ? " machine" : " machines")
              + " that it was asked for more than " + TimeSpan.text(inTime) + " ago",
          work.wall());
    }
  }

  /**
   * When the wall clock was set back, what is durable says that the key is younger than it is; a later process
   * would believe that. So the moment of its first sending is set back too.
   */
  private LaunchRecord dated(LaunchRecord intent) {
    Instant truly = work.wall().minus(sending(intent.key()).age(work.now()));
    Instant first = intent.firstSent();
    if (first == null || !first.minus(CLOCK_MAY_DRIFT).isAfter(truly)) {
      return intent;
    }
    work.ledger.atom();
    LaunchRecord dated = intent.firstSentAt(truly);
    work.ledger.put(dated);
    return dated;
  }

  private boolean sendFirst(LaunchRecord intent) {
    if (intent.profile() != work.ledger.pool().profile() || waits(intent.zoneIfAny())) {
      // Never sent, so nothing is lost: the next plan decides anew.
      work.ledger.atom();
      work.ledger.drop(intent);
      return false;
    }
    Frozen ready = frozen.get(intent.zoneIfAny());
    if (ready == null
        || ready.profile() != intent.profile()
        || work.now().reached(ready.at() + FROZEN_FOR.toNanos())) {
      freeze(intent.zoneIfAny());
      return false;
    }
    send(intent, ready.request());
    return true;
  }

  private boolean waits(Optional<String> zone) {
    return stands(zone).isPresent()
        || trial(zone).filter(trial -> underWay(zone, trial, false)).isPresent();
  }

  private void freeze(Optional<String> zone) {
    if (freezing.add(zone)) {
      work.ask(new Effect.Prepare(zone, work.ledger.pool().profile(), spec(zone)));
    }
  }

  private LaunchSpec spec(Optional<String> zone) {
    var launch = work.setup.config().launch();
    return new LaunchSpec(
        work.setup.config().name(),
        work.incarnation(),
        zone,
        launch.size(),
        launch.image(),
        launch.market(),
        launch.tags(),
        launch.userData(),
        work.setup.template());
  }

  private void send(LaunchRecord intent, String request) {
    work.ledger.atom();
    if (intent.attempts() == 0) {
      work.launchBudget.spend(work.now().nanos(), intent.k());
      sending(intent.key()).known(work.now(), Duration.ZERO);
    }
    LaunchRecord sent = intent.sent(request, work.setup.epoch(), work.wall());
    work.ledger.put(sent);
    Sending sending = sending(intent.key());
    sending.calling = true;
    sending.emptyLists = 0;
    work.attempts.sent(intent.key());
    sending.lastSent = work.now().nanos();
    check(
        sent.status() == LaunchRecord.Status.SENT, "I1", "launch " + intent.key() + " is not SENT");
    work.count(KeeperContext.Count.LAUNCH_CALLS, 1);
    Effect.Launch launch = new Effect.Launch(
        new LaunchKey(intent.key()), request, intent.asked(), sent.attempts(), OptionalInt.empty());
    if (isGroup()) {
      toAim.add(launch);
    } else {
      work.ask(launch);
    }
  }

  /** Whether the cloud sizes a group, without launch keys. */
  boolean isGroup() {
    return work.setup.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
  }

  /** Sets the targets of groups. It runs last in a step, because the step may have begun to end some machines. */
  void aim() {
    for (Effect.Launch launch : toAim) {
      work.ask(new Effect.Launch(
          launch.key(),
          launch.frozen(),
          launch.count(),
          launch.attempt(),
          OptionalInt.of(target())));
    }
    toAim.clear();
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
    for (LaunchRecord intent : work.ledger.unresolved()) {
      target += intent.status() == LaunchRecord.Status.SENT ? intent.possible() : 0;
    }
    return target;
  }

  /**
   * A machine of a group appears, which carries no key: either the pool asked for it, or the group has replaced
   * another machine.
   */
  void joined(MachineSighting sighting) {
    Optional<LaunchRecord> asked = work.ledger.unresolved().stream()
        .filter(intent -> intent.status() == LaunchRecord.Status.SENT)
        .min(Comparator.comparing((LaunchRecord intent) -> intent.open() == 0)
            .thenComparing(LaunchRecord::plannedAt)
            .thenComparing(LaunchRecord::key));
    if (asked.isPresent()) {
      seen(asked.get().key());
      recorder.appeared(asked.get().key(), sighting);
    } else {
      replacedAt = work.now().nanos();
      recorder.replaced(sighting);
    }
  }

  /**
   * Returns when a group last made a machine that the pool did not ask for; at first the start of the process,
   * because the time is not known.
   */
  long replacedAt() {
    return replacedAt;
  }

  private boolean resend(LaunchRecord intent) {
    Sending sending = sending(intent.key());
    String request = intent.frozen();
    if (sending.calling || request == null || !resendable(intent, sending) || work.frozen()) {
      return false;
    }
    if (!work.identified) {
      return false;
    }
    if (!sending.retry.due(work.now())) {
      work.wakeAt(sending.retry.at());
      return false;
    }
    send(intent, request);
    return true;
  }

  /**
   * Whether the cloud still remembers the key for sure. Its age is the greater one by both clocks: the wall
   * clock may be set back, and the monotonic one stands still while a computer sleeps.
   */
  private boolean resendable(LaunchRecord intent, Sending sending) {
    Instant first = intent.firstSent();
    if (!work.setup.profile().keySupport().resendable() || sending.stopped || first == null) {
      return false;
    }
    Duration byWall = Duration.between(first, work.wall());
    Duration steady = sending.age(work.now());
    Duration age = byWall.compareTo(steady) > 0 ? byWall : steady;
    return age.compareTo(work.setup.profile().keySupport().lifetime().dividedBy(2)) < 0;
  }

  void prepared(Event.Prepared event) {
    freezing.remove(event.zone());
    if (event.profile() != work.ledger.pool().profile()) {
      return;
    }
    event
        .frozen()
        .ifPresent(request -> frozen.put(
            event.zone(), new Frozen(request, event.profile(), work.now().nanos())));
    event.error().ifPresent(error -> {
      ErrorScope scope = event.zone().isPresent()
              && error.scope().level() == ErrorScope.Level.ACCOUNT
              && error.kind() != CloudException.Kind.THROTTLED
          ? ErrorScope.zone(event.zone().get())
          : error.scope();
      work.holds.refused(
          error.kind(),
          scope,
          error.retryAfter(),
          "a launch" + in(event.zone()) + " cannot be prepared: " + KeeperContext.text(error),
          work.attempts.current(),
          work.now());
    });
  }

  private static String in(Optional<String> zone) {
    return zone.map(z -> " in zone " + z).orElse("");
  }

  void launched(Event.Launched event) {
    Sending sending = sending(event.key().value());
    sending.calling = false;
    sending.lastSent = work.now().nanos();
    LaunchRecord intent = work.ledger.intent(event.key().value()).orElse(null);
    if (intent == null) {
      return;
    }
    if (event.result().isPresent()) {
      made(intent, event);
    } else if (event.error().isPresent()) {
      refused(intent, sending, event.error().get());
    } else {
      told(intent, sending);
    }
    if (work.ledger.intent(intent.key()).filter(LaunchRecord::unresolved).isEmpty()) {
      forget(intent.key());
    }
  }

  private void forget(String key) {
    sendings.remove(key);
    work.attempts.forget(key);
  }

  private void made(LaunchRecord intent, Event.Launched event) {
    var result = event.result().orElseThrow();
    for (var sighting : result.machines()) {
      // One atom for each, because a transaction cannot hold a hundred machines.
      work.ledger.atom();
      recorder.appeared(intent.key(), sighting);
    }
    work.ledger
        .intent(intent.key())
        .filter(LaunchRecord::unresolved)
        .ifPresent(rest -> work.ledger.put(rest.resolved(work.wall())));
    sendsAtOnce = Math.min(SENDS_AT_MOST, sendsAtOnce * 2);
    work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
    if (result.shortfall().isPresent()) {
      var failure = result.shortfall().get();
      work.holds.refused(
          failure.kind(),
          failure.scope(),
          Optional.empty(),
          failure.message(),
          work.attempts.of(intent.key()),
          work.now());
    } else {
      work.holds.succeeded(intent.zoneIfAny(), work.attempts.of(intent.key()));
    }
  }

  /** A group has its target and reaches it gradually; the pool repeats the target until it has. */
  private void told(LaunchRecord intent, Sending sending) {
    doubt(sending, "the group comes to its size by and by");
    sending.retry.failed(work.now(), Optional.empty(), work.setup.random());
    sendsAtOnce = Math.min(SENDS_AT_MOST, sendsAtOnce * 2);
    work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
    work.holds.succeeded(intent.zoneIfAny(), work.attempts.of(intent.key()));
  }

  private void refused(LaunchRecord intent, Sending sending, CloudException error) {
    boolean keyTrouble = error.conflict().isPresent()
        && (error.conflict().get() == Conflict.KEY_SPENT
            || error.conflict().get() == Conflict.KEY_MISMATCH
            || error.conflict().get() == Conflict.NAME_TAKEN);
    if (error.effect() == CloudException.Effect.NONE && !sending.ambiguous && !keyTrouble) {
      if (intent.unresolved()) {
        work.ledger.put(intent.resolved(work.wall()));
      }
      sendsAtOnce = 1;
      work.count(KeeperContext.Count.LAUNCHES_FAILED, 1);
      work.holds.refused(
          error.kind(),
          error.scope(),
          error.retryAfter(),
          "a launch" + in(intent.zoneIfAny())
              + (passing(error.kind()) ? " failed and made nothing: " : " was refused: ")
              + KeeperContext.text(error),
          work.attempts.of(intent.key()),
          work.now());
      return;
    }
    doubt(sending, KeeperContext.text(error));
    sending.retry.failed(work.now(), error.retryAfter(), work.setup.random());
    if (keyTrouble) {
      sending.stopped = true;
      work.alarms.raise(
          Alarm.Code.BAD_LAUNCH,
          AlarmRegistry.Cause.LAUNCH,
          "launch " + intent.key() + " met " + KeeperContext.text(error) + "; it is looked for",
          work.wall());
    } else if (error.effect() == CloudException.Effect.NONE && !passing(error.kind())) {
      sending.stopped = true;
    }
    if (error.kind() == CloudException.Kind.UNCLASSIFIED) {
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.LAUNCH,
          "a launch ended in an error that the adapter does not recognise: "
              + KeeperContext.text(error),
          work.wall());
    }
  }

  /** Whether the same request may well succeed a little later. */
  private static boolean passing(CloudException.Kind kind) {
    return switch (kind) {
      case THROTTLED, UNAVAILABLE, TIMEOUT, CANCELLED, UNAUTHENTICATED, UNCLASSIFIED -> true;
      case INVALID, DENIED, NOT_FOUND, CONFLICT, UNSUPPORTED, QUOTA, CAPACITY -> false;
    };
  }

  /** A machine of a promise was seen: its silence is broken. */
  void seen(String key) {
    Sending sending = sendings.get(key);
    if (sending != null) {
      sending.emptyLists = 0;
    }
  }

  /** A complete list has ended: promises that it does not show come nearer to their end. */
  void settle(Moment listStarted) {
    for (LaunchRecord intent : List.copyOf(work.ledger.unresolved())) {
      if (intent.status() == LaunchRecord.Status.SENT) {
        settle(intent, listStarted);
      }
    }
  }

  private void settle(LaunchRecord intent, Moment listStarted) {
    Sending sending = sending(intent.key());
    if (sending.calling || !listStarted.reached(sending.lastSent)) {
      return;
    }
    sending.emptyLists++;
    boolean settled =
        listStarted.reached(sending.lastSent + work.setup.profile().settle().toNanos());
    if (settled && sending.emptyLists >= EMPTY_LISTS && !resendable(intent, sending)) {
      work.ledger.atom();
      work.ledger.put(
          intent.ids().isEmpty() ? intent.lapsed(work.wall()) : intent.resolved(work.wall()));
      work.count(KeeperContext.Count.LAUNCHES_LAPSED, 1);
      forget(intent.key());
    }
  }

  /** Whether any promise is on its way. */
  boolean busy() {
    return !work.ledger.unresolved().isEmpty();
  }
}

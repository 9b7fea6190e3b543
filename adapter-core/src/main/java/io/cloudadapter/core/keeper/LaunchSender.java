package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.LaunchAttempts;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.PresentLaunch;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Has launches prepared, sends them, and sends them again where the cloud recognises keys: with the same bytes, the
 * same key and the original count. A launch becomes SENT in the ledger before its call leaves.
 */
final class LaunchSender {
  private static final Duration PREPARED_FOR = Duration.ofMinutes(5);
  private static final Duration CLOCK_MAY_DRIFT = Duration.ofMinutes(1);

  /** How many launches with values of their own may be prepared at once. */
  private static final int MOST_PREPARED = 16;

  private record PreparedRequest(String request, int profile, Optional<String> image, long at) {}

  /** What a prepared request is for: any launch in a zone, or the only one if it has values of its own. */
  private record Purpose(Optional<String> zone, Optional<LaunchKey> launch) {}

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final KeeperCounters counters;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final LaunchAttempts launchAttempts;
  private final LaunchBackoff launchBackoff;
  private final HourlyQuota launchBudget;
  private final LaunchMemory memory;
  private final LaunchHolds launchHolds;
  private final GroupTarget group;
  private final PresentLaunch present;
  private final Map<Purpose, PreparedRequest> prepared = new HashMap<>();

  /** For what a launch is being prepared, and of which image. */
  private final Map<Purpose, Optional<String>> preparing = new HashMap<>();

  LaunchSender(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      KeeperCounters counters,
      CloudContact cloud,
      PoolFreeze freeze,
      LaunchAttempts launchAttempts,
      LaunchBackoff launchBackoff,
      HourlyQuota launchBudget,
      LaunchMemory memory,
      LaunchHolds launchHolds,
      GroupTarget group,
      PresentLaunch present) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.counters = counters;
    this.cloud = cloud;
    this.freeze = freeze;
    this.launchAttempts = launchAttempts;
    this.launchBackoff = launchBackoff;
    this.launchBudget = launchBudget;
    this.memory = memory;
    this.launchHolds = launchHolds;
    this.group = group;
    this.present = present;
  }

  boolean isPreparing(LaunchRecord launch) {
    return preparing.containsKey(purposeOf(launch));
  }

  private Purpose purposeOf(LaunchRecord launch) {
    return new Purpose(
        launch.zoneIfAny(),
        settings.perLaunchData() ? Optional.of(new LaunchKey(launch.key())) : Optional.empty());
  }

  /**
   * When the wall clock was set back, what is durable says that the key is younger than it is; a later process
   * would believe that. So the moment of its first sending is set back too.
   */
  LaunchRecord correctFirstSent(LaunchRecord launch) {
    Instant truly = step.wall().minus(memory.stateOf(launch.key()).age(step.now()));
    Instant first = launch.firstSent();
    if (first == null || !first.minus(CLOCK_MAY_DRIFT).isAfter(truly)) {
      return launch;
    }
    ledger.atom();
    LaunchRecord dated = launch.firstSentAt(truly);
    ledger.put(dated);
    return dated;
  }

  boolean trySendFirst(LaunchRecord launch) {
    if (launch.profile() != ledger.pool().profile()
        || launch
            .zoneIfAny()
            .filter(zone -> !settings.config().zones().contains(zone))
            .isPresent()
        || launch.asked() > settings.mostPerLaunch()
        || launchHolds.isHeldBack(launch.zoneIfAny())) {
      // Never sent, so nothing is lost: the next plan decides anew.
      ledger.atom();
      ledger.drop(launch);
      return false;
    }
    Purpose purpose = purposeOf(launch);
    PreparedRequest ready = prepared.get(purpose);
    if (ready == null
        || ready.profile() != launch.profile()
        || !ready.image().equals(present.image())
        || step.now().reached(ready.at() + PREPARED_FOR.toNanos())) {
      prepare(purpose);
      return false;
    }
    if (purpose.launch().isPresent()) {
      prepared.remove(purpose);
    }
    send(launch, ready.request());
    return true;
  }

  private void prepare(Purpose purpose) {
    if (!present.isStored()) {
      launchBackoff.onRefused(
          CloudException.Kind.NOT_FOUND,
          ErrorScope.region(),
          Optional.empty(),
          "a launch cannot be prepared: no stored version of the pool's configuration has launch"
              + " template " + ledger.pool().profile() + " any more; the alarm TEMPLATE_HELD has"
              + " what to do",
          launchAttempts.current(),
          step.now());
    } else if (!preparing.containsKey(purpose)
        && (purpose.launch().isEmpty() || preparing.size() < MOST_PREPARED)) {
      preparing.put(purpose, present.image());
      step.emit(new Effect.Prepare(
          purpose.zone(),
          ledger.pool().profile(),
          purpose.launch(),
          spec(purpose.zone()),
          step.startedAt()));
    }
  }

  private LaunchSpec spec(Optional<String> zone) {
    var launch = present.launch();
    return new LaunchSpec(
        settings.config().name(),
        ledger.incarnation(),
        zone,
        launch.size(),
        present.image(),
        launch.market(),
        launch.tags(),
        launch.userData(),
        present.template());
  }

  private void send(LaunchRecord launch, String request) {
    ledger.atom();
    if (launch.attempts() == 0) {
      launchBudget.spend(step.now().nanos(), launch.k());
      memory.stateOf(launch.key()).countAge(step.now(), Duration.ZERO);
    }
    LaunchRecord sent = launch.sent(request, settings.epoch(), step.wall());
    ledger.put(sent);
    LaunchMemory.SendState state = memory.stateOf(launch.key());
    state.calling = true;
    state.emptyLists = 0;
    launchAttempts.sent(launch.key());
    state.lastSent = step.now().nanos();
    check(
        sent.status() == LaunchRecord.Status.SENT, "I1", "launch " + launch.key() + " is not SENT");
    counters.count(KeeperCounters.Counter.LAUNCH_CALLS, 1);
    Effect.Launch call = new Effect.Launch(
        new LaunchKey(launch.key()), request, launch.asked(), sent.attempts(), OptionalInt.empty());
    if (group.isGroup()) {
      group.sendLater(call);
    } else {
      step.emit(call);
    }
  }

  boolean tryResend(LaunchRecord launch) {
    LaunchMemory.SendState state = memory.stateOf(launch.key());
    String request = launch.frozen();
    if (state.calling
        || request == null
        || launch.operation() != null
        || !memory.resendable(launch, state)
        || freeze.isFrozen()
        || !freeze.state().resizes()) {
      return false;
    }
    if (!cloud.identified) {
      return false;
    }
    if (!state.retry.isDue(step.now())) {
      step.wakeAt(state.retry.at());
      return false;
    }
    send(launch, request);
    return true;
  }

  void onPrepared(Event.Prepared event) {
    if (event.asker() != step.startedAt()) {
      return; // Its values may be of a hook that is not the pool's any more.
    }
    Purpose purpose = new Purpose(event.zone(), event.launch());
    Optional<String> image =
        Optional.ofNullable(preparing.remove(purpose)).orElseGet(Optional::empty);
    // Launches that are sent or given up need no request of their own any more.
    prepared
        .keySet()
        .removeIf(each -> each.launch().isPresent() && !isPlanned(each.launch().get()));
    if (event.profile() != ledger.pool().profile()) {
      return;
    }
    event
        .frozen()
        .ifPresent(request -> prepared.put(
            purpose,
            new PreparedRequest(request, event.profile(), image, step.now().nanos())));
    event.error().ifPresent(error -> {
      ErrorScope scope = event.zone().isPresent()
              && error.scope().level() == ErrorScope.Level.ACCOUNT
              && error.kind() != CloudException.Kind.THROTTLED
          ? ErrorScope.zone(event.zone().get())
          : error.scope();
      launchBackoff.onRefused(
          error.kind(),
          scope,
          error.retryAfter(),
          "a launch" + inZone(event.zone()) + " cannot be prepared: " + ErrorText.of(error),
          launchAttempts.current(),
          step.now());
    });
  }

  /** Whether a launch is still to be sent for the first time. */
  private boolean isPlanned(LaunchKey key) {
    return ledger
        .launch(key.value())
        .filter(launch -> launch.status() == LaunchRecord.Status.PLANNED)
        .isPresent();
  }

  static String inZone(Optional<String> zone) {
    return zone.map(z -> " in zone " + z).orElse("");
  }
}

package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.refresh.ImageResolution;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.ListInterval;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Asks the cloud again and again what a keeper has to hear from it: whose account it is, which machines exist, and to
 * what the configured image resolves.
 */
final class CloudPoller {
  private static final Duration IDENTIFY_AGAIN = Duration.ofMinutes(1);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final ImageResolution images;
  private final ListInterval listInterval = new ListInterval();
  private boolean identifying;
  private boolean listing;
  private long listedAt;
  private boolean everListed;

  CloudPoller(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      CloudContact cloud,
      PoolFreeze freeze,
      ImageResolution images) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.cloud = cloud;
    this.freeze = freeze;
    this.images = images;
  }

  /**
   * Asks what is due.
   *
   * @param busy whether lists are due often, since something changes in the pool
   */
  void ask(BooleanSupplier busy) {
    if (!identifying) {
      boolean doubtful = !cloud.identified && ledger.pool().frozen() != Alarm.Code.WRONG_ACCOUNT;
      if (cloud.identifyRetry.isDue(step.now()) || (doubtful && !cloud.identifyRetry.failing())) {
        identifying = true;
        step.emit(new Effect.Identify());
      } else {
        step.wakeAt(cloud.identifyRetry.at());
      }
    }
    if (!cloud.identified) {
      return;
    }
    images.onStep();
    if (listing) {
      return;
    }
    long due = cloud.listRetry.waiting()
        ? cloud.listRetry.at()
        : listedAt + timeBetweenLists(busy).toNanos();
    if (!everListed || step.now().reached(due)) {
      listing = true;
      step.emit(new Effect.ListPool());
    } else {
      step.wakeAt(due);
    }
  }

  private Duration timeBetweenLists(BooleanSupplier busy) {
    return busy.getAsBoolean() || !cloud.listed || freeze.isFrozen()
        ? listInterval.whenBusy()
        : settings.config().listInterval().idle();
  }

  ImageResolution images() {
    return images;
  }

  void onIdentified(Event.Identified event) {
    identifying = false;
    if (event.error().isPresent() || event.identity().isEmpty()) {
      cloud.identifyRetry.failed(
          step.now(), event.error().flatMap(e -> e.retryAfter()), settings.random());
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.IDENTITY,
          "the cloud did not identify the account"
              + event.error().map(e -> ": " + ErrorText.of(e)).orElse(""),
          step.wall());
      return;
    }
    cloud.identifyRetry.after(step.now(), IDENTIFY_AGAIN);
    alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.IDENTITY);
    String identity = event.identity().get();
    String expected = ledger.pool().identity();
    if (expected == null) {
      ledger.put(ledger.pool().edit(edit -> edit.identity = identity));
      cloud.identified = true;
    } else if (expected.equals(identity)) {
      cloud.identified = true;
      alarms.clear(Alarm.Code.WRONG_ACCOUNT);
      if (ledger.pool().frozen() == Alarm.Code.WRONG_ACCOUNT) {
        freeze.thaw();
      }
    } else {
      cloud.identified = false;
      freeze.begin(
          Alarm.Code.WRONG_ACCOUNT,
          "the credentials reach account " + identity + ", but this pool's machines are in account "
              + expected);
    }
  }

  void onListed(Event.Listed event) {
    listing = false;
    listedAt = event.started().nanos();
    everListed = true;
    listInterval.onListed(
        settings.config().listInterval(),
        Duration.ofNanos(step.now().nanos() - event.started().nanos()),
        event.sightings().size(),
        ledger.changes());
    if (event.error().isPresent()) {
      cloud.listRetry.failed(
          step.now(), event.error().flatMap(e -> e.retryAfter()), settings.random());
    } else {
      cloud.listRetry.reset();
    }
  }
}

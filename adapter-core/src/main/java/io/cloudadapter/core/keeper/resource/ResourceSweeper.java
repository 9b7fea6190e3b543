package io.cloudadapter.core.keeper.resource;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ResourceSighting;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists the pool's resources from time to time, and releases those that are left over. One is left over when {@link
 * ResourceOwner} has found no owner for it for as long as an outcome takes to settle, in complete lists only, and a
 * look-up by id has confirmed that its machine is gone.
 */
public final class ResourceSweeper {
  private static final int CALLS_AT_ONCE = 10;
  private static final int REFUSALS_THAT_PASS = 3;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration IDLE = Duration.ofMinutes(10);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final ResourceOwner owner;
  private final Map<String, LeftoverResource> leftovers = new TreeMap<>();
  private final RetryBackoff listRetry = new RetryBackoff();
  private boolean listing;
  private @Nullable Long listedAt;
  private long soonUntil;

  /** When the last complete list began, if it showed nothing to release and nothing unknown. */
  private @Nullable Long cleanAt;

  private final LeftoverLookup lookup;

  /**
   * Makes the sweeper of one keeper.
   *
   * @param settings what the adapter can and promises
   * @param ledger the pool's records
   * @param step the step under way
   * @param alarms where trouble is shown
   * @param counters counts the calls
   * @param cloud whose account it is
   * @param freeze whether anything may be changed in the cloud
   */
  public ResourceSweeper(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters,
      CloudContact cloud,
      PoolFreeze freeze) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.counters = counters;
    this.cloud = cloud;
    this.freeze = freeze;
    this.owner = new ResourceOwner(settings, ledger);
    this.lookup = new LeftoverLookup(settings, step, cloud, leftovers);
    this.soonUntil = step.startedAt();
  }

  /**
   * Returns what looks up the machines of resources.
   *
   * @return it takes {@link Event.Described}
   */
  public LeftoverLookup lookup() {
    return lookup;
  }

  /** Lists, looks and releases what is due. */
  public void onStep() {
    if (!settings.resources()) {
      return;
    }
    boolean moves = !ledger.busyMachines().isEmpty()
        || !ledger.unresolved().isEmpty()
        || !leftovers.isEmpty()
        || ledger.pool().state().ends();
    if (moves) {
      soonUntil = step.now().plus(settings.profile().settle().plus(SOON).plus(SOON));
    }
    if (!freeze.mayAct()) {
      return;
    }
    listIfDue();
    lookup.onStep();
    release();
  }

  /**
   * Whether nothing is left that belongs to machines of this pool.
   *
   * @param moment by the monotonic clock
   * @return true if a complete list that began later shows none, or if machines have no resources beside them
   */
  public boolean isCleanSince(long moment) {
    Long clean = cleanAt;
    return !settings.resources() || (clean != null && clean - moment > 0);
  }

  private void listIfDue() {
    Long last = listedAt;
    if (listing) {
      return;
    }
    if (last != null) {
      Duration interval = step.now().reached(soonUntil) ? IDLE : SOON;
      long due = listRetry.waiting() ? listRetry.at() : last + interval.toNanos();
      if (!step.now().reached(due)) {
        step.wakeAt(due);
        return;
      }
    }
    listing = true;
    step.emit(new Effect.ListResources());
  }

  /**
   * A list has ended.
   *
   * @param event what it has shown
   */
  public void onListed(Event.ResourcesListed event) {
    listing = false;
    listedAt = event.started().nanos();
    if (event.error().isPresent()) {
      CloudException error = event.error().get();
      listRetry.failed(step.now(), error.retryAfter(), settings.random());
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.RESOURCE_LIST,
          "the resources beside machines cannot be listed: " + ErrorText.of(error),
          step.wall());
      return;
    }
    listRetry.reset();
    alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.RESOURCE_LIST);
    // The wrong account shows none of ours, and a partial list may lack what a resource is attached
    // to.
    if (event.complete() && cloud.identified) {
      judge(event);
    }
  }

  private void judge(Event.ResourcesListed event) {
    Set<String> seen = new HashSet<>();
    Set<String> unknown = new TreeSet<>();
    for (ResourceSighting resource : event.resources()) {
      switch (owner.of(resource)) {
        case PRESENT -> {}
        case UNKNOWN -> unknown.add(resource.toString());
        case GONE -> {
          seen.add(resource.id());
          LeftoverResource leftover = leftovers.computeIfAbsent(
              resource.id(), id -> new LeftoverResource(resource, step.now().nanos()));
          leftover.machineIsGone &= leftover.resource.machine().equals(resource.machine());
          leftover.resource = resource;
        }
      }
    }
    leftovers.keySet().retainAll(seen);
    cleanAt = leftovers.isEmpty() && unknown.isEmpty() ? event.started().nanos() : null;
    alarmOnUnknown(unknown);
    alarmOnRefusals();
  }

  private void alarmOnUnknown(Set<String> unknown) {
    if (unknown.isEmpty()) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.UNKNOWN_RESOURCE);
      return;
    }
    int more = unknown.size() - 1;
    alarms.raise(
        Alarm.Code.CLOUD,
        AlarmRegistry.Cause.UNKNOWN_RESOURCE,
        unknown.iterator().next()
            + (more == 0 ? " carries" : " and " + more + " other resources carry")
            + " this pool's mark, but no machine or launch in its ledger explains it; the pool does"
            + " not release what it cannot explain: check in the cloud whether it is still needed",
        step.wall());
  }

  private void release() {
    int calls =
        (int) leftovers.values().stream().filter(leftover -> leftover.calling).count();
    for (LeftoverResource leftover : leftovers.values()) {
      boolean gone = leftover.machineIsGone || leftover.resource.machine().isEmpty();
      if (leftover.calling || calls >= CALLS_AT_ONCE || !gone || !lookup.isSettled(leftover)) {
        continue;
      }
      if (!leftover.next.isDue(step.now())) {
        step.wakeAt(leftover.next.at());
      } else if (owner.of(leftover.resource) == ResourceOwner.Answer.GONE) {
        calls++;
        leftover.calling = true;
        counters.count(KeeperCounters.Counter.RELEASE_CALLS, 1);
        step.emit(new Effect.Release(leftover.resource));
      }
    }
  }

  /**
   * A call that releases has returned.
   *
   * @param event which, and why not
   */
  public void onReleased(Event.Released event) {
    LeftoverResource leftover = leftovers.get(event.resource().id());
    if (leftover == null) {
      return;
    }
    leftover.calling = false;
    boolean released = event
        .error()
        .filter(error -> error.kind() != CloudException.Kind.NOT_FOUND)
        .isEmpty();
    if (released) {
      leftover.refusals = 0;
      Duration twice = settings.profile().listLag().multipliedBy(2);
      leftover.next.after(step.now(), twice.compareTo(SOON) > 0 ? twice : SOON);
    } else {
      CloudException error = event.error().orElseThrow();
      leftover.refusals++;
      leftover.next.failed(step.now(), error.retryAfter(), settings.random());
      if (leftover.refusals >= REFUSALS_THAT_PASS) {
        alarms.raise(
            Alarm.Code.CLOUD,
            AlarmRegistry.Cause.RELEASE,
            event.resource() + " cannot be released, refused " + leftover.refusals
                + " times in a row: " + ErrorText.of(error) + "; the pool asks again and again",
            step.wall());
      }
    }
    alarmOnRefusals();
  }

  private void alarmOnRefusals() {
    boolean refused =
        leftovers.values().stream().anyMatch(one -> one.refusals >= REFUSALS_THAT_PASS);
    if (!refused) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.RELEASE);
    }
  }
}

package io.cloudadapter.core.keeper.resource;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineSighting;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks up the machines of resources that are left over, by id: a list that did not show one may have lagged. */
public final class LeftoverLookup {
  private final KeeperConfig settings;
  private final CurrentStep step;
  private final CloudContact cloud;
  private final Map<String, LeftoverResource> leftovers;
  private final RetryBackoff retry = new RetryBackoff();
  private Set<MachineId> looking = Set.of();
  private long lookedAt;

  LeftoverLookup(
      KeeperConfig settings,
      CurrentStep step,
      CloudContact cloud,
      Map<String, LeftoverResource> leftovers) {
    this.settings = settings;
    this.step = step;
    this.cloud = cloud;
    this.leftovers = leftovers;
  }

  /** Whether a resource has had no owner for so long that nothing can still be under way for it. */
  boolean isSettled(LeftoverResource leftover) {
    long at = leftover.since + settings.profile().settle().toNanos() + 1;
    if (step.now().reached(at)) {
      return true;
    }
    step.wakeAt(at);
    return false;
  }

  void onStep() {
    if (!looking.isEmpty()) {
      return;
    }
    if (!retry.isDue(step.now())) {
      step.wakeAt(retry.at());
      return;
    }
    Set<MachineId> asked = leftovers.values().stream()
        .filter(leftover -> !leftover.machineIsGone && isSettled(leftover))
        .flatMap(leftover -> leftover.resource.machine().stream())
        .limit(settings.profile().maxIdsPerList())
        .collect(Collectors.toSet());
    if (!asked.isEmpty()) {
      looking = asked;
      lookedAt = step.now().nanos();
      step.emit(new Effect.Describe(asked));
    }
  }

  /**
   * A look-up of machines has ended.
   *
   * @param event which were asked for, and which were seen
   */
  public void onDescribed(Event.Described event) {
    if (!event.asked().equals(looking) || !event.started().reached(lookedAt)) {
      return;
    }
    looking = Set.of();
    if (!event.complete() || event.error().isPresent() || !cloud.identified) {
      retry.failed(
          step.now(), event.error().flatMap(CloudException::retryAfter), settings.random());
      return;
    }
    retry.reset();
    Set<MachineId> there = event.sightings().stream()
        .filter(sighting -> sighting.end() != MachineSighting.End.FINAL)
        .map(MachineSighting::id)
        .collect(Collectors.toSet());
    leftovers
        .values()
        .removeIf(leftover -> leftover.resource.machine().stream().anyMatch(there::contains));
    for (LeftoverResource leftover : leftovers.values()) {
      leftover.machineIsGone |=
          leftover.resource.machine().filter(event.asked()::contains).isPresent();
    }
  }
}

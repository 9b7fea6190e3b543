package io.cloudadapter.simulation.cloud;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** How the cloud ends machines when a keeper asks for it: all of them, some, late, or none. */
final class TerminateBehavior {
  private final HostileCloud cloud;
  private final ErrorGenerator errors;
  private long deniedUntil;

  TerminateBehavior(HostileCloud cloud, ErrorGenerator errors) {
    this.cloud = cloud;
    this.errors = errors;
  }

  void terminate(
      Set<MachineId> ids,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    boolean denied = deniedUntil > cloud.timeline.nanos() && !cloud.faults.isCalm();
    Optional<CloudException> error = away;
    if (error.isEmpty() && denied) {
      error = Optional.of(ErrorGenerator.of(Kind.DENIED, CloudException.Effect.NONE));
    } else if (error.isEmpty() && cloud.faults.strikes(FaultKind.TERMINATE_DENIED)) {
      error = Optional.of(ErrorGenerator.of(Kind.DENIED, CloudException.Effect.NONE));
      deniedUntil = cloud.timeline.nanos() + cloud.dice.seconds(10, 1200);
    } else if (error.isEmpty() && cloud.faults.strikes(FaultKind.TERMINATE_FAILS)) {
      error = Optional.of(cloud.dice.chance(0.5) ? errors.refusal() : errors.riddle());
    }
    long returns = cloud.callTime();
    boolean parted =
        error.isEmpty() && ids.size() > 1 && cloud.faults.strikes(FaultKind.TERMINATE_PART);
    boolean lost = parted && cloud.dice.chance(0.5);
    Map<MachineId, CloudException> refused = new HashMap<>();
    for (MachineId id : ids) {
      boolean left = parted && cloud.dice.chance(0.5);
      Optional<CloudException> own =
          left ? Optional.of(errors.refusal()) : terminate(id, error, returns);
      Optional<CloudException> told = lost ? Optional.of(errors.riddle()) : own;
      told.ifPresent(why -> refused.put(id, why));
    }
    cloud.reply(hears, line, returns, () -> new Event.Terminated(ids, refused));
  }

  /** Ends one machine, unless an error excludes it; returns the error that the caller gets. */
  private Optional<CloudException> terminate(
      MachineId id, Optional<CloudException> error, long within) {
    if (error.isEmpty()
        || (error.get().effect() == CloudException.Effect.UNKNOWN && cloud.dice.chance(0.5))) {
      cloud.timeline.after(cloud.dice.between(0, within), () -> {
        Optional<CloudMachine> ends = cloud
            .machine(id.value())
            .filter(m -> m.alive() && m.truth().state != MachineState.TERMINATING);
        boolean detained = ends.filter(cloud.groups::detains).isPresent();
        ends.ifPresent(cloud.groups::leaves);
        if (!detained) {
          cloud.end(id);
        }
      });
    }
    boolean gone = cloud.machine(id.value()).filter(CloudMachine::alive).isEmpty();
    return error.isPresent() || !gone || cloud.dice.chance(0.5)
        ? error
        : Optional.of(ErrorGenerator.of(Kind.NOT_FOUND, CloudException.Effect.NONE));
  }
}

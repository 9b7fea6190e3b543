package io.cloudadapter.simulation.cloud;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How the cloud changes the ownership marks of machines when a keeper asks for it: at once, late, or not at all. */
final class MarkBehavior {
  private final HostileCloud cloud;
  private final ErrorGenerator errors;

  MarkBehavior(HostileCloud cloud, ErrorGenerator errors) {
    this.cloud = cloud;
    this.errors = errors;
  }

  void mark(
      Effect.Mark mark,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    marking(
        mark.machine(),
        line,
        hears,
        away,
        error -> new Event.Marked(mark.machine(), error),
        machine -> {
          boolean foreign = foreign(machine, mark.marks());
          if (!foreign && machine.truth().marks.isEmpty()) {
            machine.mark(cloud.timeline.nanos(), Optional.of(mark.marks()));
            cloud.groups.joins(machine, mark.marks().pool());
            cloud.listsChange();
          }
          return foreign;
        });
  }

  void unmark(
      Effect.Unmark unmark,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    marking(
        unmark.machine(),
        line,
        hears,
        away,
        error -> new Event.Unmarked(unmark.machine(), error),
        machine -> {
          boolean foreign = foreign(machine, unmark.marks());
          if (!foreign && machine.truth().marks.isPresent()) {
            machine.mark(cloud.timeline.nanos(), Optional.empty());
            cloud.groups.leaves(machine);
            cloud.listsChange();
          }
          return foreign;
        });
  }

  private static boolean foreign(CloudMachine machine, OwnershipMarks ours) {
    return machine
        .truth()
        .marks
        .filter(marks ->
            !marks.pool().equals(ours.pool()) || !marks.incarnation().equals(ours.incarnation()))
        .isPresent();
  }

  private void marking(
      MachineId id,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away,
      Function<Optional<CloudException>, Event> event,
      Predicate<CloudMachine> change) {
    @Nullable CloudMachine machine = cloud.machine(id.value()).orElse(null);
    long returns = cloud.callTime();
    Optional<CloudException> error = away.isPresent()
        ? away
        : cloud.faults.strikes(FaultKind.MARK_FAILS)
            ? Optional.of(cloud.dice.chance(0.5) ? errors.refusal() : errors.riddle())
            : Optional.empty();
    CloudException[] result = {error.orElse(null)};
    if (error.isEmpty()
        || (error.get().effect() == CloudException.Effect.UNKNOWN && cloud.dice.chance(0.5))) {
      cloud.timeline.after(cloud.dice.between(0, returns), () -> {
        boolean there = machine != null && machine.alive();
        boolean foreign = there && change.test(machine);
        cloud.chronicle.tell("cloud", () -> "marks of " + id + " change, foreign " + foreign);
        if (error.isEmpty() && foreign) {
          result[0] = CloudException.of(Kind.CONFLICT, CloudException.Effect.NONE, "theirs")
              .conflict(Conflict.FOREIGN)
              .build();
        } else if (error.isEmpty()
            && !there
            && event.apply(Optional.empty()) instanceof Event.Marked) {
          result[0] = ErrorGenerator.of(Kind.NOT_FOUND, CloudException.Effect.NONE);
        }
      });
    }
    cloud.reply(hears, line, returns, () -> event.apply(Optional.ofNullable(result[0])));
  }
}

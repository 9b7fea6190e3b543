package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.TerminateResult;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the cloud does when a request that changes something arrives, in time or late. */
final class Doing {
  private Doing() {}

  static void what(World world, Request request, Set<FaultKind> struck) {
    if (request instanceof Request.Launch launch) {
      launch(world, launch, struck);
    } else if (request instanceof Request.Terminate terminate) {
      terminate(world, terminate.machine(), struck);
    } else if (request instanceof Request.TerminateAll all) {
      TerminateResult unused = terminate(world, all, struck);
    } else if (request instanceof Request.Mark mark) {
      mark(world, mark);
    } else if (request instanceof Request.Label label) {
      label(world, label);
    } else if (request instanceof Request.Act act) {
      ActionProgress unused = new Deeds(world).act(act);
    } else if (request instanceof Request.Beside beside) {
      beside.change().in(world);
    } else if (request instanceof Request.Raise raise) {
      world.groups.raise(raise, struck);
    } else if (request instanceof Request.Grow grow) {
      world.groups.grow(grow.pool());
    } else if (request instanceof Request.Expire expire) {
      world.groups.expire(expire.hold());
    } else {
      throw new IllegalStateException(
          "nothing carries out " + request.getClass().getName());
    }
  }

  static LaunchResult launch(World world, Request.Launch launch, Set<FaultKind> struck) {
    return new Launching(world, launch, struck).result();
  }

  /** A machine that is not there, or has ended, is left alone; so is one that is ending. */
  private static void terminate(World world, MachineId machine, Set<FaultKind> struck) {
    Optional<Vm> vm = world.machines.get(machine);
    if (vm.isEmpty() || endsOrEnded(vm.get().now())) {
      return;
    }
    if (world.trouble.guarded.contains(machine)) {
      throw Refusals.conflict(Conflict.BUSY, "machine " + machine + " is guarded against its end");
    }
    if (world.groups.detains(machine)) {
      return;
    }
    boolean stuck = struck.contains(FaultKind.STUCK_TERMINATING);
    if (stuck) {
      world.trouble.bit(FaultKind.STUCK_TERMINATING);
    }
    new Course(world).endSoon(vm.get(), stuck);
  }

  /** Each by itself: what a fault does to one of them does not touch the others. */
  static TerminateResult terminate(
      World world, Request.TerminateAll request, Set<FaultKind> struck) {
    Set<MachineId> accepted = new LinkedHashSet<>();
    Map<MachineId, CloudException> refused = new LinkedHashMap<>();
    boolean parted = struck.contains(FaultKind.PART_OF_BATCH);
    for (MachineId machine : request.machines()) {
      if (parted && accepted.size() > refused.size()) {
        world.trouble.bit(FaultKind.PART_OF_BATCH);
        refused.put(machine, Refusals.conflict(Conflict.BUSY, "another operation holds it"));
      } else {
        try {
          terminate(world, machine, struck);
          accepted.add(machine);
        } catch (CloudException guarded) {
          refused.put(machine, guarded);
        }
      }
    }
    return new TerminateResult(accepted, refused);
  }

  private static boolean endsOrEnded(Facts facts) {
    return switch (facts.state()) {
      case TERMINATING -> true;
      case TERMINATED -> !facts.stopped();
      case REQUESTED, REJECTED, PENDING, RUNNING -> false;
    };
  }

  static void mark(World world, Request.Mark request) {
    Optional<Vm> vm =
        world.machines.get(request.machine()).filter(known -> !known.now().over());
    if (vm.isEmpty()) {
      if (request.on()) {
        throw Refusals.machineNotFound(request.machine());
      }
      return;
    }
    Optional<Marks> carried = vm.get().now().marks();
    Marks asked = request.marks();
    if (carried.isPresent()
        && !(carried.get().pool().equals(asked.pool())
            && carried.get().incarnation().equals(asked.incarnation()))) {
      throw Refusals.foreign(request.machine());
    }
    Optional<Marks> next = request.on() ? Optional.of(asked) : Optional.empty();
    if (!carried.equals(next)) {
      world.change(vm.get(), vm.get().now().marked(next));
      if (request.on()) {
        world.groups.joins(request.machine(), asked);
      } else {
        world.groups.leaves(request.machine());
      }
    }
  }

  static void label(World world, Request.Label request) {
    Vm vm = world
        .machines
        .get(request.machine())
        .filter(known -> !known.now().over())
        .orElseThrow(() -> Refusals.machineNotFound(request.machine()));
    Map<String, String> before = vm.now().metadata();
    Facts after = vm.now().labelled(request.labels());
    if (!after.metadata().equals(before)) {
      world.change(vm, after);
    }
  }
}

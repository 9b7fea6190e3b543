package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.TerminateResult;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the cloud does when a request that changes something arrives, in time or late. */
final class RequestExecutor {
  private RequestExecutor() {}

  static void what(CloudState world, CloudRequest request, Set<CloudFault> struck) {
    if (request instanceof CloudRequest.Launch launch) {
      launch(world, launch, struck);
    } else if (request instanceof CloudRequest.Terminate terminate) {
      terminate(world, terminate.machine(), struck);
    } else if (request instanceof CloudRequest.TerminateAll all) {
      TerminateResult unused = terminate(world, all, struck);
    } else if (request instanceof CloudRequest.Mark mark) {
      mark(world, mark);
    } else if (request instanceof CloudRequest.Label label) {
      label(world, label);
    } else if (request instanceof CloudRequest.Act act) {
      ActionProgress unused = new SimulatedActions(world).act(act);
    } else if (request instanceof CloudRequest.Beside beside) {
      beside.change().in(world);
    } else if (request instanceof CloudRequest.Raise raise) {
      world.groups.raise(raise, struck);
    } else if (request instanceof CloudRequest.Grow grow) {
      world.groups.grow(grow.pool());
    } else if (request instanceof CloudRequest.Expire expire) {
      world.groups.expire(expire.hold());
    } else {
      throw new IllegalStateException(
          "nothing carries out " + request.getClass().getName());
    }
  }

  static LaunchResult launch(CloudState world, CloudRequest.Launch launch, Set<CloudFault> struck) {
    return new LaunchExecutor(world, launch, struck).result();
  }

  /** A machine that is not there, or has ended, is left alone; so is one that is ending. */
  private static void terminate(CloudState world, MachineId machine, Set<CloudFault> struck) {
    Optional<SimulatedMachine> vm = world.machines.get(machine);
    if (vm.isEmpty() || endsOrEnded(vm.get().now())) {
      return;
    }
    if (world.trouble.guarded.contains(machine)) {
      throw CloudErrors.conflict(
          Conflict.BUSY, "machine " + machine + " is guarded against its end");
    }
    if (world.groups.detains(machine)) {
      return;
    }
    boolean stuck = struck.contains(CloudFault.STUCK_TERMINATING);
    if (stuck) {
      world.trouble.bit(CloudFault.STUCK_TERMINATING);
    }
    new StateProgression(world).endSoon(vm.get(), stuck);
  }

  /** Each separately: a fault of one does not touch the others. */
  static TerminateResult terminate(
      CloudState world, CloudRequest.TerminateAll request, Set<CloudFault> struck) {
    Set<MachineId> accepted = new LinkedHashSet<>();
    Map<MachineId, CloudException> refused = new LinkedHashMap<>();
    boolean parted = struck.contains(CloudFault.PART_OF_BATCH);
    for (MachineId machine : request.machines()) {
      if (parted && accepted.size() > refused.size()) {
        world.trouble.bit(CloudFault.PART_OF_BATCH);
        refused.put(machine, CloudErrors.conflict(Conflict.BUSY, "another operation holds it"));
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

  private static boolean endsOrEnded(MachineTruth facts) {
    return switch (facts.state()) {
      case TERMINATING -> true;
      case TERMINATED -> !facts.stopped();
      case REQUESTED, REJECTED, PENDING, RUNNING -> false;
    };
  }

  static void mark(CloudState world, CloudRequest.Mark request) {
    Optional<SimulatedMachine> vm =
        world.machines.get(request.machine()).filter(known -> !known.now().over());
    if (vm.isEmpty()) {
      if (request.on()) {
        throw CloudErrors.machineNotFound(request.machine());
      }
      return;
    }
    Optional<OwnershipMarks> carried = vm.get().now().marks();
    OwnershipMarks asked = request.marks();
    if (carried.isPresent()
        && !(carried.get().pool().equals(asked.pool())
            && carried.get().incarnation().equals(asked.incarnation()))) {
      throw CloudErrors.foreign(request.machine());
    }
    Optional<OwnershipMarks> next = request.on() ? Optional.of(asked) : Optional.empty();
    if (!carried.equals(next)) {
      world.change(vm.get(), vm.get().now().marked(next));
      if (request.on()) {
        world.groups.joins(request.machine(), asked);
      } else {
        world.groups.leaves(request.machine());
      }
    }
  }

  static void label(CloudState world, CloudRequest.Label request) {
    SimulatedMachine vm = world
        .machines
        .get(request.machine())
        .filter(known -> !known.now().over())
        .orElseThrow(() -> CloudErrors.machineNotFound(request.machine()));
    Map<String, String> before = vm.now().metadata();
    MachineTruth after = vm.now().labelled(request.labels());
    if (!after.metadata().equals(before)) {
      world.change(vm, after);
    }
  }
}

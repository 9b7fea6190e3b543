package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.simulated.machine.EpochNanos;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.simulated.machine.SimulatedMachine.Next;
import java.time.Duration;

/** The normal course of machines: from requested to running, and from ending to forgotten. */
final class StateProgression {
  private final CloudState world;
  private final CloudSettings settings;

  StateProgression(CloudState world) {
    this.world = world;
    this.settings = world.settings;
  }

  /** What had been planned for a machine happens now. */
  void goOn(SimulatedMachine vm) {
    switch (vm.next()) {
      case LAUNCH ->
        world.change(
            vm, vm.now().launched(EpochNanos.instant(world.now())), Next.BOOT, settings.bootTime());
      case BOOT -> world.change(vm, vm.now().in(MachineState.RUNNING), Next.NOTHING, Duration.ZERO);
      case REJECT -> {
        world.change(vm, vm.now().failed(CloudState.noHost(vm.now())), Next.FORGET, shown());
        world.groups.ended(vm.id());
      }
      case END -> end(vm);
      case FORGET -> world.machines.forget(vm);
      case NOTHING -> {}
    }
  }

  /** Starts on its way a machine that was just made. */
  void begin(SimulatedMachine vm, boolean rejected, boolean stuck) {
    boolean queued = vm.now().state() == MachineState.REQUESTED;
    Next willing = queued ? Next.LAUNCH : Next.BOOT;
    Next next = rejected ? Next.REJECT : stuck ? Next.NOTHING : willing;
    Duration in = queued ? settings.queueTime() : settings.bootTime();
    world.machines.put(vm.planned(next, world.now() + in.toNanos()));
  }

  void endSoon(SimulatedMachine vm, boolean stuck) {
    world.change(
        vm,
        vm.now().in(MachineState.TERMINATING),
        stuck ? Next.NOTHING : Next.END,
        settings.endTime());
  }

  /** Ends a machine for good, now; it is listed for a while yet, and longer than any list lags. */
  void end(SimulatedMachine vm) {
    world.change(vm, vm.now().in(MachineState.TERMINATED), Next.FORGET, shown());
    world.groups.ended(vm.id());
  }

  private Duration shown() {
    return settings.shownAfterEnd().plus(settings.listLag());
  }

  /** Starts a machine that is stopped. */
  void startAgain(SimulatedMachine vm) {
    world.change(vm, vm.now().in(MachineState.PENDING), Next.BOOT, settings.bootTime());
  }

  void stop(SimulatedMachine vm) {
    world.change(vm, vm.now().halted(), Next.NOTHING, Duration.ZERO);
  }
}

package io.cloudadapter.simulated.machine;

import io.cloudadapter.api.MachineId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A machine in the cloud: its recent versions, and its next change without a request. Never changes; each change
 * makes another record.
 *
 * @param serial orders machines by their making
 * @param next what comes next
 * @param nextAt when
 * @param history its versions, oldest first, as far back as a list may look
 */
public record SimulatedMachine(long serial, Next next, long nextAt, List<MachineVersion> history) {

  /** What can come next without anybody asking. */
  public enum Next {
    NOTHING,
    LAUNCH,
    BOOT,
    REJECT,
    END,
    FORGET
  }

  public static SimulatedMachine born(long serial, long at, MachineTruth facts) {
    return new SimulatedMachine(
        serial, Next.NOTHING, EpochNanos.NEVER, List.of(MachineVersion.of(at, facts)));
  }

  public MachineId id() {
    return now().id();
  }

  public MachineTruth now() {
    return history.get(history.size() - 1).facts();
  }

  /** What was true at a moment; empty before it was made. */
  public Optional<MachineVersion> at(long moment) {
    for (int i = history.size() - 1; i >= 0; i--) {
      if (history.get(i).since() <= moment) {
        return Optional.of(history.get(i));
      }
    }
    return Optional.empty();
  }

  /** The same machine, changed at a moment; forgets what no list can show any more. */
  public SimulatedMachine changed(long at, MachineTruth facts, long horizon) {
    List<MachineVersion> versions = new ArrayList<>(history);
    while (versions.size() > 1 && versions.get(1).since() <= horizon) {
      versions.remove(0);
    }
    versions.add(MachineVersion.of(at, facts));
    return new SimulatedMachine(serial, next, nextAt, List.copyOf(versions));
  }

  public SimulatedMachine planned(Next what, long when) {
    return new SimulatedMachine(
        serial, what, what == Next.NOTHING ? EpochNanos.NEVER : when, history);
  }
}

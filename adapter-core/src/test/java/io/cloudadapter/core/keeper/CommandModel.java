package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.protocol.Command;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The commands as the specification of the REST API 2.0 words them, by what a client sees: a model that
 * knows nothing of ledgers, promises or plans. It foretells how a command is answered and what becomes
 * of the desired size.
 */
final class CommandModel {
  private static final Set<MachineState> ALLOCATED =
      EnumSet.of(MachineState.REQUESTED, MachineState.PENDING, MachineState.RUNNING);

  /**
   * What must come of a command.
   *
   * @param accepted whether it is accepted, or empty if that is open
   * @param refusal why not, where that is certain
   * @param desired the desired size afterwards
   */
  record Foretold(Optional<Boolean> accepted, Optional<Reason> refusal, int desired) {}

  final int maxSize;
  int desired;
  final Map<String, Command> keys = new HashMap<>();

  /** Keys of commands that are accepted later, or refused: each with its command. */
  final Map<String, Command> underWay = new HashMap<>();

  /** Machines that have lowered the desired size by their leaving, until they count again. */
  final Set<String> lowered = new HashSet<>();

  /** Machines on their way in: each one that is bound raises the desired size by one. */
  final Set<String> joining = new HashSet<>();

  /** The key of the launch that made a machine, by the machine's id. */
  private final Function<String, Optional<String>> launchKey;

  CommandModel(int maxSize, Function<String, Optional<String>> launchKey) {
    this.maxSize = maxSize;
    this.launchKey = launchKey;
  }

  static boolean counts(Machine machine) {
    return ALLOCATED.contains(machine.machineState())
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE;
  }

  static boolean promise(Machine machine) {
    return machine.id().value().startsWith("req-");
  }

  /**
   * @param key the idempotency key, if any
   * @param named the machine that the command names, as a reader saw it a moment before; null if no such
   *     member was shown
   */
  Foretold foretell(Command command, Optional<String> key, @Nullable Machine named) {
    Command before = key.map(keys::get).orElse(null);
    if (before != null) {
      return before.equals(command) ? accepted(desired) : refused(Reason.CONFLICT);
    }
    Command waits = key.map(underWay::get).orElse(command);
    if (!waits.equals(command)) {
      return refused(Reason.CONFLICT);
    }
    if (command instanceof Command.SetDesiredSize resize) {
      int size = resize.desiredSize();
      return size < 0 || size > maxSize ? refused(Reason.INVALID) : accepted(size);
    } else if (command instanceof Command.Terminate terminate) {
      return named == null ? open() : leaving(named, terminate.decrement());
    } else if (command instanceof Command.Detach detach) {
      if (named != null && promise(named)) {
        return refused(Reason.CONFLICT);
      }
      boolean leaves = named != null && ALLOCATED.contains(named.machineState());
      return leaves ? leaving(named, detach.decrement()) : open();
    } else if (command instanceof Command.Attach) {
      return open();
    }
    // A service state and a protection change no size, and are for machines that are there.
    if (named == null || promise(named)) {
      return new Foretold(Optional.of(false), Optional.empty(), desired);
    }
    return ALLOCATED.contains(named.machineState()) ? accepted(desired) : open();
  }

  /** What counts makes the pool smaller; what does not is refused, unless it has done so before. */
  private Foretold leaving(Machine machine, boolean decrement) {
    if (decrement && counts(machine)) {
      return accepted(Math.max(0, desired - 1));
    }
    if (!decrement || lowered.contains(machine.id().value())) {
      return accepted(desired);
    }
    return mayComeFromLoweringPromise(machine) ? open() : refused(Reason.CONFLICT);
  }

  /**
   * Whether a promise of the machine's launch was taken back with a decrement. If the machine came from that
   * promise, a decrement repeats the one of the promise. A client cannot see which promise became which machine.
   */
  private boolean mayComeFromLoweringPromise(Machine machine) {
    return launchKey
        .apply(machine.id().value())
        .filter(key -> lowered.stream().anyMatch(id -> id.startsWith("req-" + key + "-")))
        .isPresent();
  }

  /** What was shown a moment ago; a machine that counts has not left. */
  void shows(Collection<Machine> machines) {
    machines.stream()
        .filter(CommandModel::counts)
        .forEach(m -> lowered.remove(m.id().value()));
  }

  /** A command about a machine that was shown was accepted. */
  void accepts(Command command, Machine named) {
    boolean decrement = command instanceof Command.Terminate terminate
        ? terminate.decrement()
        : command instanceof Command.Detach detach && detach.decrement();
    if (decrement && counts(named)) {
      lowered.add(named.id().value());
    }
  }

  private static Foretold accepted(int desired) {
    return new Foretold(Optional.of(true), Optional.empty(), desired);
  }

  private Foretold refused(Reason reason) {
    return new Foretold(Optional.of(false), Optional.of(reason), desired);
  }

  /** The size stays with any answer. */
  private Foretold open() {
    return new Foretold(Optional.empty(), Optional.empty(), desired);
  }
}

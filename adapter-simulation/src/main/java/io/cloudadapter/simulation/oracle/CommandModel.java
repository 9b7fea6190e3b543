package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A model of the commands and of what they request, independent of how the pool fulfils them. It predicts what a
 * step's commands change, then compares with what became durable.
 */
public final class CommandModel {
  /** What is true after some of a step's commands. */
  private record State(int desired, Set<String> leaving, ScalingModel.Page page) {}

  private final InvariantChecker judge;
  private final MachineFlags flags;

  /** What has lowered the desired size by its leaving: placeholders, and machines with the generation of each. */
  private final Map<String, Integer> lowered = new HashMap<>();

  private int desired;
  private boolean set;
  private final ScalingModel scalings;

  public CommandModel(InvariantChecker judge) {
    this.judge = judge;
    this.flags = new MachineFlags(judge);
    this.scalings = new ScalingModel(judge);
  }

  /** The states that a step's commands lead through, the present one first. */
  public final class Foretold {
    private final List<State> states = new ArrayList<>();
    private final List<Event.Asked> changing = new ArrayList<>();
    private final List<Event.Asked> unanswered = new ArrayList<>();
    private final Set<CommandSender> accepted = new HashSet<>();
    private final Set<CommandSender> refused = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> leaving = new HashSet<>();
    private final Set<String> doomed = new HashSet<>();
    private final Map<String, Integer> lowers = new HashMap<>();
    private final Set<String> detached = new HashSet<>();
    private final Set<String> outOfService = new HashSet<>();
    private final Set<String> settled = new HashSet<>();
    private final Set<String> adopted = new HashSet<>();
    private final Map<CommandSender, CommandResult> outcomes = new HashMap<>();
    private final ScalingTurn turn;
    private final StepResult step;
    private final boolean alone;
    private boolean planned;
    private int size = desired;
    private final int initialSize;
    private boolean adopts;
    private boolean resized;

    /** Attached machines that are bound before a schedule is followed, and so are in {@link #size}. */
    private int bound;

    private Foretold(PoolConfig config, List<Event> events, StepResult step) {
      this.step = step;
      this.initialSize = config.initialSize();
      this.alone = events.size() == 1;
      turn = scalings.turn(config, size);
      states.add(new State(size, Set.of(), turn.page()));
      if (!step.answers().isEmpty() || anyAsked(events)) {
        answered(events, step);
      }
      if (HealthReadChecker.reads(events, judge)) {
        // After the commands: a machine that a caller leaves to the other sources may follow them
        // at once.
        flags.reads();
      }
      follow(ScheduleChecker.of(judge, config, step));
    }

    private void answered(List<Event> events, StepResult step) {
      for (StepResult.Answer answer : step.answers()) {
        (answer.refusal().isPresent() ? refused : accepted).add(answer.caller());
        // How long a hook waits is the pauses' affair.
        answer
            .outcome()
            .filter(o -> !(o instanceof CommandResult.Deadline
                || o instanceof CommandResult.Accepted
                || o instanceof CommandResult.Stay
                || o instanceof CommandResult.Leased))
            .ifPresent(outcome -> outcomes.put(answer.caller(), outcome));
      }
      judge.present().stream()
          .filter(m -> m.serviceState() == ServiceState.OUT_OF_SERVICE)
          .forEach(m -> outOfService.add(m.id()));
      for (Event event : events) {
        if (event instanceof Event.Asked asked) {
          boolean repeated =
              asked.caller().idempotencyKey().filter(this::repeated).isPresent();
          if (!repeated) {
            turn.hold(() -> check(asked));
          }
          Optional<CommandResult> outcome = Optional.ofNullable(outcomes.get(asked.caller()));
          if (asked.command().decidesByNumbers()) {
            turn.planned(size);
            planned = true;
          }
          boolean done = accepted.contains(asked.caller());
          if (!done && !refused.contains(asked.caller())) {
            unanswered.add(asked);
          }
          if (done && repeated) {
            turn.repeated(asked, outcome);
          } else if (done && turn.declined(asked, outcome)) {
            turn.decided(asked.command(), outcome.orElseThrow(), size, unforeseen());
          } else if (done) {
            accept(asked.command(), outcome);
            turn.answered(asked, outcome);
            changing.add(asked);
            asked.caller().idempotencyKey().ifPresent(seen::add);
          }
          states.add(new State(size, Set.copyOf(leaving), turn.page()));
        }
      }
    }

    /** Sizes that were due by a schedule, after what was asked for. */
    private void follow(ScheduleChecker firings) {
      firings.fault().ifPresent(turn::find);
      if (!firings.all().isEmpty()) {
        turn.planned(size);
      }
      for (ScheduleChecker.Firing firing : firings.all()) {
        size += firing.bound() - bound;
        bound = firing.bound();
        if (unforeseen() || !set) {
          size = firing.before().desired();
          states.add(new State(size, Set.copyOf(leaving), turn.page()));
        }
        size = turn.followed(firing, size);
        resized = true;
        states.add(new State(size, Set.copyOf(leaving), turn.page()));
      }
    }

    private static boolean anyAsked(List<Event> events) {
      return events.stream().anyMatch(Event.Asked.class::isInstance);
    }

    private boolean repeated(String key) {
      return judge.replied(key) || seen.contains(key);
    }

    private void check(Event.Asked asked) {
      boolean done = accepted.contains(asked.caller());
      boolean answered = done || refused.contains(asked.caller());
      if (asked.command() instanceof Command.SetDesiredSize resize) {
        boolean sound = resize.desiredSize() >= 0 && resize.desiredSize() <= turn.most();
        rule(!done || sound, "bad input", resize + " was accepted");
      }
      rule(
          answered || asked.command() instanceof Command.Attach,
          "I6",
          asked.command() + " was not answered");
      boolean asAnswered = refused.contains(asked.caller())
          && asked.caller().idempotencyKey().isEmpty()
          && repeatsDecrement(asked.command());
      rule(!asAnswered, "I6", asked.command() + " was refused, and had been accepted before");
    }

    /** Whether a machine is on its way to its end by just this command, with a decrement. */
    private boolean repeatsDecrement(Command command) {
      if (!(command instanceof Command.Terminate terminate) || !terminate.decrement()) {
        return false;
      }
      String id = terminate.machine().value();
      MachineRecord machine = judge.machine(id);
      return machine != null
          && (machine.status() == Status.RETIRING || machine.status() == Status.DELETING)
          && lowered.getOrDefault(id, -1) == machine.generation()
          && !detached.contains(id);
    }

    /** Whether this step has set the desired size to a number that only the keeper can compute. */
    private boolean unforeseen() {
      return adopts;
    }

    private void accept(Command command, Optional<CommandResult> outcome) {
      if (command instanceof Command.SetDesiredSize resize) {
        turn.sized(resize.desiredSize(), size);
        size = resize.desiredSize();
        resized = true;
      } else if (command instanceof Command.IncreaseDesiredSize increase) {
        turn.sized(size + increase.machines(), size);
        size += increase.machines();
        resized = true;
      } else if (command instanceof Command.CancelLaunches cancel) {
        size -= cancel.machines();
        resized = true;
        mayHaveCancelled();
      } else if (command instanceof Command.StartRefresh start) {
        turn.refreshes(RefreshSettings.of(start.request()));
      } else if (outcome.isPresent()) {
        resized = true;
        size = turn.decided(command, outcome.get(), size, unforeseen());
      } else if (command instanceof Command.Terminate terminate) {
        String id = terminate.machine().value();
        boolean counted = id.startsWith("req-") ? opens(id) : leaves(id);
        lower(id, counted, terminate.decrement());
      } else if (command instanceof Command.Detach detach) {
        String id = detach.machine().value();
        lower(id, leaves(id), detach.decrement());
        detached.add(id);
      } else if (command instanceof Command.SetServiceState state) {
        String id = state.machine().value();
        flags.set(id, state.state());
        if (state.state() == ServiceState.OUT_OF_SERVICE) {
          outOfService.add(id);
        } else if (outOfService.remove(id)) {
          turn.tookBack();
        }
      } else if (command instanceof Command.ReportHealth report) {
        flags.report(report, alone);
      } else if (command instanceof Command.ReclaimNotice heed) {
        flags.set(heed.machine().value(), ServiceState.OUT_OF_SERVICE);
        outOfService.add(heed.machine().value());
      } else if (command instanceof Command.Protect protect) {
        flags.protect(protect.machine().value(), protect.isProtected());
      } else if (command instanceof Command.SetMembershipStatus membership) {
        flags.set(membership.machine().value(), membership.status());
        turn.tookBack();
      } else if (command instanceof Command.Settle settle) {
        settle(settle);
      } else if (command instanceof Command.Adopt) {
        adopts = true;
        turn.adopted();
      } else if (command instanceof Command.Disown && !set && !resized) {
        size = initialSize;
      }
    }

    /** Any place of a launch that was not sent may have lowered the size: the pool chooses which. */
    private void mayHaveCancelled() {
      for (LaunchRecord launch : judge.unresolved()) {
        for (int slot = 0; slot < launch.k(); slot++) {
          if (launch.status() == LaunchRecord.Status.PLANNED) {
            lowers.put("req-" + launch.key() + "-" + slot, 0);
          }
        }
      }
    }

    /** What counts lowers the size, once; another decrement is accepted only if it repeats one that has. */
    private void lower(String id, boolean counted, boolean decrement) {
      if (counted && decrement) {
        size = Math.max(0, size - 1);
        MachineRecord machine = judge.machine(id);
        lowers.put(id, machine == null ? 0 : machine.generation());
      } else if (decrement) {
        boolean repeats = adopts
            || lowers.containsKey(id)
            || lowered.containsKey(id)
            || cameForALoweringPlaceholder(id);
        turn.hold(() ->
            rule(repeats, "I6", "a decrement by " + id + " was accepted, and has lowered nothing"));
      }
    }

    /** Whether a machine's launch had a placeholder that was taken back with a decrement. */
    private boolean cameForALoweringPlaceholder(String id) {
      MachineRecord machine = judge.machine(id);
      return machine != null
          && machine.key() != null
          && lowered.keySet().stream().anyMatch(p -> p.startsWith("req-" + machine.key() + "-"));
    }

    /** A decision about a machine in quarantine; one that was taken before changes nothing. */
    private void settle(Command.Settle settle) {
      String id = settle.machine().value();
      MachineRecord machine = judge.machine(id);
      boolean held = machine != null && machine.status() == Status.QUARANTINED;
      if (!held || !settled.add(id)) {
        return;
      }
      judge.strays.decided(id, settle.decision());
      if (settle.decision() == QuarantineDecision.ADOPT) {
        adopted.add(id);
        size = judge.strays.sizeAfterAdoption(id, step).orElse(size);
        turn.joined(size);
      }
    }

    /** Whether a placeholder was open, and is not any more. */
    private boolean opens(String placeholder) {
      int cut = placeholder.lastIndexOf('-');
      LaunchRecord intent = judge.intent(placeholder.substring(4, cut));
      int slot = Integer.parseInt(placeholder.substring(cut + 1));
      return intent != null
          && intent.unresolved()
          && slot < intent.slots().length()
          && intent.slots().charAt(slot) == LaunchRecord.OPEN
          && doomed.add(placeholder);
    }

    /** Whether a machine is in use, also by what an earlier command of this step did. */
    private boolean live(MachineRecord machine) {
      return machine.status() == Status.LIVE || adopted.contains(machine.id());
    }

    /** Whether a machine counted, and does not any more. */
    private boolean leaves(String id) {
      MachineRecord machine = judge.machine(id);
      if (machine == null
          || (planned && goesAsSurplus(id, step))
          || (!live(machine) && machine.status() != Status.PRESUMED_GONE)
          || !leaving.add(id)) {
        return false;
      }
      boolean allocated = live(machine)
          && (machine.warm() == null
              ? machine.state().allocated()
              : WarmChecker.wakes(machine) || wakesIn(id, step));
      return allocated && !outOfService.contains(id);
    }
  }

  /** Whether a step takes a machine from the warm pool, which may be before anybody names it. */
  private boolean wakesIn(String id, StepResult step) {
    return step.atoms().stream()
        .anyMatch(atom -> judge.written(id, atom).filter(WarmChecker::wakes).isPresent());
  }

  /** Whether a machine goes in a step as one too many, before anybody names it. */
  private boolean goesAsSurplus(String id, StepResult step) {
    for (Map<String, Optional<byte[]>> atom : step.atoms()) {
      Optional<MachineRecord> now = judge
          .written(id, atom)
          .filter(m -> m.status() != Status.LIVE && m.status() != Status.PRESUMED_GONE);
      if (now.isPresent()) {
        return String.valueOf(now.get().reason()).startsWith(InvariantChecker.SURPLUS);
      }
    }
    return false;
  }

  /** What a step's commands will change; to be asked before it becomes durable. */
  public Foretold foretell(PoolConfig config, List<Event> events, StepResult step) {
    return new Foretold(config, events, step);
  }

  /** A step has become durable, as a whole or up to some atom: takes over what is so, if it may be. */
  public void compare(Foretold foretold, boolean whole) {
    State last = foretold.states.get(foretold.states.size() - 1);
    Set<String> left = new HashSet<>(last.leaving());
    left.removeIf(this::stays);
    if ((judge.activated || (foretold.adopts && !whole)) && !set && !foretold.resized) {
      rule(
          foretold.adopts || judge.desired() == judge.config().initialSize() + judge.joined,
          "I6",
          "the first desired size is " + judge.desired());
      desired = judge.desired();
    } else if (whole || (judge.joined > 0 && foretold.bound == 0)) {
      int joined = judge.joined - foretold.bound;
      rule(
          judge.desired() == last.desired() + joined && left.containsAll(last.leaving()),
          "I6",
          () -> "the desired size is " + judge.desired() + ", accepted was " + last.desired()
              + " and " + joined + " attached; leaving " + last.leaving());
    } else {
      // Of a pool that never had a size, the first one may be all that is durable of the step.
      boolean first = !set && (foretold.adopts || judge.desired() == foretold.initialSize);
      rule(
          first
              || foretold.states.stream()
                  .anyMatch(s -> (s.desired() == judge.desired()
                          || s.desired() + judge.joined == judge.desired())
                      && scalings.reads(s.page())
                      && left.containsAll(s.leaving())
                      && last.leaving().stream()
                          .noneMatch(id -> left.contains(id) && !s.leaving().contains(id))),
          "I6",
          "half a command is durable: desired " + judge.desired() + ", possible "
              + foretold.states);
    }
    foretold.lowers.forEach((id, generation) -> {
      if (whole || left.contains(id) || id.startsWith("req-")) {
        lowered.put(id, generation);
      }
    });
    scalings.compare(foretold.turn, whole, !foretold.step.atoms().isEmpty());
    desired = judge.desired();
    set |= judge.pool().filter(PoolRecord::desiredSet).isPresent();
    judge.joined = 0;
    judge.activated = false;
    judge.strays.compare(foretold.changing, whole);
    if (whole) {
      answered(foretold);
      judge.attachKeys.answered(foretold.unanswered, foretold.refused);
      flags.compare(foretold.changing);
    } else {
      flags.forget(foretold.changing);
    }
  }

  private boolean stays(String id) {
    MachineRecord machine = judge.machine(id);
    return machine == null
        || machine.status() == Status.LIVE
        || machine.status() == Status.PRESUMED_GONE;
  }

  private void answered(Foretold foretold) {
    for (Event.Asked asked : foretold.changing) {
      asked
          .caller()
          .idempotencyKey()
          .ifPresent(
              key -> rule(judge.replied(key), "I6", "the answer under " + key + " is not kept"));
    }
  }
}

package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.HookRecord.State;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Checks the lifecycle hooks of one pool's machines (I7): each is durable before its message goes out, ends once, for
 * a result that was given or by its time, not before that and not long after, and no machine that has run ends, or
 * enters service, before its hooks have ended.
 */
public final class HookChecker {
  /** The keeper looks at what is due so often. */
  private static final long TICK = SeededRandom.SECOND / 10;

  private static final long KEPT = Duration.ofHours(40).toNanos();

  /** By the monotonic clock, when a pause is over, and when it is over at the latest. */
  private record Times(long due, long limit) {}

  /** What a step's commands may do to pauses, and what was answered to them. */
  public record Asked(
      StepResult step, Map<UUID, Set<State>> endings, Set<UUID> beats, List<Replied> replies) {}

  private record Passage(MachineRecord machine, LifecycleTransition transition) {}

  private record Replied(Command command, StepResult.Answer answer) {}

  private final InvariantChecker judge;
  private final VirtualTime timeline;
  private final Map<UUID, HookRecord> all = new HashMap<>();
  private final Map<String, List<UUID>> ofMachine = new HashMap<>();
  private final Map<UUID, Times> waiting = new LinkedHashMap<>();
  private final Map<UUID, Long> endedAt = new HashMap<>();
  private final List<HookRecord> fresh = new ArrayList<>();
  private final List<Passage> passed = new ArrayList<>();
  private final HookMessageChecker messages;
  private final HookAnswerChecker answers = new HookAnswerChecker(all);
  private Map<UUID, Set<State>> endings = Map.of();
  private Set<UUID> beats = Set.of();

  HookChecker(InvariantChecker judge, VirtualTime timeline) {
    this.judge = judge;
    this.timeline = timeline;
    this.messages = new HookMessageChecker(judge, this);
  }

  /** The records of the pauses that last. */
  public List<HookRecord> lasting() {
    List<HookRecord> lasting = new ArrayList<>();
    waiting.keySet().forEach(token -> lasting.add(known(token)));
    return lasting;
  }

  /** The messages of these hooks and what their receivers answer. */
  public HookMessageChecker messages() {
    return messages;
  }

  Optional<HookRecord> find(UUID token) {
    return Optional.ofNullable(all.get(token));
  }

  private HookRecord known(UUID token) {
    HookRecord hook = all.get(token);
    if (hook == null) {
      throw new IllegalStateException("no such hook: " + token);
    }
    return hook;
  }

  /** A keeper starts: of the time that is left it has only what the wall clock shows. */
  void newLife() {
    messages.newLife();
    Instant wall = timeline.now().wall();
    waiting.replaceAll((token, times) -> {
      HookRecord hook = known(token);
      Duration most = Duration.between(hook.since(), hook.limit());
      return new Times(left(wall, hook.deadline(), most), left(wall, hook.limit(), most));
    });
  }

  private long left(Instant wall, Instant until, Duration most) {
    long nanos = Duration.between(wall, until).toNanos();
    return timeline.nanos() + Math.max(0, Math.min(nanos, most.toNanos()));
  }

  // ------------------------------------------------------------------------------- commands

  /** What a step's commands may do; to be asked before any of it becomes durable. */
  public Asked foretell(List<Event> events, StepResult step) {
    Map<CommandSender, StepResult.Answer> answers = new HashMap<>();
    step.answers().forEach(answer -> answers.put(answer.caller(), answer));
    Asked asked = new Asked(step, new HashMap<>(), new HashSet<>(), new ArrayList<>());
    for (Event event : events) {
      if (event instanceof Event.Asked request && answers.containsKey(request.caller())) {
        StepResult.Answer answer = answers.get(request.caller());
        boolean accepted = answer.refusal().isEmpty();
        if (request.command() instanceof Command.Answer ending) {
          asked.replies.add(new Replied(ending, answer));
          if (accepted) {
            asked
                .endings
                .computeIfAbsent(ending.token(), token -> EnumSet.noneOf(State.class))
                .add(HookAnswerChecker.state(ending));
          }
        } else if (request.command() instanceof Command.Heartbeat beat) {
          asked.replies.add(new Replied(beat, answer));
          if (accepted) {
            asked.beats.add(beat.token());
          }
        }
      }
    }
    endings = asked.endings;
    beats = asked.beats;
    return asked;
  }

  /** A step is durable as a whole: what was answered is so, and what was due has ended. */
  public void compare(Asked asked) {
    asked.replies.forEach(replied -> answers.check(replied.command(), replied.answer()));
    long decidedAt = judge.decidedAt();
    waiting.forEach((token, times) -> {
      rule(
          times.due() + TICK > decidedAt,
          "I7",
          () -> "it is time, but there waits " + known(token));
      rule(
          asked.step.wake() - times.due() <= TICK,
          "I7",
          () -> "the keeper sleeps for " + (asked.step.wake() - times.due()) / SeededRandom.SECOND
              + " s longer than there waits " + known(token));
    });
    messages.silent(asked.step);
  }

  // ------------------------------------------------------------------------------- records

  /** A pause has become durable, or was forgotten. */
  void durable(UUID token, Optional<HookRecord> now) {
    HookRecord before = all.get(token);
    if (now.isEmpty()) {
      rule(
          before != null
              && !before.waiting()
              && timeline.nanos() - endedAt.getOrDefault(token, Long.MAX_VALUE) > KEPT,
          "I7",
          () -> "forgotten was " + before);
      all.remove(token);
      ofMachine.values().forEach(tokens -> tokens.remove(token));
      return;
    }
    HookRecord hook = now.get();
    all.put(token, hook);
    if (before == null) {
      begins(hook);
    } else {
      changes(before, hook);
    }
    if (!hook.waiting()) {
      waiting.remove(token);
      endedAt.putIfAbsent(token, timeline.nanos());
    }
  }

  private void begins(HookRecord hook) {
    LifecycleHook configured = judge.config().hooks().stream()
        .filter(each -> each.name().equals(hook.hook()))
        .findFirst()
        .orElse(null);
    boolean sound = configured != null
        && hook.waiting()
        && !hook.told()
        && hook.transition() == configured.transition()
        && hook.since().equals(judge.decidedWall())
        && hook.deadline().equals(hook.since().plus(configured.timeout()))
        && hook.limit().equals(hook.since().plus(configured.limit()))
        && hook.timeout().equals(configured.timeout())
        && hook.otherwise() == configured.otherwise();
    rule(sound, "I7", () -> "there began " + hook + ", configured is " + configured);
    for (UUID token : ofMachine.getOrDefault(hook.machine(), List.of())) {
      HookRecord other = known(token);
      rule(
          other.generation() != hook.generation()
              || other.transition() != hook.transition()
              || !other.hook().equals(hook.hook())
              || (WarmChecker.mayRecur(hook.transition()) && !other.waiting()),
          "I7",
          () -> "a second time there began " + hook);
    }
    ofMachine.computeIfAbsent(hook.machine(), id -> new ArrayList<>()).add(hook.token());
    waiting.put(
        hook.token(),
        new Times(
            judge.decidedAt() + hook.timeout().toNanos(),
            judge.decidedAt() + Duration.between(hook.since(), hook.limit()).toNanos()));
    fresh.add(hook);
  }

  private void changes(HookRecord before, HookRecord now) {
    rule(
        before.waiting() || before.equals(now),
        "I7",
        () -> "ended was " + before + ", and now it is " + now);
    boolean same = now.machine().equals(before.machine())
        && now.generation() == before.generation()
        && now.hook().equals(before.hook())
        && now.transition() == before.transition()
        && now.since().equals(before.since())
        && now.limit().equals(before.limit())
        && now.timeout().equals(before.timeout())
        && now.otherwise() == before.otherwise()
        && now.metadata().equals(before.metadata());
    rule(same, "I7", () -> before + " became " + now);
    if (now.told() != before.told()) {
      rule(
          now.told() && messages.isDelivered(now.token()),
          "I7",
          () -> "its receiver has " + (now.told() ? "not " : "") + "got the message of " + now);
    }
    Times times = waiting.get(now.token());
    if (times != null && !now.deadline().equals(before.deadline())) {
      rule(
          beats.contains(now.token()),
          "I7",
          () -> "without a heartbeat " + before + " became " + now);
      times = beaten(now, times);
    }
    if (times != null && !now.waiting()) {
      ends(now, times);
    }
  }

  private Times beaten(HookRecord hook, Times times) {
    long wished = Math.min(times.limit(), judge.decidedAt() + hook.timeout().toNanos());
    long due = Math.max(times.due(), wished);
    rule(
        hook.deadline().equals(judge.decidedWall().plusNanos(due - judge.decidedAt())),
        "I7",
        () -> "a heartbeat put off the deadline wrongly: " + hook);
    Times later = new Times(due, times.limit());
    waiting.put(hook.token(), later);
    return later;
  }

  private void ends(HookRecord hook, Times times) {
    long left = times.due() - judge.decidedAt();
    switch (hook.state()) {
      case TIMED_OUT -> rule(left <= 0, "I7", () -> "it was not time yet for " + hook);
      case COMPLETED, ABANDONED ->
        rule(
            left > -TICK && endings.getOrDefault(hook.token(), Set.of()).contains(hook.state()),
            "I7",
            () -> "ended without a cause, or too late: " + hook);
      case WAITING, MOOT -> fresh.add(hook);
    }
  }

  // ------------------------------------------------------------------------------- machines

  /** A machine goes on, to its end or into service; judged when the atom is there as a whole. */
  void passes(MachineRecord machine) {
    boolean ends = machine.status() == Status.DELETING;
    passes(machine, ends ? LifecycleTransition.TERMINATE : LifecycleTransition.LAUNCH);
  }

  /** The same of a machine that goes on in a transition. */
  void passes(MachineRecord machine, LifecycleTransition transition) {
    passed.add(new Passage(machine, transition));
  }

  /** An atom is durable as a whole. */
  void settle() {
    for (HookRecord hook : fresh) {
      MachineRecord machine = judge.machine(hook.machine());
      boolean pauses = machine != null
          && machine.generation() == hook.generation()
          && (hook.transition() == LifecycleTransition.TERMINATE
              ? leaves(machine)
              : hook.transition() == LifecycleTransition.LAUNCH
                  ? machine.warm() == null && enters(machine)
                  : WarmChecker.pauses(machine, hook.transition()));
      rule(
          pauses == hook.waiting(),
          "I7",
          () -> hook + " does not go with " + judge.machine(hook.machine()));
      rule(
          !hook.waiting() || waiting(hook.machine()) == 1,
          "I7",
          () -> "more than one hook waits of machine " + hook.machine());
    }
    fresh.clear();
    passed.forEach(this::passesRightly);
    passed.clear();
  }

  private static boolean leaves(MachineRecord machine) {
    return machine.status() == Status.RETIRING && machine.ran() && !machine.released();
  }

  private static boolean enters(MachineRecord machine) {
    return machine.entering()
        && (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE);
  }

  private int waiting(String machine) {
    int count = 0;
    for (UUID token : ofMachine.getOrDefault(machine, List.of())) {
      count += waiting.containsKey(token) ? 1 : 0;
    }
    return count;
  }

  /** Its hooks have all had their turn, or one was abandoned, which only an end may go on from. */
  private void passesRightly(Passage passage) {
    MachineRecord machine = passage.machine();
    LifecycleTransition transition = passage.transition();
    boolean ends = transition == LifecycleTransition.TERMINATE;
    rule(waiting(machine.id()) == 0, "I7", () -> "with a hook waiting goes on " + machine);
    if (ends && (!machine.ran() || machine.released())) {
      return;
    }
    Map<String, HookRecord> had = new HashMap<>();
    boolean abandoned = false;
    for (UUID token : ofMachine.getOrDefault(machine.id(), List.of())) {
      HookRecord hook = known(token);
      if (hook.generation() == machine.generation() && hook.transition() == transition) {
        had.put(hook.hook(), hook); // Of several wakes the last one.
        abandoned = WarmChecker.mayRecur(transition)
            ? had.values().stream().anyMatch(one -> result(one) == HookResult.ABANDON)
            : abandoned || result(hook) == HookResult.ABANDON;
      }
    }
    if (abandoned) {
      rule(ends, "I7", () -> "abandoned, but enters service: " + machine);
      return;
    }
    for (LifecycleHook hook : judge.config().hooks()) {
      rule(
          hook.transition() != transition || had.containsKey(hook.name()),
          "I7",
          () -> "hook " + hook.name() + " was left out for " + machine);
    }
  }

  /** What the end of a pause means for its machine. */
  private static HookResult result(HookRecord hook) {
    return switch (hook.state()) {
      case ABANDONED -> HookResult.ABANDON;
      case TIMED_OUT -> hook.otherwise();
      case WAITING, COMPLETED, MOOT -> HookResult.CONTINUE;
    };
  }

  /** What waits yet; in the end nothing does. */
  List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    lasting().forEach(hook -> reasons.add("waits: " + hook));
    return reasons;
  }
}

package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.keeper.state.TimerWheel;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.HookRecord.State;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.warm.WarmRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Lets machines that are about to end or to enter service wait until their hooks are completed or time out. The
 * ledger records a waiting hook, with its token and deadline, before the message goes out, and its result once (I7).
 * Nothing else in the pool waits for it.
 *
 * <p>Within one process, time-outs follow the monotonic clock only, so that no hook ends early because the wall clock
 * jumps; after a restart they follow the deadline in the ledger.
 */
public final class LifecycleHooks {
  private static final Duration KEPT = Duration.ofDays(2);
  private static final Duration LEAST_LEFT = Duration.ofMinutes(1);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final KeeperCounters counters;
  private final HookOutbox outbox;
  private final TimerWheel<UUID> wheel;

  /** Of each pause that lasts: its number in the wheel, and when its time is up. */
  private final Map<UUID, Timer> timers = new HashMap<>();

  private record Timer(int number, long at, long limit) {}

  public LifecycleHooks(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.counters = counters;
    this.outbox = new HookOutbox(settings, ledger, step, alarms);
    this.wheel = new TimerWheel<>(step.now().nanos());
    if (!ledger.pool().restored()) {
      beginTimers();
    }
  }

  private void beginTimers() {
    for (HookRecord hook : ledger.hooks().waiting()) {
      long limit =
          step.now().plus(left(hook.limit(), Duration.between(hook.since(), hook.limit())));
      long at =
          step.now().plus(left(hook.deadline(), Duration.between(hook.since(), hook.limit())));
      start(hook.token(), at, limit);
      outbox.add(hook);
    }
  }

  /** What is left of a time that an earlier life gave; no more than it gave at first. */
  private Duration left(Instant until, Duration most) {
    Duration left = Duration.between(step.wall(), until);
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
  }

  /**
   * The deadlines of a restored ledger go on from where they were at the backup: each hook has what was left then, and
   * at least {@link #LEAST_LEFT} or its timeout.
   */
  public void resumeAfterRestore(Instant takenAt) {
    for (HookRecord hook : List.copyOf(ledger.hooks().waiting())) {
      Duration least = hook.timeout().compareTo(LEAST_LEFT) < 0 ? hook.timeout() : LEAST_LEFT;
      // One that an earlier acceptance has resumed before a crash has begun anew since the backup.
      Instant since = hook.since().isAfter(takenAt) ? hook.since() : takenAt;
      Duration left = longer(Duration.between(since, hook.deadline()), least);
      Duration limit = longer(Duration.between(since, hook.limit()), left);
      ledger.atom();
      ledger.put(hook.resumed(step.wall(), left, limit));
    }
    beginTimers();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private void start(UUID token, long at, long limit) {
    timers.put(token, new Timer(wheel.add(at, token), at, limit));
  }

  // ------------------------------------------------------------------------------- pausing

  /**
   * Whether a machine that is about to end has to pause for a hook; if it is time for the next one, that
   * begins. What never ran has nothing to finish.
   */
  boolean pauseBeforeEnd(MachineRecord machine) {
    endPauses(machine, LifecycleTransition.LAUNCH); // It will not enter service any more.
    return machine.ran()
        && !machine.released()
        && beginNextHook(machine, LifecycleTransition.TERMINATE) == Passage.PAUSED;
  }

  /** Ends the pauses of a transition on which a machine is no more. */
  public void endPauses(MachineRecord machine, LifecycleTransition transition) {
    for (HookRecord hook : ledger.hooks().of(machine, transition)) {
      if (hook.waiting()) {
        end(hook, State.MOOT);
      }
    }
  }

  /** What a machine's hooks permit it at present. */
  public enum Passage {
    /** Wait. */
    PAUSED,
    /** Go on. */
    FREE,
    /** Go no further: one was abandoned. */
    ABANDONED
  }

  /** The hook of a transition that was abandoned, and how, for people. */
  public String abandoned(MachineRecord machine, LifecycleTransition transition) {
    return ledger.hooks().of(machine, transition).stream()
        .filter(hook -> hook.result() == HookResult.ABANDON)
        .map(hook -> hook.hook() + ", which " + hook.state().words() + ",")
        .findFirst()
        .orElse("");
  }

  /** What a machine's hooks let it do; if it is time for the next one, that begins. */
  public Passage beginNextHook(MachineRecord machine, LifecycleTransition transition) {
    List<HookRecord> had = ledger.hooks().of(machine, transition);
    for (HookRecord hook : had) {
      if (hook.waiting()) {
        return Passage.PAUSED;
      }
      if (hook.result() == HookResult.ABANDON) {
        return Passage.ABANDONED;
      }
    }
    for (LifecycleHook hook : settings.config().hooks()) {
      boolean isNew = hook.transition() == transition
          && had.stream().noneMatch(known -> known.hook().equals(hook.name()));
      if (isNew) {
        begin(machine, hook);
        return Passage.PAUSED;
      }
    }
    return Passage.FREE;
  }

  private void begin(MachineRecord machine, LifecycleHook hook) {
    UUID token = RandomIds.uuid(settings.random());
    HookRecord record = HookRecord.begin(token, machine, hook, step.wall());
    WarmRecord warm = machine.warm();
    if (warm != null && hook.transition() != LifecycleTransition.TERMINATE) {
      ledger.put(machine.edit(edit -> edit.warm = warm.pausing(token)));
    }
    ledger.put(record);
    counters.count(KeeperCounters.Counter.PAUSES_BEGUN, 1);
    start(token, step.now().plus(hook.timeout()), step.now().plus(hook.limit()));
    outbox.add(record);
  }

  // ------------------------------------------------------------------------------- ending

  public void answer(Command.Answer command, PendingCommand pending) {
    Optional<HookRecord> found = findHook(command.token(), pending);
    if (found.isEmpty()) {
      return;
    }
    HookRecord hook = found.get();
    State how = command.result() == HookResult.CONTINUE ? State.COMPLETED : State.ABANDONED;
    if (hook.waiting()) {
      end(hook, how);
      pending.accept();
    } else if (hook.state() == how) {
      pending.accept();
    } else {
      refuseLate(hook, pending);
    }
  }

  public void heartbeat(Command.Heartbeat command, PendingCommand pending) {
    Optional<HookRecord> found = findHook(command.token(), pending);
    if (found.isEmpty()) {
      return;
    }
    HookRecord hook = found.get();
    if (!hook.waiting()) {
      refuseLate(hook, pending);
      return;
    }
    if (ledger.pool().restored()) {
      // Its time does not pass until a person has decided about the restore.
      pending.accept(new CommandResult.Deadline(hook.deadline()));
      return;
    }
    Timer timer = Objects.requireNonNull(timers.get(hook.token()), "it waits");
    long wished = step.now().plus(hook.timeout());
    long within = timer.limit() - wished < 0 ? timer.limit() : wished;
    // After a leap of the wall clock more may be left than a heartbeat gives.
    long at = within - timer.at() < 0 ? timer.at() : within;
    Instant later = step.wall().plusNanos(at - step.now().nanos());
    // The entry in the wheel stays: when it comes, what is left is added anew.
    timers.put(hook.token(), new Timer(timer.number(), at, timer.limit()));
    HookRecord extended = hook.until(later);
    ledger.put(extended);
    pending.accept(new CommandResult.Deadline(later));
  }

  public void report(Command.ReportHook command, PendingCommand pending) {
    Optional<HookRecord> found = findHook(command.token(), pending);
    if (found.isEmpty()) {
      return;
    }
    if (!found.get().waiting()) {
      refuseLate(found.get(), pending);
      return;
    }
    outbox.report(found.get(), command.trouble());
    pending.accept();
  }

  /** The pause that a token stands for; what ran out of time just now has done so. */
  private Optional<HookRecord> findHook(UUID token, PendingCommand pending) {
    expire();
    ledger.atom();
    Optional<HookRecord> hook = ledger.hooks().find(token);
    if (hook.isEmpty()) {
      pending.refuse(
          Reason.NOT_FOUND,
          "pool " + settings.config().name() + " has no hook with this token",
          "Hook tokens are kept for two days after the hook ends.");
    }
    return hook;
  }

  private static void refuseLate(HookRecord hook, PendingCommand pending) {
    pending.refuse(
        Reason.CONFLICT,
        "hook " + hook.hook() + " of machine " + hook.machine() + " "
            + hook.state().words() + " at " + hook.endedAt(),
        "It ends once; nothing was changed.");
  }

  private void end(HookRecord hook, State how) {
    Timer timer = timers.remove(hook.token());
    if (timer != null) {
      wheel.remove(timer.number());
    }
    recordEnd(hook, how);
  }

  private void recordEnd(HookRecord hook, State how) {
    ledger.put(hook.ended(how, step.wall(), outbox.remove(hook)));
    counters.count(
        switch (how) {
          case COMPLETED -> KeeperCounters.Counter.PAUSES_COMPLETED;
          case ABANDONED -> KeeperCounters.Counter.PAUSES_ABANDONED;
          case TIMED_OUT -> KeeperCounters.Counter.PAUSES_TIMED_OUT;
          case MOOT -> KeeperCounters.Counter.PAUSES_MOOT;
          case WAITING -> throw new IllegalArgumentException("it has not ended");
        },
        1);
  }

  /** Ends what has run out of time. */
  private void expire() {
    List<UUID> due = new ArrayList<>();
    wheel.advance(step.now().nanos(), due::add);
    for (UUID token : due) {
      Timer timer = timers.remove(token);
      Optional<HookRecord> hook = ledger.hooks().find(token).filter(HookRecord::waiting);
      if (timer == null || hook.isEmpty()) {
        continue;
      }
      if (step.now().reached(timer.at())) {
        ledger.atom();
        recordEnd(hook.get(), State.TIMED_OUT);
      } else {
        start(token, timer.at(), timer.limit()); // Heartbeats have put it off.
      }
    }
  }

  // ------------------------------------------------------------------------------- events

  /** To be called before machines are ended: what has run out of time, or lost its point, has then ended. */
  public void onStep() {
    expire();
    for (HookRecord hook : ledger.hooks().pointless()) {
      ledger.atom();
      end(hook, State.MOOT);
    }
  }

  /** To be called after machines have begun to wait: sends the messages. */
  public void sendMessages() {
    if (!ledger.pool().restored()) {
      outbox.onStep();
    }
    wheel.next().ifPresent(step::wakeAt);
  }

  public void onTold(Event.Told event) {
    outbox.onTold(event);
  }

  /** The pauses that last, in the order in which they began. */
  public List<WaitingHook> waiting() {
    List<WaitingHook> waiting = new ArrayList<>();
    ledger.hooks().waiting().forEach(hook -> waiting.add(hook.shown()));
    return waiting;
  }

  /** The pause that a token stands for, as long as it lasts. */
  public Optional<WaitingHook> waiting(UUID token) {
    return ledger.hooks().find(token).filter(HookRecord::waiting).map(HookRecord::shown);
  }

  /** Forgets hooks that no caller will ask for again. */
  public void dropOldHooks() {
    for (HookRecord hook : List.copyOf(ledger.hooks().ended())) {
      Instant ended = hook.endedAt();
      boolean needed = ledger
          .machine(hook.machine())
          .filter(machine -> machine.generation() == hook.generation())
          .filter(machine ->
              machine.entering() || machine.warm() != null || machine.status() == Status.RETIRING)
          .isPresent();
      if (ended != null && !needed && step.isOlder(ended, KEPT)) {
        ledger.atom();
        ledger.drop(hook);
      }
    }
  }
}

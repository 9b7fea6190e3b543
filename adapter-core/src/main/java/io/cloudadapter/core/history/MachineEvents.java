package io.cloudadapter.core.history;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.MachineSighting;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Derives pool events from changes of machines' records. */
final class MachineEvents {
  private MachineEvents() {}

  static void derive(RecordChange.Machine change, List<EventDraft> drafts) {
    MachineRecord before = change.before();
    int first = drafts.size();
    if (before == null) {
      appears(change, drafts);
      return;
    }
    MachineRecord after = change.after();
    if (before.status() != after.status()) {
      moves(change, before, drafts);
    } else if (before.status() == Status.LIVE) {
      stays(change, before, drafts);
    }
    lives(before, after, drafts);
    if (before.isProtected() != after.isProtected()) {
      drafts.add(of(
              after,
              PoolEventKind.PROTECTION_CHANGED,
              after.isProtected() ? "the machine is protected" : "the machine is not protected")
          .code(after.isProtected() ? "PROTECTED" : "NOT_PROTECTED")
          .by(EventDeriver.caller(change)));
    }
    if (!before.membershipStatus().equals(after.membershipStatus())) {
      drafts.add(of(
              after,
              PoolEventKind.MEMBERSHIP_CHANGED,
              "the membership status of the machine is "
                  + after.membershipStatus().word())
          .code(after.membershipStatus().word().toUpperCase(Locale.ROOT).replace('-', '_'))
          .by(EventDeriver.caller(change)));
    }
    boolean isShort =
        before.effective() && !after.effective() && change.surplus() <= 0 && !after.lowered();
    if (isShort && drafts.size() > first) {
      drafts.get(first).vacates(true);
    }
  }

  /** A machine that is new to the ledger. */
  private static void appears(RecordChange.Machine change, List<EventDraft> drafts) {
    MachineRecord machine = change.after();
    if (machine.status() == Status.QUARANTINED) {
      drafts.add(of(machine, PoolEventKind.MACHINE_QUARANTINED, reason(machine)));
    } else if (machine.made()) {
      drafts.add(of(machine, PoolEventKind.MACHINE_LAUNCHED, "the cloud has made the machine")
          .detail("zone", machine.zone())
          .detail("size", machine.size()));
      if (machine.warm() != null && machine.status() == Status.LIVE) {
        drafts.add(warm(machine, machine.warm().state()));
      }
      if (machine.ran()) {
        runs(machine, drafts);
      }
      if (machine.status() == Status.RETIRING) {
        drafts.add(of(machine, PoolEventKind.TERMINATION_DECIDED, reason(machine)));
      } else if (machine.status() == Status.GONE) {
        drafts.add(died(change));
      }
    } else if (machine.status() == Status.LIVE) {
      drafts.add(of(machine, PoolEventKind.MACHINE_ATTACHED, "the machine has joined the pool")
          .by(EventDeriver.caller(change)));
    }
  }

  private static void runs(MachineRecord machine, List<EventDraft> drafts) {
    drafts.add(of(machine, PoolEventKind.MACHINE_RUNNING, "the machine runs"));
    if (machine.status() == Status.LIVE && !machine.entering() && machine.warm() == null) {
      drafts.add(inService(machine));
    }
  }

  private static EventDraft inService(MachineRecord machine) {
    return of(machine, PoolEventKind.MACHINE_IN_SERVICE, "the machine serves");
  }

  private static void lives(MachineRecord before, MachineRecord after, List<EventDraft> drafts) {
    boolean live = after.status() == Status.LIVE && before.status() != Status.ATTACHING;
    if (!before.ran() && after.ran() && live) {
      runs(after, drafts);
    } else if (live && after.ran() && waited(before) && !waited(after)) {
      drafts.add(inService(after));
    }
  }

  /** Whether a machine is not in service yet. */
  private static boolean waited(MachineRecord machine) {
    return machine.entering() || machine.warm() != null;
  }

  /** The machine's place in the pool has changed. */
  private static void moves(
      RecordChange.Machine change, MachineRecord before, List<EventDraft> drafts) {
    MachineRecord after = change.after();
    boolean settled = before.status() == Status.QUARANTINED;
    switch (after.status()) {
      case LIVE ->
        drafts.add(
            before.status() == Status.PRESUMED_GONE
                ? of(after, PoolEventKind.MACHINE_FOUND, "the cloud shows the machine again")
                : of(
                        after,
                        settled ? PoolEventKind.QUARANTINE_SETTLED : PoolEventKind.MACHINE_ATTACHED,
                        "the machine has joined the pool")
                    .code(settled ? "ADOPT" : null)
                    .by(EventDeriver.caller(change)));
      case PRESUMED_GONE ->
        drafts.add(of(
                after,
                PoolEventKind.MACHINE_MISSING,
                "complete lists and a look by id do not show the machine")
            .code(proof(change)));
      case RETIRING ->
        drafts.add(
            settled
                ? of(after, PoolEventKind.QUARANTINE_SETTLED, reason(after))
                    .code("TERMINATE")
                    .by(EventDeriver.caller(change))
                : leaves(change));
      case DELETING ->
        drafts.add(of(after, PoolEventKind.TERMINATION_REQUESTED, "the cloud is asked to end it"));
      case DETACHING ->
        drafts.add(of(after, PoolEventKind.MACHINE_DETACHING, reason(after))
            .by(EventDeriver.caller(change)));
      case DETACHED ->
        drafts.add(
            settled
                ? of(after, PoolEventKind.QUARANTINE_SETTLED, reason(after))
                    .code("DISOWN")
                    .by(EventDeriver.caller(change))
                : of(after, PoolEventKind.MACHINE_DETACHED, "the machine has left and lives on"));
      case GONE ->
        drafts.add(
            before.status() == Status.DELETING
                ? of(after, PoolEventKind.MACHINE_TERMINATED, reason(after)).code(proof(change))
                : died(change));
      case QUARANTINED -> drafts.add(of(after, PoolEventKind.MACHINE_QUARANTINED, reason(after)));
      case ATTACHING -> {}
    }
  }

  private static EventDraft leaves(RecordChange.Machine change) {
    MachineRecord after = change.after();
    Optional<Command> command = EventDeriver.command(change);
    boolean named = command
        .filter(c -> c instanceof Command.Terminate || c instanceof Command.ReclaimNotice)
        .isPresent();
    String why = after.reason();
    boolean refreshed = why != null && why.startsWith(RefreshRecord.REASON);
    if (!named && !refreshed && change.surplus() > 0) {
      return of(after, PoolEventKind.VICTIM_CHOSEN, reason(after));
    }
    EventDraft draft = of(after, PoolEventKind.TERMINATION_DECIDED, reason(after));
    return named ? draft.by(EventDeriver.caller(change)) : draft;
  }

  /** A member whose health or state has changed. */
  private static void stays(
      RecordChange.Machine change, MachineRecord before, List<EventDraft> drafts) {
    MachineRecord after = change.after();
    if (before.serviceState() != after.serviceState()) {
      drafts.add(of(
              after,
              PoolEventKind.SERVICE_STATE_CHANGED,
              "service state " + after.serviceState() + ", was " + before.serviceState()
                  + by(after))
          .code(after.serviceState().name())
          .detail("before", before.serviceState())
          .detail("after", after.serviceState())
          .detail(
              "source", after.health() == null ? null : after.health().source().word())
          .detail("reason", after.health() == null ? null : after.health().reason())
          .by(EventDeriver.caller(change)));
    }
    warmChanges(before, after, drafts);
    boolean was = before.state().allocated();
    boolean is = after.state().allocated();
    if (after.warm() != null) {
      return; // The pool stops and starts it.
    }
    if (was && !is) {
      drafts.add(of(
              after,
              PoolEventKind.MACHINE_STOPPED,
              "the cloud shows the machine as " + halted(after.state()))
          .code(after.state().name()));
    } else if (!was && is) {
      drafts.add(of(after, PoolEventKind.MACHINE_STARTED, "the machine counts again")
          .code(after.state().name()));
    }
  }

  private static void warmChanges(
      MachineRecord before, MachineRecord after, List<EventDraft> drafts) {
    WarmState was = before.warm() == null ? null : before.warm().state();
    WarmState is = after.warm() == null ? null : after.warm().state();
    if (is != null && is != was) {
      drafts.add(warm(after, is));
    }
  }

  private static EventDraft warm(MachineRecord machine, WarmState state) {
    String what = switch (state) {
      case WARMING -> "the pool prepares the machine for its warm pool";
      case WARM -> "the machine is ready in the warm pool";
      case WAKING -> "the pool takes the machine into service from its warm pool";
      case COOLING -> "the machine leaves service and returns to the warm pool";
    };
    // One that enters service takes the place of one that has left.
    return of(machine, PoolEventKind.WARM_STATE_CHANGED, what)
        .code(state.name())
        .machines(state.comes() ? 1 : 0);
  }

  private static String by(MachineRecord machine) {
    MachineRecord.HealthNote health = machine.health();
    return health == null
        ? ""
        : ", by " + health.source().word()
            + (health.reason().isEmpty() ? "" : ": " + health.reason());
  }

  private static String halted(MachineState state) {
    return state == MachineState.REJECTED
        ? "failed"
        : state == MachineState.TERMINATING ? "stopping or ending" : "stopped";
  }

  private static EventDraft died(RecordChange.Machine change) {
    return of(change.after(), PoolEventKind.MACHINE_DIED, reason(change.after()))
        .code(proof(change));
  }

  /** How the end was proven: by a list or a look by id that shows it, or by absence for long enough. */
  private static String proof(RecordChange.Machine change) {
    if (change.after().end() == MachineSighting.End.FINAL) {
      return "SHOWN_AS_ENDED";
    }
    Event event = change.during().orElse(null);
    return event instanceof Event.Described ? "NOT_FOUND_BY_ID" : "NOT_LISTED";
  }

  private static EventDraft of(MachineRecord machine, PoolEventKind kind, String message) {
    return new EventDraft(kind, message).machine(machine.id()).launch(machine.key());
  }

  private static String reason(MachineRecord machine) {
    String reason = machine.reason();
    return reason == null ? "" : reason;
  }
}

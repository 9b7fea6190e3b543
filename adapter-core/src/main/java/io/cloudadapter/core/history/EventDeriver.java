package io.cloudadapter.core.history;

import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Derives pool events from what a transaction changes in the records of pool, launches, machines and hooks. */
final class EventDeriver {
  /** Why a command changes the desired size; any other one does so for a machine that joins. */
  private static final Map<Class<? extends Command>, String> SIZE_CHANGES = Map.of(
      Command.SetDesiredSize.class, "SET",
      Command.IncreaseDesiredSize.class, "INCREASE",
      Command.CancelLaunches.class, "CANCEL",
      Command.Scale.class, "SCALE",
      Command.Resize.class, "RESIZE",
      Command.Terminate.class, "DECREMENT",
      Command.Detach.class, "DECREMENT",
      Command.Adopt.class, "ADOPT",
      Command.Settle.class, "ADOPT");

  private EventDeriver() {}

  /** The events of one transaction, in the order of its changes. */
  static List<EventDraft> derive(List<RecordChange> changes) {
    List<EventDraft> drafts = new ArrayList<>();
    for (RecordChange change : changes) {
      if (change instanceof RecordChange.Machine machine) {
        MachineEvents.derive(machine, drafts);
      } else if (change instanceof RecordChange.Launch launch) {
        ofLaunch(launch, drafts);
      } else if (change instanceof RecordChange.Pool pool) {
        ofPool(pool, drafts);
      } else if (change instanceof RecordChange.Refresh refresh) {
        ofRefresh(refresh, drafts);
      } else if (change instanceof RecordChange.Hook hook) {
        ofHook(hook, drafts);
      } else {
        throw new IllegalStateException(
            "no event follows from " + change.getClass().getName());
      }
    }
    return drafts;
  }

  /** The command that a change carries out. */
  static Optional<Command> command(RecordChange change) {
    return change
        .during()
        .filter(Event.Asked.class::isInstance)
        .map(event -> ((Event.Asked) event).command());
  }

  /** Who sent the command that a change carries out. */
  static Optional<CommandSender> caller(RecordChange change) {
    return change
        .during()
        .filter(Event.Asked.class::isInstance)
        .map(event -> ((Event.Asked) event).caller());
  }

  private static void ofPool(RecordChange.Pool change, List<EventDraft> drafts) {
    PoolRecord before = change.before();
    PoolRecord after = change.after();
    if (before.phase() != after.phase()) {
      boolean active = after.phase() == PoolRecord.Phase.ACTIVE;
      drafts.add(new EventDraft(
              active ? PoolEventKind.POOL_ACTIVATED : PoolEventKind.POOL_OBSERVING,
              active
                  ? "the pool keeps its size"
                  : "the pool has met machines that it does not know")
          .by(caller(change)));
    }
    if (before.state() != after.state()) {
      drafts.add(new EventDraft(
              PoolEventKind.POOL_STATE_CHANGED,
              "the pool is " + after.state().word() + ", was " + before.state().word())
          .by(caller(change))
          .detail("before", before.state().word())
          .detail("after", after.state().word()));
    }
    if (before.desired() != after.desired()) {
      drafts.add(by(
              change,
              PoolEventKind.SIZE_CHANGED,
              "desired size " + after.desired() + ", was " + before.desired())
          .code(reason(change))
          .detail("before", before.desired())
          .detail("after", after.desired())
          .detail("committed", change.committed())
          .detail("headroom", change.headroom() == 0 ? null : change.headroom()));
    }
    if (before.heldGrowth() == 0 && after.heldGrowth() > 0) {
      drafts.add(by(
              change,
              PoolEventKind.GROWTH_HELD,
              "a quota does not allow " + after.heldGrowth() + " of the desired size "
                  + after.desired())
          .detail("held", after.heldGrowth())
          .detail("desired", after.desired()));
    }
    if (before.heldGrowth() > 0 && after.heldGrowth() == 0) {
      drafts.add(by(
              change,
              PoolEventKind.GROWTH_RESUMED,
              "the quotas allow the whole desired size " + after.desired())
          .detail("desired", after.desired()));
    }
    if (!limits(before.scale()).equals(limits(after.scale()))) {
      drafts.add(by(
              change,
              PoolEventKind.LIMITS_CHANGED,
              "limits " + limits(after.scale()) + ", were " + limits(before.scale()))
          .detail("before", limits(before.scale()))
          .detail("after", limits(after.scale())));
    }
    if (!Objects.equals(before.frozen(), after.frozen())) {
      drafts.add(
          after.frozen() == null
              ? new EventDraft(PoolEventKind.POOL_THAWED, "the pool acts again").by(caller(change))
              : new EventDraft(PoolEventKind.POOL_FROZEN, text(after.frozenMessage()))
                  .code(after.frozen().name()));
    }
    if (before.restored() && !after.restored()) {
      drafts.add(
          new EventDraft(PoolEventKind.POOL_ACTIVATED, "the restore from a backup was accepted")
              .by(caller(change)));
    }
    if (before.profile() != after.profile() && before.profile() > 0) {
      String fields = String.join(", ", change.templateChanges());
      drafts.add(new EventDraft(
              PoolEventKind.CONFIGURATION_CHANGED,
              "the launch template has changed" + (fields.isEmpty() ? "" : ": " + fields))
          .change("launchConfiguration", before.profile(), after.profile())
          .detail("differs", fields.isEmpty() ? null : fields));
    }
  }

  private static EventDraft by(RecordChange.Pool change, PoolEventKind kind, String message) {
    EventDraft draft = new EventDraft(kind, message).by(caller(change));
    return change.decidedBy().map(draft::decidedBy).orElse(draft);
  }

  private static String reason(RecordChange.Pool change) {
    if (change.decidedBy().filter(name -> name.startsWith("schedule:")).isPresent()) {
      return "SCHEDULE";
    }
    return command(change)
        .map(command -> SIZE_CHANGES.getOrDefault(command.getClass(), "ATTACH"))
        .orElse(change.before().desiredSet() ? "ATTACH" : "INITIAL");
  }

  private static String limits(ScalingRecord scale) {
    return limit(scale.minSize()) + " to " + limit(scale.maxSize());
  }

  private static String limit(ScalingRecord.@Nullable Limit limit) {
    return limit == null ? "as configured" : limit.value() < 0 ? "any" : "" + limit.value();
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static void ofLaunch(RecordChange.Launch change, List<EventDraft> drafts) {
    LaunchRecord before = change.before();
    LaunchRecord after = change.after();
    if (after == null) {
      if (before != null) {
        drafts.add(of(before, PoolEventKind.LAUNCH_CANCELLED, "a launch was taken back unsent")
            .by(caller(change)));
      }
      return;
    }
    if (before == null) {
      drafts.add(of(
              after,
              PoolEventKind.LAUNCH_REQUESTED,
              "a launch of " + after.k() + (after.k() == 1 ? " machine" : " machines")
                  + (after.warm() ? " for the warm pool" : "")
                  + after.zoneIfAny().map(zone -> " in zone " + zone).orElse("") + ": "
                  + after.reason())
          .machines(after.warm() ? 0 : after.k()) // One for the warm pool replaces none.
          .detail("machines", after.k())
          .detail("zone", after.zone())
          .detail("template", after.profile())
          .detail("warm", after.warm() ? true : null));
      return;
    }
    if (after.attempts() > before.attempts() && after.attempts() > 1) {
      drafts.add(of(
              after,
              PoolEventKind.LAUNCH_REPEATED,
              "the outcome was unknown: the launch is sent again under its key")
          .detail("attempt", after.attempts()));
    }
    if (before.operation() == null && after.operation() != null) {
      drafts.add(of(
              after,
              PoolEventKind.LAUNCH_ACCEPTED,
              "the cloud works on the launch as operation " + after.operation())
          .detail("operation", after.operation()));
    }
    int missing = after.asked() - after.ids().size();
    if (before.unresolved() && !after.unresolved() && missing > 0) {
      CloudWords words = CloudWords.of(change.during());
      drafts.add(of(
              after,
              PoolEventKind.LAUNCH_FAILED,
              missing + " of " + after.asked()
                  + (after.asked() == 1 ? " machine was" : " machines were") + " not made: "
                  + words.message())
          .code(words.code())
          .detail("missing", missing)
          .detail("machines", after.asked())
          .detail("zone", after.zone())
          .detail("cloudCode", words.cloudCode())
          .detail("cloudRequest", words.cloudRequest()));
    }
  }

  private static EventDraft of(LaunchRecord launch, PoolEventKind kind, String message) {
    return new EventDraft(kind, message).launch(launch.key());
  }

  private static void ofRefresh(RecordChange.Refresh change, List<EventDraft> drafts) {
    RefreshRecord before = change.before();
    RefreshRecord after = change.after();
    if (before != null && before.id().equals(after.id()) && before.state() == after.state()) {
      return;
    }
    String why = text(after.reason());
    drafts.add(new EventDraft(
            PoolEventKind.REFRESH_CHANGED,
            "the refresh to launch template " + after.template() + " is " + after.state()
                + (why.isEmpty() ? "" : ": " + why))
        .code(after.state().name())
        .by(caller(change))
        .detail("refresh", after.id())
        .detail("cause", after.reasonToStart().name())
        .detail("template", after.template())
        .detail("machines", after.machines()));
  }

  private static void ofHook(RecordChange.Hook change, List<EventDraft> drafts) {
    HookRecord hook = change.after();
    String what = "hook " + hook.hook() + " of machine " + hook.machine() + " ";
    boolean extended =
        command(change).filter(Command.Heartbeat.class::isInstance).isPresent() || hook.told();
    switch (hook.state()) {
      case WAITING -> {
        if (!extended) {
          drafts.add(of(hook, PoolEventKind.HOOK_WAITING, what + "waits until " + hook.deadline())
              .detail("deadline", hook.deadline()));
        }
      }
      case COMPLETED, ABANDONED ->
        drafts.add(of(hook, PoolEventKind.HOOK_ANSWERED, what + ended(hook))
            .code(hook.result().name())
            .by(caller(change)));
      case TIMED_OUT ->
        drafts.add(of(hook, PoolEventKind.HOOK_TIMED_OUT, what + ended(hook))
            .code(hook.result().name()));
      case MOOT ->
        drafts.add(of(hook, PoolEventKind.HOOK_CANCELLED, what + hook.state().words()));
    }
  }

  /** How a hook has ended, and what kept its receiver from its work by then. */
  private static String ended(HookRecord hook) {
    return hook.state().words() + (hook.trouble() == null ? "" : "; " + hook.trouble());
  }

  private static EventDraft of(HookRecord hook, PoolEventKind kind, String message) {
    return new EventDraft(kind, message)
        .machine(hook.machine())
        .detail("hook", hook.hook())
        .detail("transition", hook.transition().word());
  }
}

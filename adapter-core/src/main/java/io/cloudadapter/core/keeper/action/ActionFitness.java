package io.cloudadapter.core.keeper.action;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.action.ActionTraits;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Decides what stands against an action at present: the state of its machine, its turn, and how much is disrupted. */
final class ActionFitness {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final ActionQueue queue;
  private final DisruptionAccount disruption;

  ActionFitness(
      KeeperConfig settings,
      Ledger ledger,
      MachineTrackings trackings,
      CloudContact cloud,
      PoolFreeze freeze,
      ActionQueue queue,
      DisruptionAccount disruption) {
    this.settings = settings;
    this.ledger = ledger;
    this.trackings = trackings;
    this.cloud = cloud;
    this.freeze = freeze;
    this.queue = queue;
    this.disruption = disruption;
  }

  /** What keeps an action from beginning to disrupt its machine; empty if nothing does. */
  Optional<PoolPlan.Hold> whyNotDisrupt(ActionRecord action) {
    DisruptionAccount.Draft draft = disruption.draft(DisruptionReason.ACTION);
    return ledger.machine(action.machine()).map(draft::permits).orElse(true)
        ? Optional.empty()
        : draft.hold();
  }

  /** Which actions may begin to disrupt their machines, by the account as it is now. */
  Predicate<UUID> mayDisrupt() {
    return new Room(disruption.draft(DisruptionReason.ACTION));
  }

  /** Asks the account for one action of a long queue after the other; it is counted once, and only if one waits. */
  private final class Room implements Predicate<UUID> {
    private final DisruptionAccount.Draft draft;
    private boolean counted;
    private boolean room;
    private boolean roomForSound;

    private Room(DisruptionAccount.Draft draft) {
      this.draft = draft;
    }

    @Override
    public boolean test(UUID action) {
      return ledger
          .actions()
          .find(action)
          .flatMap(found -> ledger.machine(found.machine()))
          .map(this::permits)
          .orElse(true);
    }

    private boolean permits(MachineRecord machine) {
      if (!counted) {
        counted = true;
        room = draft.hasRoom();
        roomForSound = room && draft.hasRoomForAvailable();
      }
      return room && (roomForSound || !machine.available()) && draft.permits(machine);
    }
  }

  /** Why a machine is not in a state for an action. */
  Optional<String> whyUnfit(String type, MachineRecord machine, ActionTraits traits) {
    if (machine.warm() != null) {
      return Optional.of("machine " + machine.id() + " is "
          + machine.warm().state().word() + " in the warm pool, which alone starts and stops it");
    }
    MachineState state = state(machine);
    if (traits.states().contains(state)) {
      return Optional.empty();
    }
    String needed =
        traits.states().stream().map(ActionFitness::text).collect(Collectors.joining(" or "));
    return Optional.of(
        "machine " + machine.id() + " is " + text(state) + ", " + type + " needs it " + needed);
  }

  /** What a list shows that began after the last action and cannot lag behind it; until then, what it made. */
  private MachineState state(MachineRecord machine) {
    long lag = settings.profile().listLag().toNanos();
    return trackings
        .find(machine.id())
        .filter(track -> cloud.lastListBegan - track.madeAt - lag <= 0)
        .flatMap(track -> Optional.ofNullable(track.made))
        .orElse(machine.state());
  }

  private static String text(MachineState state) {
    return state == MachineState.TERMINATED ? "stopped" : state.name().toLowerCase(Locale.ROOT);
  }

  /** Returns why no executor may claim an action at present. */
  Optional<String> whyNotClaimable(ActionRecord action) {
    Optional<MachineRecord> machine = ledger.machine(action.machine());
    Optional<ActionTypes.Type> type = settings.actions().find(action.type());
    if (!queue.claimable(action)) {
      return Optional.of("it is not the turn of action " + action.uid() + " yet");
    }
    if (!freeze.mayServe()
        || type.isEmpty()
        || machine.filter(m -> m.status() == Status.LIVE && m.warm() == null).isEmpty()) {
      return Optional.of("nothing can be done to machine " + action.machine() + " at present");
    }
    if (action.disrupts() && !action.begun() && whyNotDisrupt(action).isPresent()) {
      return whyNotDisrupt(action).map(PoolPlan.Hold::reason);
    }
    return action.begun()
        ? Optional.empty()
        : whyUnfit(action.type(), machine.get(), type.get().traits());
  }
}

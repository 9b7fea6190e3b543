package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.keeper.OngoingAttach.Stage;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.IdempotencyCache;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.AwaitedReply;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.quota.QuotaShortfall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineSighting;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Attaches machines to the pool: reads the machine, for as long as a new one may not show yet; records ATTACHING;
 * marks; reads again when the mark must be visible; then one transaction binds the machine, raises the desired size
 * and answers.
 */
final class Attacher {
  /** How many requests under keys of their own may wait for one machine: each is written with its record. */
  private static final int MOST_AWAITED = 100;

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final SizeControl sizes;
  private final MachineRecorder recorder;
  private final AttachCheck check;
  private final IdempotencyCache idempotency;
  private final Map<String, OngoingAttach> attaches = new TreeMap<>();

  Attacher(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      CloudContact cloud,
      SizeControl sizes,
      MachineRecorder recorder) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.cloud = cloud;
    this.sizes = sizes;
    this.recorder = recorder;
    this.check = new AttachCheck(settings, ledger, sizes);
    this.idempotency = new IdempotencyCache(settings, ledger, step);
    for (MachineRecord machine : ledger.machines()) {
      if (machine.status() == Status.ATTACHING) {
        OngoingAttach attach = new OngoingAttach();
        attach.stage = Stage.MARK;
        attaches.put(machine.id(), attach);
      }
    }
  }

  void attach(MachineId id, PendingCommand pending) {
    OngoingAttach running = attaches.get(id.value());
    if (running != null) {
      joinRunning(id.value(), running, pending);
      return;
    }
    if (check.isAtMaxSize()) {
      check.refuseAboveMaxSize(pending);
      return;
    }
    OngoingAttach attach = new OngoingAttach();
    attach.waiting.add(pending);
    attach.until = step.now().plus(settings.profile().visibleWithin());
    attaches.put(id.value(), attach);
    look(id.value(), attach);
  }

  /** Whether an attach that is under way has the key of this command, which is another one. */
  boolean keyIsTaken(PendingCommand pending) {
    return pending
        .awaited()
        .filter(reply -> attaches.entrySet().stream()
            .flatMap(entry -> awaited(entry.getKey(), entry.getValue()))
            .anyMatch(reply::isForAnotherCommandThan))
        .isPresent();
  }

  private Stream<AwaitedReply> awaited(String id, OngoingAttach attach) {
    return Stream.concat(
        attach.waiting.stream().flatMap(pending -> pending.awaited().stream()),
        ledger.machine(id).stream().flatMap(machine -> machine.awaited().stream()));
  }

  /** A caller asks for an attach that is under way: its key becomes as durable as that of the first one. */
  private void joinRunning(String id, OngoingAttach running, PendingCommand pending) {
    Optional<MachineRecord> record =
        ledger.machine(id).filter(machine -> machine.status() == Status.ATTACHING);
    Set<AwaitedReply> awaited = new LinkedHashSet<>();
    record.ifPresent(machine -> awaited.addAll(machine.awaited()));
    boolean another =
        record.isPresent() && pending.awaited().filter(awaited::add).isPresent();
    if (another && awaited.size() > MOST_AWAITED) {
      pending.refuseForQuota(
          RetryBackoff.LONGEST,
          MOST_AWAITED + " requests wait for machine " + id + " to be attached",
          "Repeat one of them under its idempotency key, or ask again later.");
      return;
    }
    running.waiting.add(pending);
    if (another) {
      ledger.put(record.get().edit(edit -> edit.awaited = List.copyOf(awaited)));
    }
  }

  private void look(String id, OngoingAttach attach) {
    attach.calling = true;
    step.emit(new Effect.Describe(Set.of(new MachineId(id))));
  }

  void onDescribed(Event.Described event) {
    for (MachineId id : event.asked()) {
      OngoingAttach attach = attaches.get(id.value());
      if (attach == null || !attach.calling) {
        continue;
      }
      ledger.atom();
      Optional<MachineSighting> row =
          event.sightings().stream().filter(s -> s.id().equals(id)).findFirst();
      if (attach.stage == Stage.LOOK) {
        attach.calling = false;
        onLooked(id.value(), attach, row, event);
      } else if (attach.stage == Stage.CHECK) {
        attach.calling = false;
        if (stayOrGiveUp(id.value(), attach)) {
          onChecked(id.value(), attach, row, event);
        }
      }
    }
  }

  private void onLooked(
      String id, OngoingAttach attach, Optional<MachineSighting> row, Event.Described event) {
    if (row.isEmpty() && (event.error().isPresent() || !event.complete())) {
      giveUp(
          id,
          attach,
          Reason.UNAVAILABLE,
          "the cloud could not be asked about machine " + id,
          event.error().map(ErrorText::of).orElse("its answer was incomplete")
              + ". Ask again later.");
    } else if (row.isEmpty() && !event.started().reached(attach.until)) {
      // It may have been made a moment ago.
      attach.retry.failed(step.now(), Optional.empty(), settings.random());
    } else if (row.isEmpty() || row.get().end() == MachineSighting.End.FINAL) {
      giveUp(
          id,
          attach,
          Reason.NOT_FOUND,
          "there is no machine " + id + " in the pool's account",
          "Look for it in the cloud: it may have ended, or live in another account.");
    } else {
      onFound(id, attach, row.get());
    }
  }

  private void onFound(String id, OngoingAttach attach, MachineSighting sighting) {
    Optional<AttachCheck.Refusal> refusal = check.refusal(sighting);
    if (refusal.isPresent()) {
      giveUp(id, attach, Reason.CONFLICT, refusal.get().message(), refusal.get().detail());
    } else if (check.isAtMaxSize()) {
      attaches.remove(id);
      attach.waiting.forEach(check::refuseAboveMaxSize);
    } else {
      Optional<QuotaShortfall> shortfall = sizes.growth().reserveAttached(sighting.size());
      if (shortfall.isPresent()) {
        attaches.remove(id);
        attach.waiting.forEach(pending -> pending.refusedFor(shortfall));
      } else {
        begin(attach, sighting);
      }
    }
  }

  private void begin(OngoingAttach attach, MachineSighting sighting) {
    List<AwaitedReply> awaited = attach.waiting.stream()
        .flatMap(pending -> pending.awaited().stream())
        .distinct()
        .toList();
    ledger.put(recorder
        .record(sighting, Status.ATTACHING, null, ledger.pool().profile())
        .edit(edit -> edit.awaited = awaited));
    attach.stage = Stage.MARK;
    attach.retry.reset();
    // The mark leaves at the end of this step, unless a list in the same step shows that the
    // machine has ended.
  }

  private void mark(String id, OngoingAttach attach) {
    attach.calling = true;
    step.emit(new Effect.Mark(new MachineId(id), OwnershipTagger.marks(settings, ledger)));
  }

  /** Whether a machine is on its way in. */
  boolean isAttaching(MachineId id) {
    return attaches.containsKey(id.value());
  }

  void onMarked(Event.Marked event) {
    String id = event.machine().value();
    OngoingAttach attach = attaches.get(id);
    if (attach == null || attach.stage != Stage.MARK) {
      return;
    }
    attach.calling = false;
    if (!stayOrGiveUp(id, attach)) {
      return;
    }
    if (event.error().isEmpty()) {
      attach.stage = Stage.WAIT;
      attach.until = step.now().plus(settings.profile().visibleWithin());
      return;
    }
    CloudException error = event.error().get();
    Optional<AttachCheck.Refusal> refusal = AttachCheck.markRefusal(event.machine(), error);
    if (error.kind() == CloudException.Kind.NOT_FOUND) {
      missing(id, attach);
    } else if (refusal.isPresent()) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          refusal.get().message(),
          refusal.get().detail());
    } else {
      attach.retry.failed(step.now(), error.retryAfter(), settings.random());
    }
  }

  private void onChecked(
      String id, OngoingAttach attach, Optional<MachineSighting> row, Event.Described event) {
    if (row.isPresent() && check.carriesForeignMarks(row.get())) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          "machine " + id + " " + check.owner(row.get()),
          "Another pool took it at the same time.");
    } else if (row.isPresent() && row.get().end() == MachineSighting.End.FINAL) {
      end(id, attach, Status.GONE, Reason.NOT_FOUND, "machine " + id + " has ended by now", "");
    } else if (row.isPresent() && row.get().stateKnown() && !row.get().state().allocated()) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          "machine " + id + " is " + row.get().state() + " by now",
          "Only a RUNNING machine can be attached.");
    } else if (row.isPresent() && check.isOurs(row.get())) {
      bind(id, attach, row.get(), event);
    } else if (row.isEmpty() && event.complete() && event.error().isEmpty()) {
      missing(id, attach);
    } else {
      attach.stage = row.isPresent() ? Stage.MARK : Stage.CHECK;
      attach.retry.failed(
          step.now(), event.error().flatMap(CloudException::retryAfter), settings.random());
    }
  }

  private void bind(String id, OngoingAttach attach, MachineSighting row, Event.Described event) {
    MachineRecord machine = ledger.machine(id).orElseThrow();
    if (check.isAtMaxSize(0)) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          "the pool reached its maxSize of " + sizes.maxSize() + " meanwhile",
          "");
      return;
    }
    attaches.remove(id);
    trackings.of(id).markedAt = step.now().nanos();
    idempotency.acknowledge(machine.awaited());
    ledger.put(machine.edit(edit -> {
      edit.status = Status.LIVE;
      edit.awaited = List.of();
    }));
    recorder.merge(ledger.machine(id).orElseThrow(), row, event.started());
    sizes.setDesired(ledger.pool().desired() + 1);
    attach.waiting.forEach(PendingCommand::answer);
  }

  /**
   * One look does not show it. That proves no end (the look may have gone to the wrong account), so it
   * is let go with care: its marks are taken off until lists agree.
   */
  private void missing(String id, OngoingAttach attach) {
    end(
        id,
        attach,
        Status.DETACHING,
        Reason.NOT_FOUND,
        "there is no machine " + id + " any more",
        "It has ended meanwhile; attach another.");
  }

  private void giveUp(
      String id, OngoingAttach attach, Reason reason, String message, String detail) {
    attaches.remove(id);
    attach.waiting.forEach(pending -> pending.refuse(reason, message, detail));
  }

  private void end(
      String id,
      OngoingAttach attach,
      Status status,
      Reason reason,
      String message,
      String detail) {
    MachineRecord machine = ledger.machine(id).orElseThrow();
    ledger.put(machine.edit(edit -> {
      edit.status = status;
      edit.awaited = List.of();
      edit.reason = "it was not attached: " + message;
      edit.endedAt = status == Status.GONE ? step.wall() : null;
    }));
    trackings.of(id).endedAt = step.now().nanos();
    giveUp(id, attach, reason, message, detail);
  }

  /** Gives an attach up, and returns false, if a list has shown meanwhile that the machine is gone for good. */
  private boolean stayOrGiveUp(String id, OngoingAttach attach) {
    boolean there = ledger.machine(id).isPresent();
    if (!there) {
      giveUp(
          id,
          attach,
          Reason.NOT_FOUND,
          "there is no machine " + id + " any more",
          "It has ended meanwhile; attach another.");
    }
    return there;
  }

  void onStep() {
    new TreeMap<>(attaches).forEach(this::advance);
  }

  private void advance(String id, OngoingAttach attach) {
    if (attach.stage != Stage.LOOK && !stayOrGiveUp(id, attach)) {
      return;
    }
    boolean held = attach.stage == Stage.MARK && ledger.pool().restored();
    if (attach.calling || !cloud.identified || !ledger.pool().state().writes() || held) {
      return;
    }
    if (attach.stage == Stage.LOOK && step.now().reached(attach.until)) {
      look(id, attach);
    } else if (!attach.retry.isDue(step.now())) {
      step.wakeAt(attach.retry.at());
      if (attach.stage == Stage.LOOK) {
        step.wakeAt(attach.until);
      }
    } else if (attach.stage == Stage.LOOK) {
      look(id, attach);
    } else if (attach.stage == Stage.MARK) {
      mark(id, attach);
    } else if (attach.stage == Stage.WAIT && !step.now().reached(attach.until)) {
      step.wakeAt(attach.until);
    } else {
      attach.stage = Stage.CHECK;
      look(id, attach);
    }
  }

  /** Whether anything here waits for the cloud. */
  boolean busy() {
    return !attaches.isEmpty();
  }
}

package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.ledger.AwaitedReply;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
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

  private enum Stage {
    LOOK,
    MARK,
    WAIT,
    CHECK
  }

  /** An attach under way. */
  private static final class Attach {
    final List<PendingCommand> waiting = new ArrayList<>();
    Stage stage = Stage.LOOK;
    long until;
    boolean calling;
    final RetryBackoff retry = new RetryBackoff();
  }

  private final KeeperContext work;
  private final MachineRecorder recorder;
  private final IdempotencyCache idempotency;
  private final Map<String, Attach> attaches = new TreeMap<>();

  Attacher(KeeperContext work, MachineRecorder recorder) {
    this.work = work;
    this.recorder = recorder;
    this.idempotency = new IdempotencyCache(work);
    for (MachineRecord machine : work.ledger.machines()) {
      if (machine.status() == Status.ATTACHING) {
        Attach attach = new Attach();
        attach.stage = Stage.MARK;
        attaches.put(machine.id(), attach);
      }
    }
  }

  void attach(MachineId id, PendingCommand pending) {
    Attach running = attaches.get(id.value());
    if (running != null) {
      joinRunning(id.value(), running, pending);
      return;
    }
    if (isAtMaxSize()) {
      refuseAboveMaxSize(pending);
      return;
    }
    Attach attach = new Attach();
    attach.waiting.add(pending);
    attach.until = work.now().plus(work.settings.profile().visibleWithin());
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

  private Stream<AwaitedReply> awaited(String id, Attach attach) {
    return Stream.concat(
        attach.waiting.stream().flatMap(pending -> pending.awaited().stream()),
        work.ledger.machine(id).stream().flatMap(machine -> machine.awaited().stream()));
  }

  /** A caller asks for an attach that is under way: its key becomes as durable as that of the first one. */
  private void joinRunning(String id, Attach running, PendingCommand pending) {
    Optional<MachineRecord> record =
        work.ledger.machine(id).filter(machine -> machine.status() == Status.ATTACHING);
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
      work.ledger.put(record.get().edit(edit -> edit.awaited = List.copyOf(awaited)));
    }
  }

  private boolean isAtMaxSize() {
    long joining = work.ledger.busyMachines().stream()
        .filter(m -> m.status() == Status.ATTACHING)
        .count();
    return work.ledger.pool().desired() + joining >= work.maxSize();
  }

  private void refuseAboveMaxSize(PendingCommand pending) {
    pending.refuse(
        Reason.CONFLICT,
        "the pool is at its maxSize of " + work.maxSize(),
        "Attaching raises the desired size by one, which maxSize does not allow. Raise maxSize, or"
            + " detach or terminate a machine with a decrement first.");
  }

  private void look(String id, Attach attach) {
    attach.calling = true;
    work.emit(new Effect.Describe(Set.of(new MachineId(id))));
  }

  void onDescribed(Event.Described event) {
    for (MachineId id : event.asked()) {
      Attach attach = attaches.get(id.value());
      if (attach == null || !attach.calling) {
        continue;
      }
      work.ledger.atom();
      Optional<MachineSighting> row =
          event.sightings().stream().filter(s -> s.id().equals(id)).findFirst();
      if (attach.stage == Stage.LOOK) {
        attach.calling = false;
        onLooked(id.value(), attach, row, event);
      } else if (attach.stage == Stage.CHECK) {
        attach.calling = false;
        if (stillThere(id.value(), attach)) {
          onChecked(id.value(), attach, row, event);
        }
      }
    }
  }

  private void onLooked(
      String id, Attach attach, Optional<MachineSighting> row, Event.Described event) {
    if (row.isEmpty() && (event.error().isPresent() || !event.complete())) {
      giveUp(
          id,
          attach,
          Reason.UNAVAILABLE,
          "the cloud could not be asked about machine " + id,
          event.error().map(KeeperContext::describe).orElse("its answer was incomplete")
              + ". Ask again later.");
    } else if (row.isEmpty() && !event.started().reached(attach.until)) {
      // It may have been made a moment ago.
      attach.retry.failed(work.now(), Optional.empty(), work.settings.random());
    } else if (row.isEmpty() || row.get().end() == MachineSighting.End.FINAL) {
      giveUp(
          id,
          attach,
          Reason.NOT_FOUND,
          "there is no machine " + id + " in the pool's account",
          "Look for it in the cloud: it may have ended, or live in another account.");
    } else if (row.get().state() != MachineState.RUNNING || !row.get().stateKnown()) {
      giveUp(
          id,
          attach,
          Reason.CONFLICT,
          "machine " + id + " is " + row.get().state(),
          "Only a RUNNING machine can be attached.");
    } else if (carriesForeignMarks(row.get())) {
      giveUp(
          id,
          attach,
          Reason.CONFLICT,
          "machine " + id + " " + owner(row.get()),
          "It must be detached there first.");
    } else if (carriesPendingKey(row.get())) {
      giveUp(
          id,
          attach,
          Reason.CONFLICT,
          "machine " + id + " was launched by this pool",
          "It becomes a member when its launch is recorded.");
    } else if (work.ledger.machine(id).isPresent()) {
      // A launch of ours has turned out to have made it, while the cloud was asked.
      giveUp(
          id,
          attach,
          Reason.CONFLICT,
          "machine " + id + " is the pool's already",
          "It can be attached once the pool has let go of it.");
    } else if (isAtMaxSize()) {
      attaches.remove(id);
      attach.waiting.forEach(this::refuseAboveMaxSize);
    } else {
      begin(attach, row.get());
    }
  }

  private void begin(Attach attach, MachineSighting sighting) {
    List<AwaitedReply> awaited = attach.waiting.stream()
        .flatMap(pending -> pending.awaited().stream())
        .distinct()
        .toList();
    work.ledger.put(recorder
        .record(sighting, Status.ATTACHING, null, work.ledger.pool().profile())
        .edit(edit -> edit.awaited = awaited));
    attach.stage = Stage.MARK;
    attach.retry.reset();
    // The mark leaves at the end of this step, unless a list in the same step shows that the
    // machine has ended.
  }

  /** Whether it answers to a launch of ours: attached, it would leave the promise open and count twice. */
  private boolean carriesPendingKey(MachineSighting sighting) {
    return isOurs(sighting)
        && sighting.key().flatMap(key -> work.ledger.launch(key.value())).isPresent();
  }

  private boolean carriesForeignMarks(MachineSighting sighting) {
    boolean otherPool = sighting.pool().isPresent()
        && !sighting.pool().get().equals(work.settings.config().name());
    boolean otherLife = sighting.incarnation().isPresent()
        && !sighting.incarnation().get().equals(work.incarnation());
    return otherPool || otherLife;
  }

  private String owner(MachineSighting sighting) {
    return sighting.pool().filter(p -> !p.equals(work.settings.config().name())).isPresent()
        ? "belongs to pool " + sighting.pool().get()
        : "belongs to another life of this pool";
  }

  private void mark(String id, Attach attach) {
    attach.calling = true;
    work.emit(new Effect.Mark(new MachineId(id), work.marks()));
  }

  /** Whether a machine is on its way in. */
  boolean isAttaching(MachineId id) {
    return attaches.containsKey(id.value());
  }

  void onMarked(Event.Marked event) {
    String id = event.machine().value();
    Attach attach = attaches.get(id);
    if (attach == null || attach.stage != Stage.MARK) {
      return;
    }
    attach.calling = false;
    if (!stillThere(id, attach)) {
      return;
    }
    if (event.error().isEmpty()) {
      attach.stage = Stage.WAIT;
      attach.until = work.now().plus(work.settings.profile().visibleWithin());
      return;
    }
    CloudException error = event.error().get();
    if (error.kind() == CloudException.Kind.NOT_FOUND) {
      missing(id, attach);
    } else if (error
        .conflict()
        .filter(c -> c == CloudException.Conflict.FOREIGN)
        .isPresent()) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          "machine " + id + " belongs to another owner",
          KeeperContext.describe(error));
    } else if (isLasting(error.kind())) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          "machine " + id + " cannot be marked",
          KeeperContext.describe(error));
    } else {
      attach.retry.failed(work.now(), error.retryAfter(), work.settings.random());
    }
  }

  private static boolean isLasting(CloudException.Kind kind) {
    return switch (kind) {
      case INVALID, DENIED, UNSUPPORTED, QUOTA -> true;
      case UNAUTHENTICATED,
          NOT_FOUND,
          CONFLICT,
          CAPACITY,
          THROTTLED,
          UNAVAILABLE,
          TIMEOUT,
          CANCELLED,
          UNCLASSIFIED -> false;
    };
  }

  private void onChecked(
      String id, Attach attach, Optional<MachineSighting> row, Event.Described event) {
    if (row.isPresent() && carriesForeignMarks(row.get())) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          "machine " + id + " " + owner(row.get()),
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
    } else if (row.isPresent() && isOurs(row.get())) {
      bind(id, attach, row.get(), event);
    } else if (row.isEmpty() && event.complete() && event.error().isEmpty()) {
      missing(id, attach);
    } else {
      attach.stage = row.isPresent() ? Stage.MARK : Stage.CHECK;
      attach.retry.failed(
          work.now(), event.error().flatMap(CloudException::retryAfter), work.settings.random());
    }
  }

  private boolean isOurs(MachineSighting sighting) {
    return sighting.pool().filter(work.settings.config().name()::equals).isPresent()
        && sighting.incarnation().filter(work.incarnation()::equals).isPresent();
  }

  private void bind(String id, Attach attach, MachineSighting row, Event.Described event) {
    MachineRecord machine = work.ledger.machine(id).orElseThrow();
    if (work.ledger.pool().desired() >= work.maxSize()) {
      end(
          id,
          attach,
          Status.DETACHING,
          Reason.CONFLICT,
          "the pool reached its maxSize of " + work.maxSize() + " meanwhile",
          "");
      return;
    }
    attaches.remove(id);
    work.tracking(id).markedAt = work.now().nanos();
    idempotency.acknowledge(machine.awaited());
    work.ledger.put(machine.edit(edit -> {
      edit.status = Status.LIVE;
      edit.awaited = List.of();
    }));
    recorder.merge(work.ledger.machine(id).orElseThrow(), row, event.started());
    work.setDesired(work.ledger.pool().desired() + 1);
    attach.waiting.forEach(PendingCommand::answer);
  }

  /**
   * One look does not show it. That proves no end (the look may have gone to the wrong account), so it
   * is let go with care: its marks are taken off until lists agree.
   */
  private void missing(String id, Attach attach) {
    end(
        id,
        attach,
        Status.DETACHING,
        Reason.NOT_FOUND,
        "there is no machine " + id + " any more",
        "It has ended meanwhile; attach another.");
  }

  private void giveUp(String id, Attach attach, Reason reason, String message, String detail) {
    attaches.remove(id);
    attach.waiting.forEach(pending -> pending.refuse(reason, message, detail));
  }

  private void end(
      String id, Attach attach, Status status, Reason reason, String message, String detail) {
    MachineRecord machine = work.ledger.machine(id).orElseThrow();
    work.ledger.put(machine.edit(edit -> {
      edit.status = status;
      edit.awaited = List.of();
      edit.reason = "it was not attached: " + message;
      edit.endedAt = status == Status.GONE ? work.wall() : null;
    }));
    work.tracking(id).endedAt = work.now().nanos();
    giveUp(id, attach, reason, message, detail);
  }

  /** False, and the attach is given up, if a list has shown meanwhile that the machine is gone for good. */
  private boolean stillThere(String id, Attach attach) {
    boolean there = work.ledger.machine(id).isPresent();
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
    for (Map.Entry<String, Attach> entry : new TreeMap<>(attaches).entrySet()) {
      advance(entry.getKey(), entry.getValue());
    }
  }

  private void advance(String id, Attach attach) {
    if (attach.stage != Stage.LOOK && !stillThere(id, attach)) {
      return;
    }
    if (attach.calling || !work.identified) {
      return;
    }
    if (attach.stage == Stage.LOOK && work.now().reached(attach.until)) {
      look(id, attach);
    } else if (!attach.retry.isDue(work.now())) {
      work.wakeAt(attach.retry.at());
      if (attach.stage == Stage.LOOK) {
        work.wakeAt(attach.until);
      }
    } else if (attach.stage == Stage.LOOK) {
      look(id, attach);
    } else if (attach.stage == Stage.MARK) {
      mark(id, attach);
    } else if (attach.stage == Stage.WAIT && !work.now().reached(attach.until)) {
      work.wakeAt(attach.until);
    } else {
      attach.stage = Stage.CHECK;
      look(id, attach);
    }
  }

  /** Whether anything here waits for the cloud. */
  boolean busy() {
    return !attaches.isEmpty();
  }

  /** Only for messages: why attach and detach are refused without the feature. */
  static PoolException unsupported() {
    return new PoolException(
        Reason.UNSUPPORTED,
        "this pool's cloud adapter cannot set or take off marks",
        "Attach and detach need an adapter with the feature Adoption.");
  }
}

package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.keeper.MachineRecord.Status;
import io.cloudadapter.spi.Sighting;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Does what callers ask. Each command is one atom of the ledger; its answer waits until that is durable.
 * The desired size changes here and where an attach is bound, nowhere else (I6).
 */
final class Commands {
  private static final Duration REPLIES_KEPT = Duration.ofDays(2);
  private static final Pattern PLACEHOLDER =
      Pattern.compile("req-([a-z0-9]{27})-(0|[1-9][0-9]{0,8})");

  private final Work work;
  private final Watcher watcher;
  private final Recorder recorder;
  private final Absence absence;
  private final Launcher launcher;
  private final Ender ender;
  private final Joiner joiner;

  Commands(
      Work work,
      Watcher watcher,
      Recorder recorder,
      Absence absence,
      Launcher launcher,
      Ender ender,
      Joiner joiner) {
    this.work = work;
    this.watcher = watcher;
    this.recorder = recorder;
    this.absence = absence;
    this.launcher = launcher;
    this.ender = ender;
    this.joiner = joiner;
  }

  /** The id that a reader sees for a promised machine. */
  static String placeholder(IntentRecord intent, int slot) {
    return "req-" + intent.key() + "-" + slot;
  }

  /** A command that waits for its answer. */
  final class Pending {
    private final Command command;
    private final Caller caller;

    Pending(Command command, Caller caller) {
      this.command = command;
      this.caller = caller;
    }

    void accept() {
      caller
          .idempotencyKey()
          .ifPresent(
              key -> work.ledger.put(hash(key), new ReplyRecord(command.toString(), work.wall())));
      work.answer(caller);
    }

    void refuse(Reason reason, String message, String detail) {
      work.refuse(caller, reason, message, detail);
    }
  }

  void asked(Event.Asked event) {
    work.count(Work.Count.COMMANDS, 1);
    Pending pending = new Pending(event.command(), event.caller());
    Optional<ReplyRecord> before =
        event.caller().idempotencyKey().map(key -> work.ledger.replies().get(hash(key)));
    if (before.isPresent()) {
      if (before.get().command().equals(event.command().toString())) {
        work.answer(event.caller());
      } else {
        pending.refuse(
            Reason.CONFLICT,
            "this idempotency key was used for another request",
            "Use a new key for each intended change. The key stands for: "
                + before.get().command());
      }
      return;
    }
    Command command = event.command();
    if (command instanceof Command.Resize resize) {
      resize(resize.desiredSize(), pending);
    } else if (command instanceof Command.Terminate terminate) {
      terminate(terminate, pending);
    } else if (command instanceof Command.SetServiceState set) {
      setServiceState(set, pending);
    } else if (command instanceof Command.Protect protect) {
      protect(protect, pending);
    } else if (command instanceof Command.Detach detach) {
      detach(detach, pending);
    } else if (command instanceof Command.Attach attach) {
      attach(attach, pending);
    } else if (command instanceof Command.Adopt) {
      adopt(pending);
    } else if (command instanceof Command.Disown) {
      disown(pending);
    } else {
      thaw(pending);
    }
  }

  private void resize(int desired, Pending pending) {
    int maxSize = work.setup.config().maxSize();
    if (desired < 0 || desired > maxSize) {
      pending.refuse(
          Reason.INVALID,
          "desiredSize must be 0 to " + maxSize + ", was " + desired,
          "The upper limit is the pool's maxSize.");
      return;
    }
    int surplus = Math.max(0, work.ledger.committed() - desired);
    work.setDesired(desired);
    work.ledger.put(work.ledger.pool().edit(edit -> edit.shrinkAllowance = surplus));
    pending.accept();
  }

  private void terminate(Command.Terminate command, Pending pending) {
    Matcher placeholder = PLACEHOLDER.matcher(command.machine().value());
    if (placeholder.matches()) {
      terminatePlaceholder(placeholder, command, pending);
      return;
    }
    Optional<MachineRecord> found = member(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    MachineRecord machine = found.get();
    if (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE) {
      if (command.decrement() && machine.effective()) {
        decrement();
      }
      ender.retire(machine, "it was asked for", true);
    } else if (machine.status() == Status.RETIRING && !machine.byCommand()) {
      work.ledger.put(machine.edit(edit -> edit.byCommand = true));
    }
    pending.accept();
  }

  private void terminatePlaceholder(
      Matcher placeholder, Command.Terminate command, Pending pending) {
    Optional<IntentRecord> found = work.ledger.intent(placeholder.group(1));
    int slot = Integer.parseInt(placeholder.group(2));
    if (found.isEmpty() || slot >= found.get().k() || !found.get().unresolved()) {
      notAMember(command.machine(), pending, found.map(this::appearedAs).orElse(""));
      return;
    }
    IntentRecord intent = found.get();
    char kind = intent.slots().charAt(slot);
    if (kind == IntentRecord.OPEN) {
      if (command.decrement()) {
        decrement();
      }
      if (intent.status() == IntentRecord.Status.PLANNED) {
        launcher.cancel(intent.key(), slot);
      } else {
        work.ledger.put(intent.doom(slot));
      }
    } else if (kind != IntentRecord.DOOMED) {
      notAMember(command.machine(), pending, appearedAs(intent));
      return;
    }
    pending.accept();
  }

  private String appearedAs(IntentRecord intent) {
    return intent.ids().isEmpty()
        ? "The launch that it stood for made no machine."
        : "The launch that it stood for has made " + String.join(", ", intent.ids()) + ".";
  }

  private void decrement() {
    work.setDesired(Math.max(0, work.ledger.pool().desired() - 1));
  }

  private void setServiceState(Command.SetServiceState command, Pending pending) {
    Optional<MachineRecord> found = named(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    MachineRecord machine = found.get();
    if (machine.serviceState() != command.state()) {
      boolean back =
          machine.serviceState() == ServiceState.OUT_OF_SERVICE && machine.status() == Status.LIVE;
      work.track(machine.id()).unhealthySince = work.now().nanos();
      work.ledger.put(machine.edit(edit -> {
        edit.serviceState = command.state();
        edit.serviceSince = work.wall();
      }));
      if (back && machine.state().allocated()) {
        work.ledger.put(work.ledger.pool().edit(edit -> edit.shrinkAllowance++));
      }
      if (work.setup.relabel() && work.setup.config().mirrorServiceState()) {
        work.ask(new Effect.Label(
            command.machine(), Map.of("service-state", command.state().name())));
      }
    }
    pending.accept();
  }

  private void protect(Command.Protect command, Pending pending) {
    named(command.machine(), pending).ifPresent(machine -> {
      if (machine.isProtected() != command.isProtected()) {
        work.ledger.put(machine.edit(edit -> edit.isProtected = command.isProtected()));
      }
      pending.accept();
    });
  }

  private void detach(Command.Detach command, Pending pending) {
    Optional<MachineRecord> leaving = work.ledger
        .machine(command.machine().value())
        .filter(machine -> machine.status() == Status.DETACHING);
    if (leaving.isPresent()) {
      pending.accept();
      return;
    }
    Optional<MachineRecord> found = named(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    MachineRecord machine = found.get();
    if (!work.setup.adoption()) {
      unsupported(pending);
    } else if (machine.status() == Status.DELETING) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + machine.id() + " is being deleted",
          "The cloud may have been asked to end it already; it cannot be kept alive for sure.");
    } else {
      if (command.decrement() && machine.effective()) {
        decrement();
      }
      work.track(machine.id()).unmarked = false;
      work.ledger.put(machine.edit(edit -> {
        edit.status = Status.DETACHING;
        edit.reason = "it was detached";
      }));
      pending.accept();
    }
  }

  private void attach(Command.Attach command, Pending pending) {
    String id = command.machine().value();
    Optional<MachineRecord> known = work.ledger.machine(id);
    if (!work.setup.adoption()) {
      unsupported(pending);
    } else if (PLACEHOLDER.matcher(id).matches()) {
      pending.refuse(
          Reason.CONFLICT, "machine " + id + " is a promise of this pool", "It is no machine yet.");
    } else if (work.ledger.pool().phase() != PoolRecord.Phase.ACTIVE) {
      notActive(pending);
    } else if (known.isEmpty() || known.get().status() == Status.ATTACHING) {
      joiner.attach(command.machine(), pending);
    } else if (known.get().status() == Status.LIVE) {
      pending.accept();
    } else {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + id + " is " + known.get().status().name().toLowerCase(java.util.Locale.ROOT),
          "It can be attached once the pool has let go of it.");
    }
  }

  /** An attach would set the desired size, and with it decide over machines that nobody has judged. */
  private void notActive(Pending pending) {
    boolean observing = work.ledger.pool().phase() == PoolRecord.Phase.OBSERVING;
    pending.refuse(
        observing ? Reason.CONFLICT : Reason.UNAVAILABLE,
        observing
            ? "the pool is observing machines of an earlier life"
            : "the pool has not listed its cloud yet",
        observing ? "Adopt or disown them first." : "Ask again in a moment.");
  }

  private void unsupported(Pending pending) {
    var refusal = Joiner.unsupported();
    pending.refuse(refusal.reason(), String.valueOf(refusal.getMessage()), refusal.detail());
  }

  private void adopt(Pending pending) {
    if (!observing(pending)) {
      return;
    }
    List<Sighting> found = List.copyOf(watcher.observed().values());
    long counting = found.stream().filter(s -> s.state().allocated()).count();
    if (counting > work.setup.config().maxSize()) {
      pending.refuse(
          Reason.CONFLICT,
          counting + " machines were found, but maxSize is "
              + work.setup.config().maxSize(),
          "Raise maxSize first; otherwise adopting them would end some.");
      return;
    }
    if (!work.ledger.pool().desiredSet()) {
      // Before the first of them: what a crash leaves of this must not count as surplus.
      work.setDesired(work.ledger.effective()
          + (int) found.stream()
              .filter(s -> s.state().allocated())
              .filter(s -> work.ledger.machine(s.id().value()).isEmpty())
              .count());
    }
    for (Sighting sighting : found) {
      if (work.ledger.machine(sighting.id().value()).isEmpty()) {
        work.ledger.atom();
        MachineRecord record =
            recorder.record(sighting, Status.LIVE, null, work.ledger.pool().profile());
        work.track(record.id()).incarnation = sighting.incarnation().orElse(null);
        work.track(record.id()).listed = true;
        work.ledger.put(record.edit(edit -> edit.remark = work.setup.adoption()));
      }
    }
    work.ledger.atom();
    becomeActive(pending);
  }

  private void disown(Pending pending) {
    if (!observing(pending)) {
      return;
    }
    if (work.ledger.machines().stream().anyMatch(m -> m.status() == Status.LIVE)) {
      pending.refuse(
          Reason.CONFLICT,
          "some of the machines were adopted already",
          "An adoption was interrupted: adopt again to finish it.");
      return;
    }
    List<String> strangers = watcher.observed().values().stream()
        .flatMap(s -> s.incarnation().stream())
        .map(Object::toString)
        .distinct()
        .sorted()
        .toList();
    work.ledger.put(work.ledger
        .pool()
        .edit(edit -> edit.disowned = java.util.stream.Stream.concat(
                edit.disowned.stream(), strangers.stream())
            .distinct()
            .toList()));
    becomeActive(pending);
  }

  private boolean observing(Pending pending) {
    if (work.ledger.pool().phase() != PoolRecord.Phase.OBSERVING || !work.listed) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is not observing",
          "Adopt and disown answer the status OBSERVING, after the cloud has been listed.");
      return false;
    }
    return true;
  }

  private void becomeActive(Pending pending) {
    watcher.activate(work.now());
    watcher.observed().clear();
    work.alarms.clear(io.cloudadapter.api.Alarm.Code.OBSERVING);
    pending.accept();
  }

  private void thaw(Pending pending) {
    boolean strangers = watcher.strangers();
    var code = work.ledger.pool().frozen();
    if (code == null && !strangers && !work.holds.any() && !work.parked()) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is not frozen, and no launch is held back",
          "There is nothing to thaw.");
      return;
    }
    if (code == io.cloudadapter.api.Alarm.Code.WRONG_ACCOUNT && !work.identified) {
      pending.refuse(
          Reason.CONFLICT,
          "the credentials still reach another account",
          "Correct the account's configuration and start again.");
      return;
    }
    if (code == io.cloudadapter.api.Alarm.Code.MASS_VANISH && !work.listed) {
      pending.refuse(
          Reason.UNAVAILABLE,
          "the pool has not listed its cloud yet",
          "What is missing now cannot be told before. Ask again in a moment.");
      return;
    }
    for (MachineRecord machine : List.copyOf(work.ledger.machines())) {
      if (machine.status() == Status.QUARANTINED && !machine.acknowledged()) {
        work.ledger.atom();
        work.ledger.put(machine.edit(edit -> edit.acknowledged = true));
      }
    }
    if (code != null) {
      absence.acceptVanish();
    }
    work.ledger.atom();
    work.thaw();
    work.holds.lift();
    work.launchSucceeded();
    pending.accept();
  }

  /** A machine that callers may name, not a promise; answers the caller if there is none. */
  private Optional<MachineRecord> named(MachineId id, Pending pending) {
    Matcher placeholder = PLACEHOLDER.matcher(id.value());
    if (placeholder.matches()
        && work.ledger
            .intent(placeholder.group(1))
            .filter(IntentRecord::unresolved)
            .isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + id + " is only promised yet",
          "Wait until it appears under its real id; it can be terminated already.");
      return Optional.empty();
    }
    return member(id, pending);
  }

  private Optional<MachineRecord> member(MachineId id, Pending pending) {
    Optional<MachineRecord> machine = work.ledger.machine(id.value());
    if (machine.filter(m -> m.status().member()).isPresent()) {
      return machine;
    }
    if (machine.filter(m -> m.status() == Status.ATTACHING).isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + id + " is being attached",
          "Try again when it is a member.");
    } else if (work.ledger.pool().phase() != PoolRecord.Phase.ACTIVE && !work.listed) {
      pending.refuse(
          Reason.UNAVAILABLE,
          "the pool has not listed its cloud yet",
          "Whether " + id + " is a member cannot be told before. Ask again in a moment.");
    } else if (machine.isEmpty() && endedButShown(id)) {
      ended(id, pending);
    } else {
      notAMember(id, pending, "");
    }
    return Optional.empty();
  }

  /** To end what has just ended is done already; anything else cannot be done any more. */
  private void ended(MachineId id, Pending pending) {
    if (pending.command instanceof Command.Terminate) {
      pending.accept();
    } else {
      pending.refuse(
          Reason.CONFLICT, "machine " + id + " has ended", "It is shown for a little while yet.");
    }
  }

  /** Whether a machine has ended and is shown for a last time. */
  private boolean endedButShown(MachineId id) {
    return work.shown.contains(id.value());
  }

  private void notAMember(MachineId id, Pending pending, String detail) {
    pending.refuse(
        Reason.NOT_FOUND,
        "machine " + id + " is not a member of pool " + work.setup.config().name(),
        detail);
  }

  /** Forgets answers that nobody will ask for again. */
  void forgetReplies() {
    for (Map.Entry<String, ReplyRecord> reply :
        List.copyOf(work.ledger.replies().entrySet())) {
      if (work.older(reply.getValue().at(), REPLIES_KEPT)) {
        work.ledger.atom();
        work.ledger.dropReply(reply.getKey());
      }
    }
  }

  private static String hash(String key) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(key.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

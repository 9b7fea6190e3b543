package io.cloudadapter.kubernetes;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A pool with one machine, which waits in one hook. Its clocks are moved by the test. */
final class FakePool implements PoolHooks {
  static final UUID TOKEN = UUID.fromString("00000000-0000-0000-0000-00000000000a");
  static final MachineId MACHINE = new MachineId("i-1");
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final LifecycleTransition transition;
  private final Duration timeout;
  private final Duration limit;
  private long nanos;
  private Duration leapt = Duration.ZERO;
  private Duration deadline;

  /** The deadline as it is shown: by the wall clock at the last heartbeat. */
  private Instant shown;

  private boolean waits = true;
  private boolean there = true;
  private List<String> addresses = List.of();

  /** How the hook ended: completed, timed out. */
  String end = "";

  /** With what it was completed at the limit of the drain, if it was. */
  Optional<String> atLimit = Optional.empty();

  int heartbeats;

  /** Whether the message of the hook has arrived in the cluster. */
  boolean told = true;

  /** What the alarm shows. */
  Optional<String> trouble = Optional.empty();

  /** What happens elsewhere while the machine is looked up. */
  Runnable meanwhile = () -> {};

  FakePool(LifecycleTransition transition, Duration timeout, Duration limit) {
    this.transition = transition;
    this.timeout = timeout;
    this.limit = limit;
    this.deadline = timeout;
    this.shown = START.plus(timeout);
  }

  long nanos() {
    return nanos;
  }

  Duration passed() {
    return Duration.ofNanos(nanos);
  }

  Instant wall() {
    return START.plusNanos(nanos).plus(leapt);
  }

  /** Sets the wall clock. As in the core, no hook ends for it, and the next heartbeat sets the deadline by it. */
  void leap(Duration time) {
    leapt = leapt.plus(time);
  }

  void pass(Duration time) {
    nanos += time.toNanos();
    if (waits && passed().compareTo(deadline) >= 0) {
      ends("timed out");
    }
  }

  private void ends(String how) {
    waits = false;
    end = how;
  }

  boolean waits() {
    return waits;
  }

  void machineEnds() {
    there = false;
  }

  void addresses(String... all) {
    addresses = List.of(all);
  }

  @Override
  public List<WaitingHook> hooks() {
    return hook(TOKEN).stream().toList();
  }

  @Override
  public Optional<WaitingHook> hook(UUID token) {
    return waits
        ? Optional.of(new WaitingHook(
            TOKEN, MACHINE, transition, "drain", START, shown, START.plus(limit), told))
        : Optional.empty();
  }

  @Override
  public void complete(UUID token) {
    if (waits) {
      ends("completed");
    }
  }

  @Override
  public void completeAtLimit(UUID token, String why) {
    if (waits) {
      ends("completed");
      atLimit = Optional.of(why);
    }
  }

  @Override
  public Optional<Instant> heartbeat(UUID token) {
    if (!waits) {
      return Optional.empty();
    }
    heartbeats++;
    Duration later = passed().plus(timeout);
    deadline = later.compareTo(limit) > 0 ? limit : later;
    shown = wall().plus(deadline.minus(passed()));
    return Optional.of(shown);
  }

  @Override
  public void report(UUID token, Optional<String> trouble) {
    this.trouble = trouble;
  }

  @Override
  public Optional<Machine> machine(MachineId id) {
    meanwhile.run();
    return there
        ? Optional.of(new Machine(
            MACHINE,
            MachineState.TERMINATING,
            ServiceState.UNKNOWN,
            Optional.empty(),
            List.of(),
            addresses,
            Optional.empty(),
            Optional.empty(),
            false,
            Map.of(),
            Optional.empty(),
            List.of(),
            MembershipStatus.DEFAULT,
            Optional.empty(),
            Optional.empty()))
        : Optional.empty();
  }
}

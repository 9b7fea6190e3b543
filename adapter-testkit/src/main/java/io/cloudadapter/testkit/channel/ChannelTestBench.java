package io.cloudadapter.testkit.channel;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.GuardedCloud;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservationLog;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What one run of a rule for channels has in its hands: a fresh receiver behind a wire, a channel, messages,
 * and the words in which rules are written. May be used by any thread.
 */
final class ChannelTestBench implements AutoCloseable {
  /** How late a call may be, a second for a machine that is busy included. */
  static final Duration LATEST = TestBench.LATEST;

  private static final Duration AT_MOST = Duration.ofSeconds(10);
  private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");

  /** The faults that last as long as the call. */
  private static final Set<WireFault> HOLDING =
      EnumSet.of(WireFault.SLOW, WireFault.SLOW_BEFORE, WireFault.STALL);

  private final ChannelUnderTest subject;
  private final ObservationLog witness;
  private final Optional<FaultInjection> injection;
  private final Duration brief;
  private final ThreadGroup outside;
  private final SplittableRandom random;
  private final AtomicInteger calls = new AtomicInteger();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final ReceiverHarness end;
  private final HookChannel channel;

  /**
   * A bench.
   *
   * @param brief how long calls take that the fault keeps waiting
   * @param outside where the threads of receivers and wires belong, which are not the channel's
   */
  ChannelTestBench(
      ChannelUnderTest subject,
      ObservationLog witness,
      Optional<FaultInjection> injection,
      long seed,
      Duration brief,
      ThreadGroup outside) {
    this.subject = subject;
    this.witness = witness;
    this.injection = injection;
    this.random = new SplittableRandom(seed);
    this.brief = brief;
    this.outside = outside;
    this.end = anotherEnd();
    this.channel = another();
    end.plan(injection.stream().toList());
  }

  static boolean holds(WireFault fault) {
    return HOLDING.contains(fault);
  }

  ObservationLog witness() {
    return witness;
  }

  Optional<WireFault> fault() {
    return injection.map(FaultInjection::fault);
  }

  ReceiverHarness end() {
    return end;
  }

  HookChannel channel() {
    return channel;
  }

  /** Another channel, as another process would have it. */
  HookChannel another() {
    HookChannel made = subject.channel();
    synchronized (open) {
      open.add(made);
    }
    return made;
  }

  /** Returns a channel that the bench does not manage: the caller closes it. */
  HookChannel apart() {
    return subject.channel();
  }

  /** A receiver that has nothing to do with the other one. */
  ReceiverHarness anotherEnd() {
    ReceiverHarness made =
        outside(() -> new ReceiverHarness(GuardedCloud.receiver(subject::receiver)));
    made.secrets().forEach(secret -> witness.alsoSecret("a secret of the target", secret));
    synchronized (open) {
      open.add(made);
    }
    return made;
  }

  private <T> T outside(Supplier<T> what) {
    FutureTask<T> task = new FutureTask<>(what::get);
    Thread thread = new Thread(outside, task, "certify receiver");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException wrong) {
      if (wrong.getCause() instanceof NotTestableException receiver) {
        throw receiver;
      }
      throw new IllegalStateException("the receiver does not start", wrong.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the receiver does not start", e);
    }
  }

  // ---- messages

  HookMessage message() {
    return message("queue 7", LifecycleTransition.TERMINATE);
  }

  HookMessage message(String metadata, LifecycleTransition transition) {
    UUID token;
    synchronized (random) {
      token = new UUID(random.nextLong(), random.nextLong());
    }
    witness.alsoSecret("the token of a message", token.toString());
    return new HookMessage(
        token,
        new PoolName("adapter-kit"),
        new MachineId("i-0a1b2c3d"),
        transition,
        "drain",
        SINCE,
        SINCE.plusSeconds(300),
        metadata,
        1);
  }

  /** The same message, to be sent once more. */
  static HookMessage again(HookMessage message, int attempt) {
    return new HookMessage(
        message.token(),
        message.pool(),
        message.machine(),
        message.transition(),
        message.hook(),
        message.since(),
        message.deadline(),
        message.metadata(),
        attempt);
  }

  // ---- sending

  /** As much time as the core gives; less where a fault lasts as long as the call. */
  TestCallContext call() {
    return call(fault().filter(ChannelTestBench::holds).isPresent() ? brief : AT_MOST);
  }

  /** Returns a context with as much time as the core gives, under any fault. */
  TestCallContext patient() {
    return call(AT_MOST);
  }

  TestCallContext call(Duration remaining) {
    return new TestCallContext(
        SystemTime.ticker(), remaining, "certify-" + calls.incrementAndGet(), (verb, amount) -> {});
  }

  /**
   * What came of a message.
   *
   * @param attempt whether the channel says that it has arrived
   * @param arrived whether it had, when the channel said so
   * @param took how long that took
   */
  record Sent(CallOutcome attempt, boolean arrived, Duration took) {
    boolean accepted() {
      return attempt.accepted();
    }
  }

  Sent send(HookMessage message, TestCallContext call) {
    return send(channel, end, message, call);
  }

  Sent send(HookChannel by, ReceiverHarness to, HookMessage message, TestCallContext call) {
    return send(to, () -> by.send(message, to.target(), call), () -> to.has(message));
  }

  /** Sends a message of notifications to the receiver. */
  Sent send(NotificationChannel by, NotificationMessage message, TestCallContext call) {
    return send(
        end,
        () -> by.send(message, end.target(), call),
        () -> !end.heard(message).isEmpty());
  }

  private Sent send(ReceiverHarness to, Runnable sending, BooleanSupplier arrived) {
    long began = SystemTime.ticker().nanos();
    to.wire().callBegins();
    try {
      CallOutcome attempt = CallOutcome.of(sending);
      attempt.error().ifPresent(error -> witness.heard("send", error));
      return new Sent(attempt, arrived.getAsBoolean(), SystemTime.since(began));
    } catch (RuntimeException | Error wrong) {
      if (wrong instanceof RuleViolation broken) {
        throw broken;
      }
      shownBy("send", wrong);
      witness.saw("MP-10.10", "send threw " + wrong + " instead of a CloudException");
      throw new RuleViolation("send threw " + wrong, wrong);
    } finally {
      to.wire().callEnds();
    }
  }

  /** Sends a message without faults; any failure breaks the rule. */
  HookMessage arrives(HookChannel by, ReceiverHarness to) {
    HookMessage message = message();
    Sent sent = send(by, to, message, patient());
    if (sent.attempt().is(Kind.TIMEOUT)) {
      throw RuleViolation.late("a message in peace: " + sent.attempt());
    }
    require(sent.accepted(), "a message in peace: " + sent.attempt());
    require(sent.arrived(), "send returned in peace, and the message has not arrived");
    return message;
  }

  /** Checks that a throwable of a call contains no secret. */
  void shownBy(String what, Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      witness.noSecretIn("an exception of " + what, String.valueOf(t));
      if (t instanceof CloudException error) {
        witness.noSecretIn("the error of " + what, error.summary());
      }
    }
  }

  void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new RuleViolation(otherwise);
    }
  }

  /** Closes all channels, then their receivers. */
  @Override
  public void close() {
    List<AutoCloseable> closing;
    synchronized (open) {
      closing = List.copyOf(open);
    }
    closing.stream().filter(HookChannel.class::isInstance).forEach(this::ended);
    closing.stream().filter(one -> !(one instanceof HookChannel)).forEach(this::ended);
  }

  private void ended(AutoCloseable one) {
    try {
      if (one instanceof HookChannel) {
        witness.noSecretIn("toString of the channel", String.valueOf(one));
      }
      one.close();
    } catch (Exception | Error wrong) {
      // A channel may throw anything; the others must be closed all the same.
      String who = one instanceof HookChannel ? "the channel" : "the receiver";
      witness.saw("MP-10.14", "close of " + who + " threw " + wrong);
    }
  }
}

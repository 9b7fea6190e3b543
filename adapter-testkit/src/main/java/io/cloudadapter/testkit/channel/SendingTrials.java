package io.cloudadapter.testkit.channel;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.testkit.channel.ChannelTestBench.Sent;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Chapter 10: how long a call takes, and which calls wait for others. */
final class SendingTrials {
  private static final Duration A_BIT = Duration.ofMillis(200);

  /** As many as the core has under way for one hook. */
  private static final int FOR_ONE_HOOK = 16;

  private static final int THREADS = 8;
  private static final int EACH = 4;

  private SendingTrials() {}

  static List<ChannelTrial> all() {
    return List.of(
        ChannelTrial.of("MP-10.7", SendingTrials::isBackByTheDeadline)
            .needs("MP-10.3")
            .withFaults(EnumSet.of(WireFault.SLOW, WireFault.SLOW_BEFORE, WireFault.STALL)),
        ChannelTrial.of("MP-10.8", SendingTrials::heedsCancellation).needs("MP-10.3"),
        ChannelTrial.of("MP-10.9", SendingTrials::sendsNothingTooLate).needs("MP-10.3"),
        ChannelTrial.of("MP-10.12", SendingTrials::isNotHeldUp).needs("MP-10.3"),
        ChannelTrial.of("MP-10.13", SendingTrials::servesManyThreads).needs("MP-10.3"));
  }

  private static void isBackByTheDeadline(ChannelTestBench bench) {
    TestCallContext call = bench.call();
    Duration most = call.remaining();
    Sent sent = bench.send(bench.message(), call);
    Duration late = sent.took().minus(most);
    if (late.compareTo(ChannelTestBench.LATEST) > 0) {
      throw RuleViolation.late("send came back " + late.toMillis() + " ms after its deadline");
    }
    bench.require(
        sent.accepted() ? sent.arrived() : bench.fault().isPresent(),
        "failed in peace: " + sent.attempt());
    bench.require(
        sent.accepted() || sent.attempt().is(Kind.TIMEOUT),
        "a receiver was silent, and that is no TIMEOUT but " + sent.attempt());
  }

  private static void heedsCancellation(ChannelTestBench bench) throws InterruptedException {
    bench.arrives(bench.channel(), bench.end());
    given(bench, "cancellation", (flight, call) -> call.cancel());
    given(bench, "interrupt", (flight, call) -> flight.interrupt());
    bench.arrives(bench.channel(), bench.end());
  }

  private static void given(
      ChannelTestBench bench, String how, BiConsumer<BackgroundCall, TestCallContext> up)
      throws InterruptedException {
    bench.end().fallsSilent(1);
    int before = bench.end().exchanges().size();
    TestCallContext call = bench.patient();
    BackgroundCall flight = BackgroundCall.of("send", () -> {
      Sent sent = bench.send(bench.message(), call);
      sent.attempt().error().ifPresent(error -> {
        throw error;
      });
    });
    bench.end().awaitMore(before, 1);
    SystemTime.pause(A_BIT);
    up.accept(flight, call);
    CallOutcome end = attempt(flight, how);
    bench.require(
        end.is(Kind.CANCELLED) && !end.sure(),
        "send, after its " + how + ", is not CANCELLED with effect UNKNOWN but " + end);
  }

  private static CallOutcome attempt(BackgroundCall flight, String how)
      throws InterruptedException {
    try {
      return flight.within(ChannelTestBench.LATEST, "its " + how);
    } finally {
      // The thread must not outlive the run, even if it ignored the cancellation.
      flight.interrupt();
    }
  }

  private static void sendsNothingTooLate(ChannelTestBench bench) {
    for (boolean used : List.of(false, true)) {
      if (used) {
        bench.arrives(bench.channel(), bench.end());
      }
      TestCallContext cancelled = bench.patient();
      cancelled.cancel();
      late(bench, cancelled, "a call that was cancelled", Kind.CANCELLED);
      late(bench, bench.call(Duration.ZERO), "a call with no time left", Kind.TIMEOUT);
      late(bench, bench.call(Duration.ofMillis(-1)), "a call out of time", Kind.TIMEOUT);
    }
  }

  private static void late(ChannelTestBench bench, TestCallContext call, String what, Kind kind) {
    int before = bench.end().exchanges().size();
    HookMessage message = bench.message();
    Sent sent = bench.send(message, call);
    // What was handed to a thread may be on its way.
    SystemTime.pause(A_BIT);
    int crossed = bench.end().exchanges().size() - before;
    bench.require(
        crossed == 0 && !bench.end().has(message),
        what + " has sent something all the same: " + crossed + " exchanges");
    bench.require(
        sent.attempt().is(kind) && sent.attempt().sure(),
        what + " must be " + kind + " with effect NONE, and was: " + sent.attempt());
  }

  private static void isNotHeldUp(ChannelTestBench bench) throws InterruptedException {
    ReceiverHarness other = bench.anotherEnd();
    bench.arrives(bench.channel(), bench.end());
    bench.arrives(bench.channel(), other);
    bench.end().fallsSilent(FOR_ONE_HOOK);
    List<TestCallContext> calls = new ArrayList<>();
    List<BackgroundCall> waiting = new ArrayList<>();
    for (int i = 0; i < FOR_ONE_HOOK; i++) {
      TestCallContext call = bench.patient();
      calls.add(call);
      waiting.add(BackgroundCall.of("send", () -> {
        Sent unused = bench.send(bench.message(), call);
      }));
    }
    // Some may not have been sent: a channel may queue them for this receiver.
    SystemTime.pause(A_BIT);
    BackgroundCall told = BackgroundCall.of("send", () -> bench.arrives(bench.channel(), other));
    try {
      CallOutcome end = told.within(
          ChannelTestBench.LATEST,
          "it began, with " + FOR_ONE_HOOK + " messages waiting for a receiver that is silent");
      bench.require(end.accepted(), "while another receiver was silent: " + end);
    } finally {
      calls.forEach(TestCallContext::cancel);
      bench.end().wire().heal();
    }
    for (BackgroundCall flight : waiting) {
      CallOutcome unused = flight.within(ChannelTestBench.LATEST, "its receiver spoke again");
    }
  }

  private static void servesManyThreads(ChannelTestBench bench) throws InterruptedException {
    List<List<HookMessage>> messages = IntStream.range(0, THREADS)
        .mapToObj(
            thread -> IntStream.range(0, EACH).mapToObj(each -> bench.message()).toList())
        .toList();
    List<BackgroundCall> flights = messages.stream()
        .map(mine -> BackgroundCall.of("send", () -> {
          for (HookMessage message : mine) {
            Sent sent = bench.send(message, bench.patient());
            bench.require(sent.accepted(), "one of many at once: " + sent.attempt());
            bench.require(sent.arrived(), "one of many at once has not arrived");
          }
        }))
        .toList();
    for (BackgroundCall flight : flights) {
      CallOutcome unused = flight.within(Duration.ofSeconds(15), "it began");
    }
    Set<Optional<String>> ids = bench.end().heard().stream()
        .map(TestReceiver.Heard::id)
        .filter(Optional::isPresent)
        .collect(Collectors.toSet());
    for (List<HookMessage> mine : messages) {
      for (HookMessage message : mine) {
        int copies = bench.end().heard(message).size();
        bench.require(copies == 1, "one of many messages at once arrived " + copies + " times");
      }
    }
    bench.require(
        ids.isEmpty() || ids.size() == THREADS * EACH,
        THREADS * EACH + " messages at once came with " + ids.size() + " ids");
  }

  /** Whether an attempt was refused without anything having been sent. */
  static boolean refused(CallOutcome attempt) {
    return attempt
        .error()
        .filter(e -> e.kind() == Kind.CANCELLED && e.effect() == Effect.NONE)
        .isPresent();
  }
}

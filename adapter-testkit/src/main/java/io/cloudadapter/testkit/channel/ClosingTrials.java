package io.cloudadapter.testkit.channel;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.channel.ChannelTestBench.Sent;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.time.TimeLimit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Chapter 10: how a channel ends. */
final class ClosingTrials {
  private static final Duration A_BIT = Duration.ofMillis(200);
  private static final Duration CLOSED_WITHIN = Duration.ofSeconds(5);

  /** Longer than a close may take, so that it is not mistaken for a time-out. */
  private static final Duration UNDER_WAY = Duration.ofSeconds(12);

  private ClosingTrials() {}

  static List<ChannelTrial> all() {
    return List.of(
        ChannelTrial.of("MP-10.14", ClosingTrials::closes).needs("MP-10.3"),
        ChannelTrial.of("MP-10.15", ClosingTrials::leavesNoThread).needs("MP-10.3"));
  }

  private static void closes(ChannelTestBench bench) throws InterruptedException {
    HookChannel unused = bench.another();
    HookChannel other = bench.another();
    twice(bench, unused, "an unused channel");
    HookChannel used = bench.channel();
    bench.arrives(used, bench.end());
    bench.arrives(other, bench.end());

    bench.end().fallsSilent(1);
    int before = bench.end().exchanges().size();
    HookMessage waiting = bench.message();
    BackgroundCall flight = BackgroundCall.of("send", () -> {
      Sent sent = bench.send(used, bench.end(), waiting, bench.call(UNDER_WAY));
      sent.attempt().error().ifPresent(error -> {
        throw error;
      });
    });
    bench.end().awaitMore(before, 1);
    SystemTime.pause(A_BIT);
    BackgroundCall closing = BackgroundCall.of("close", used::close);
    CallOutcome closed = closing.within(CLOSED_WITHIN, "it began, with a message under way");
    bench.require(closed.accepted(), "close threw " + closed);
    CallOutcome end = flight.within(CLOSED_WITHIN, "close");
    bench.require(!end.accepted(), "a message that got no reply counts as arrived after close");
    bench.require(
        !end.sure(), "a message was sent, and its error says that nothing has happened: " + end);

    twice(bench, used, "a channel that was used");
    bench.arrives(other, bench.end());
  }

  private static void twice(ChannelTestBench bench, HookChannel channel, String what) {
    closed(channel, what);
    closed(channel, what + " and closed");
    int before = bench.end().exchanges().size();
    HookMessage message = bench.message();
    CallOutcome attempt;
    try {
      attempt = CallOutcome.of(
          () -> channel.send(message, bench.end().target(), bench.call(Duration.ofSeconds(3))));
    } catch (RuntimeException wrong) {
      bench.shownBy("send", wrong);
      throw new RuleViolation(what + " was closed, and send threw " + wrong, wrong);
    }
    SystemTime.pause(A_BIT);
    bench.require(
        bench.end().exchanges().size() == before && !bench.end().has(message),
        what + " was closed, and has sent something");
    bench.require(
        SendingTrials.refused(attempt),
        what + " was closed, and send is not CANCELLED with effect NONE but " + attempt);
  }

  private static void closed(HookChannel channel, String what) {
    try {
      channel.close();
    } catch (RuntimeException wrong) {
      throw new RuleViolation("to close " + what + " threw " + wrong, wrong);
    }
  }

  private static void leavesNoThread(ChannelTestBench bench) throws InterruptedException {
    ThreadGroup group = new ThreadGroup("channel");
    HookChannel[] made = new HookChannel[1];
    // Not a daemon itself, from which threads would inherit it.
    BackgroundCall flight = BackgroundCall.in(group, "make and send", () -> {
      made[0] = bench.apart();
      HookMessage unused = bench.arrives(made[0], bench.end());
    });
    try {
      CallOutcome end = flight.within(Duration.ofSeconds(15), "it began");
      bench.require(end.accepted(), "failed in peace: " + end);
      SystemTime.pause(A_BIT);
      for (Thread thread : ThreadLeakCheck.in(group)) {
        bench.require(
            thread.isDaemon() || !thread.isAlive() || isOurs(thread),
            "thread \"" + thread.getName()
                + "\" is no daemon: it keeps a process alive that forgets to close the channel");
      }
    } finally {
      if (made[0] != null) {
        closed(made[0], "a channel that was used");
      }
    }
    Set<Thread> left = ended(group);
    bench.require(
        left.isEmpty(),
        "threads live on after close: "
            + left.stream().map(Thread::getName).sorted().collect(Collectors.toList()));
  }

  private static boolean isOurs(Thread thread) {
    return thread.getName().startsWith("certify ");
  }

  /** Those that do not end. */
  private static Set<Thread> ended(ThreadGroup group) {
    TimeLimit limit = TimeLimit.of(CLOSED_WITHIN);
    Set<Thread> left = ThreadLeakCheck.in(group);
    while (!left.isEmpty() && !limit.isOver()) {
      System.gc();
      limit.pause(A_BIT);
      left = ThreadLeakCheck.in(group);
    }
    return left;
  }
}

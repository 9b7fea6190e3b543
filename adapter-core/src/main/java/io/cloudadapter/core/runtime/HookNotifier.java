package io.cloudadapter.core.runtime;

import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.ForeignText;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.HookChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Sends hook messages, each on a thread of its own and with a deadline, and reports the result. A channel that does
 * not return keeps its thread until it does; the keeper limits how many are under way for one hook.
 */
public final class HookNotifier {
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  /** So that what the channel itself says of its deadline comes first. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Map<String, HookChannel> channels;
  private final Clocks clocks;
  private final Executor threads;
  private final ScheduledExecutorService timer;
  private final BootstrapFiller bootstrap;
  private final AtomicLong calls = new AtomicLong();

  /** The pauses whose receivers are being told. */
  private final Set<UUID> busy = ConcurrentHashMap.newKeySet();

  /**
   * A messenger of one pool.
   *
   * @param channels what it may use, by name
   * @param clocks monotonic time
   * @param threads runs the channels; as many as are asked for
   * @param timer ends what takes too long
   */
  public HookNotifier(
      Map<String, HookChannel> channels,
      Clocks clocks,
      Executor threads,
      ScheduledExecutorService timer) {
    this.channels = Map.copyOf(channels);
    this.clocks = clocks;
    this.threads = threads;
    this.timer = timer;
    this.bootstrap = new BootstrapFiller(this.channels, clocks, threads, timer);
  }

  /** What has the same channels make values for launches. */
  BootstrapFiller bootstrap() {
    return bootstrap;
  }

  void tell(Effect.Tell tell, Consumer<Event> report) {
    UUID token = tell.message().token();
    AtomicBoolean reported = new AtomicBoolean();
    Consumer<Optional<String>> once = error -> {
      // Better late than never: what arrives after all is not sent again.
      if (reported.compareAndSet(false, true) || error.isEmpty()) {
        report.accept(new Event.Told(tell.hook(), token, error));
      }
    };
    HookChannel channel = channels.get(tell.target().channel());
    if (channel == null) {
      once.accept(Optional.of("there is no channel " + tell.target().channel()));
      return;
    }
    if (!busy.add(token)) {
      once.accept(Optional.of("it is busy with an earlier message of the same pause"));
      return;
    }
    try {
      threads.execute(() -> {
        Optional<String> error = send(channel, tell, once);
        busy.remove(token);
        once.accept(error);
      });
    } catch (RejectedExecutionException closing) {
      busy.remove(token);
      once.accept(Optional.of("the library is closing"));
    }
  }

  private Optional<String> send(
      HookChannel channel, Effect.Tell tell, Consumer<Optional<String>> overdue) {
    DeadlineCallContext call = new DeadlineCallContext(
        new AccountRateLimiter(Map.of(), Map.of(), clocks.ticker()),
        new CallMetrics("hooks"),
        clocks,
        AT_MOST,
        "hook-" + calls.incrementAndGet());
    var watch = timer.schedule(
        () -> {
          call.cancel();
          overdue.accept(Optional.of("it did not answer within " + AT_MOST.toSeconds() + "s"));
        },
        AT_MOST.plus(GRACE).toMillis(),
        TimeUnit.MILLISECONDS);
    try {
      channel.send(tell.message(), tell.target(), call);
      return Optional.empty();
    } catch (CloudException failed) {
      return Optional.of(shown(failed.kind() + ": " + failed.getMessage(), tell));
    } catch (Throwable wrong) {
      // After any throwable from a channel or a listener, checked or not, the message has not
      // arrived.
      return Optional.of(shown(wrong.toString(), tell) + place(wrong));
    } finally {
      watch.cancel(false);
    }
  }

  /** Returns where something was thrown, for the author of that code. */
  private static String place(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return trace.length == 0
        ? ""
        : " at " + trace[0].getClassName() + ":" + trace[0].getLineNumber();
  }

  /** Makes a text fit for alarms and logs: with the whole token a reader could complete the hook. */
  private static String shown(String error, Effect.Tell tell) {
    String token = tell.message().token().toString();
    return ForeignText.shortened(error.replace(token, token.substring(0, 8) + "…"));
  }
}

package io.cloudadapter.core.shell;

import io.cloudadapter.core.keeper.Effect;
import io.cloudadapter.core.keeper.Event;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.HookChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the receivers of hooks, each message on a thread of its own and with a deadline, and reports what
 * came of it. A channel that does not return keeps its thread until it does; how many may be under way
 * for one hook is the keeper's to say.
 */
public final class Messenger {
  private static final Logger LOG = LoggerFactory.getLogger(Messenger.class);
  private static final Duration AT_MOST = Duration.ofSeconds(10);
  private static final int LONGEST_ERROR = 300;

  private final Map<String, HookChannel> channels;
  private final Clocks clocks;
  private final Executor threads;
  private final ScheduledExecutorService timer;
  private final AtomicLong calls = new AtomicLong();

  /**
   * A messenger of one pool.
   *
   * @param channels what it may use, by name
   * @param clocks monotonic time
   * @param threads runs the channels; as many as are asked for
   * @param timer ends what takes too long
   */
  public Messenger(
      Map<String, HookChannel> channels,
      Clocks clocks,
      Executor threads,
      ScheduledExecutorService timer) {
    this.channels = Map.copyOf(channels);
    this.clocks = clocks;
    this.threads = threads;
    this.timer = timer;
  }

  void tell(Effect.Tell tell, Consumer<Event> report) {
    AtomicBoolean reported = new AtomicBoolean();
    Consumer<Optional<String>> once = error -> {
      if (reported.compareAndSet(false, true)) {
        report.accept(new Event.Told(tell.hook(), tell.message().token(), error));
      }
    };
    HookChannel channel = channels.get(tell.target().channel());
    if (channel == null) {
      once.accept(Optional.of("there is no channel " + tell.target().channel()));
      return;
    }
    try {
      threads.execute(() -> once.accept(send(channel, tell, once)));
    } catch (RejectedExecutionException closing) {
      once.accept(Optional.of("the library is closing"));
    }
  }

  private Optional<String> send(
      HookChannel channel, Effect.Tell tell, Consumer<Optional<String>> overdue) {
    TimedCall call = new TimedCall(
        new AccountBudget(Map.of(), clocks.ticker()),
        clocks.ticker(),
        AT_MOST,
        "hook-" + calls.incrementAndGet());
    var watch = timer.schedule(
        () -> {
          call.cancel();
          overdue.accept(Optional.of("it did not answer within " + AT_MOST.toSeconds() + "s"));
        },
        AT_MOST.toMillis(),
        TimeUnit.MILLISECONDS);
    try {
      channel.send(tell.message(), tell.target(), call);
      return Optional.empty();
    } catch (CloudException failed) {
      return Optional.of(shortened(failed.kind() + ": " + failed.getMessage()));
    } catch (RuntimeException | Error wrong) {
      // Whatever a channel or a listener throws, the message has not arrived.
      LOG.warn("{} could not be told", tell.message(), wrong);
      return Optional.of(shortened(wrong.toString()));
    } finally {
      watch.cancel(false);
    }
  }

  private static String shortened(String error) {
    return error.length() > LONGEST_ERROR ? error.substring(0, LONGEST_ERROR) + "…" : error;
  }
}

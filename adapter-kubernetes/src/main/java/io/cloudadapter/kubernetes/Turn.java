package io.cloudadapter.kubernetes;

import java.util.Collection;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** A call that is made again and again, one at a time. */
final class Turn {
  /** How many of one kind may be under way at once. */
  static final int MOST_AT_ONCE = 16;

  private final Supplier<OptionalLong> call;
  private volatile boolean running;
  private volatile boolean done;
  private volatile long next;

  /**
   * A call that is due at a moment of the ticker.
   *
   * @param call returns when it is due again; empty if it is done
   */
  Turn(long first, Supplier<OptionalLong> call) {
    this.next = first;
    this.call = call;
  }

  boolean isIdle() {
    return !running;
  }

  boolean isDone() {
    return done;
  }

  /** Begins the calls that are due as far as there is room, the one that is due longest first, so that none starves. */
  static void beginDue(Collection<Turn> turns, long now, ExecutorService threads) {
    long busy = turns.stream().filter(turn -> turn.running).count();
    turns.stream()
        .filter(turn -> !turn.running && !turn.done && now - turn.next >= 0)
        .sorted(Comparator.comparingLong(turn -> turn.next - now))
        .limit(Math.max(0, MOST_AT_ONCE - busy))
        .forEach(turn -> turn.begin(threads));
  }

  private void begin(ExecutorService threads) {
    running = true;
    try {
      threads.execute(this::run);
    } catch (RejectedExecutionException closing) {
      running = false;
    }
  }

  private void run() {
    try {
      OptionalLong again = call.get();
      done = again.isEmpty();
      next = again.orElse(next);
    } finally {
      running = false;
    }
  }
}

package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.time.TimeLimit;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Threads that were still there when an adapter had been closed. Some clients end theirs only when they
 * are collected as garbage, so the last look comes at the end of all runs.
 */
public final class ThreadLeakCheck {
  private static final Duration LAST_WAIT = Duration.ofSeconds(5);

  /** A thread that does not end, and the run that left it. */
  public record Left(String thread, String run) {}

  /**
   * What a look found.
   *
   * @param left the threads that did not end, one of each name
   * @param tooBusy whether the machine was too busy meanwhile to blame what left them
   */
  public record Look(List<Left> left, boolean tooBusy) {
    /** The threads that the adapter or channel is to blame for. */
    public List<Left> toBlame() {
      return tooBusy ? List.of() : left;
    }
  }

  private record Noted(WeakReference<Thread> thread, String run) {}

  private final List<Noted> noted = new ArrayList<>();

  /** The threads of a group, without the one that asks, and without those that Java lends to everybody. */
  public static Set<Thread> in(ThreadGroup group) {
    Thread[] threads = new Thread[group.activeCount() * 2 + 16];
    int count = group.enumerate(threads, true);
    return Stream.of(threads)
        .limit(count)
        .filter(thread -> thread != Thread.currentThread())
        .filter(thread -> !isCommon(thread))
        .collect(Collectors.toSet());
  }

  /** On a machine with three processors or more, Java's own HTTP client uses the common pool, which is never closed. */
  private static boolean isCommon(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
  }

  public synchronized void note(Set<Thread> threads, String run) {
    threads.stream()
        .filter(Thread::isAlive)
        .forEach(thread -> noted.add(new Noted(new WeakReference<>(thread), run)));
  }

  /** Looks for the threads that do not end. Waits for them first, unless it is interrupted. */
  public synchronized Look look() {
    Map<String, Left> left = new TreeMap<>();
    TimeLimit limit = TimeLimit.of(LAST_WAIT);
    for (Noted one : noted) {
      Thread thread = one.thread().get();
      while (thread != null
          && thread.isAlive()
          && !Thread.currentThread().isInterrupted()
          && !limit.isOver()) {
        System.gc();
        if (!ended(thread, limit)) {
          thread = one.thread().get();
        }
      }
      if (thread != null && thread.isAlive()) {
        left.putIfAbsent(thread.getName(), new Left(thread.getName(), one.run()));
      }
    }
    return new Look(List.copyOf(left.values()), !left.isEmpty() && limit.isTooBusy());
  }

  private static boolean ended(Thread thread, TimeLimit limit) {
    try {
      limit.during(time -> thread.join(Math.max(1, time.toMillis())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}

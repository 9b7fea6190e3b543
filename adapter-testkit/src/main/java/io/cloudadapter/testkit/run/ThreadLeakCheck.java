package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.time.SystemTime;
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
  private static final Duration A_BIT = Duration.ofMillis(50);

  /** A thread that does not end, and the run that left it. */
  public record Left(String thread, String run) {}

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

  /** The threads that do not end, one of each name. Waits for them first, unless it is interrupted. */
  public synchronized List<Left> left() {
    Map<String, Left> left = new TreeMap<>();
    long began = SystemTime.ticker().nanos();
    for (Noted one : noted) {
      Thread thread = one.thread().get();
      while (thread != null
          && thread.isAlive()
          && !Thread.currentThread().isInterrupted()
          && SystemTime.since(began).compareTo(LAST_WAIT) < 0) {
        System.gc();
        if (!ended(thread)) {
          thread = one.thread().get();
        }
      }
      if (thread != null && thread.isAlive()) {
        left.putIfAbsent(thread.getName(), new Left(thread.getName(), one.run()));
      }
    }
    return List.copyOf(left.values());
  }

  private static boolean ended(Thread thread) {
    try {
      thread.join(A_BIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}

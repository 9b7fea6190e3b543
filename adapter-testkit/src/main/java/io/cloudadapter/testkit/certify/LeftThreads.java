package io.cloudadapter.testkit.certify;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Threads that were still there when an adapter had been closed. Some clients end theirs only when they
 * are collected as garbage, so the last look comes at the end of all runs.
 */
final class LeftThreads {
  private static final long LAST_WAIT_MILLIS = 5_000;

  private final List<WeakReference<Thread>> left = new ArrayList<>();

  /** The threads of a group, without the one that asks. */
  static Set<Thread> in(ThreadGroup group) {
    Thread[] threads = new Thread[group.activeCount() * 2 + 16];
    int count = group.enumerate(threads, true);
    return Stream.of(threads)
        .limit(count)
        .filter(thread -> thread != Thread.currentThread())
        .collect(Collectors.toSet());
  }

  synchronized void note(Set<Thread> threads) {
    threads.stream()
        .filter(Thread::isAlive)
        .forEach(thread -> left.add(new WeakReference<>(thread)));
  }

  /** The names of threads that do not end. Waits for them first. */
  @OutsideWorld
  synchronized List<String> names() {
    List<String> names = new ArrayList<>();
    long deadline = System.nanoTime() + LAST_WAIT_MILLIS * 1_000_000;
    for (WeakReference<Thread> one : left) {
      Thread thread = one.get();
      while (thread != null && thread.isAlive() && System.nanoTime() - deadline < 0) {
        System.gc();
        if (!ended(thread, 50)) {
          thread = one.get();
        }
      }
      if (thread != null && thread.isAlive()) {
        names.add(thread.getName());
      }
    }
    return names.stream().distinct().sorted().toList();
  }

  private static boolean ended(Thread thread, long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}

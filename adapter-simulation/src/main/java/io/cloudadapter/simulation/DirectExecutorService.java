package io.cloudadapter.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs all work on the thread that brings the first of it, one after the other, before that goes on. */
class DirectExecutorService extends AbstractExecutorService {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  @Override
  public void execute(Runnable work) {
    waiting.add(work);
    if (running) {
      return;
    }
    running = true;
    try {
      for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
        next.run();
      }
    } finally {
      running = false;
    }
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}

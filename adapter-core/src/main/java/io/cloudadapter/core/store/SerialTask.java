package io.cloudadapter.core.store;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one piece of work, never twice at once, and at least once after each signal. With an executor that runs on the
 * calling thread, a signal while no work is under way does the work itself.
 */
public final class SerialTask implements Runnable {
  private final Executor executor;
  private final Runnable work;
  private final AtomicInteger signals = new AtomicInteger();

  public SerialTask(Executor executor, Runnable work) {
    this.executor = executor;
    this.work = work;
  }

  /** Throws {@link RejectedExecutionException} if the executor takes no more. */
  public void signal() {
    if (signals.getAndIncrement() == 0) {
      try {
        executor.execute(this);
      } catch (RejectedExecutionException e) {
        signals.set(0); // keep the signal for the next run
        throw e;
      }
    }
  }

  @Override
  public void run() {
    int answered = signals.get();
    do {
      work.run();
      answered = signals.addAndGet(-answered);
    } while (answered > 0);
  }
}

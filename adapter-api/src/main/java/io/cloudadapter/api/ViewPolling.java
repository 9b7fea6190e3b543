package io.cloudadapter.api;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads a pool's view each second and calls a listener when it differs, until it is closed. */
final class ViewPolling implements PoolSubscription {
  private static final System.Logger LOG = System.getLogger(ViewPolling.class.getName());
  private static final long PERIOD_MILLIS = 1_000;

  private final MachinePool pool;
  private final PoolListener listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable PoolView last;

  private ViewPolling(MachinePool pool, PoolListener listener) {
    this.pool = pool;
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  static PoolSubscription start(AsyncOperations pool, PoolListener listener) {
    ViewPolling polling = new ViewPolling((MachinePool) pool, listener);
    BackgroundThread.start("adapter-listener-" + polling.pool.name(), polling::run);
    return polling;
  }

  private void run() {
    try {
      do {
        look();
      } while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      // The thread is asked to end, and it does.
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      PoolView view = pool.view();
      PoolView before = last;
      if (before == null
          || before.revision() != view.revision()
          || !before.timestamp().equals(view.timestamp())) {
        last = view;
        listener.viewChanged(view);
      }
    } catch (PoolException e) {
      // The pool cannot be read at present; the next look may succeed.
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> "pool " + pool.name() + " shows no view: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a listener of pool " + pool.name() + " failed", e);
    }
  }

  @Override
  public long dropped() {
    return 0;
  }

  @Override
  public void close() {
    closed.countDown();
  }
}

package io.cloudadapter.testkit.time;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Follows a launch that the cloud runs as an operation to its end, as the core does: so that every rule about launches
 * also tries adapters for such clouds.
 * Calls of other threads are not overtaken by the time that passes meanwhile.
 */
public final class OperationWait {
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);
  private static final int FAILED_CHECKS = 5;

  /** For how long, in real time, a call of another thread is waited for. */
  private static final long PATIENCE_MILLIS = 200;

  private final ReentrantReadWriteLock calls = new ReentrantReadWriteLock();

  /** Held by the thread that lets time pass: a call that stalls is not overtaken by a second of each of the others. */
  private final ReentrantLock passing = new ReentrantLock();

  private final Consumer<Duration> time;

  /**
   * Follows operations.
   *
   * @param time lets time pass
   */
  public OperationWait(Consumer<Duration> time) {
    this.time = time;
  }

  /** Makes a call, during which no operation lets time pass. */
  public <T> T call(Supplier<T> call) {
    calls.readLock().lock();
    try {
      return call.get();
    } finally {
      calls.readLock().unlock();
    }
  }

  private void pass() {
    passing.lock();
    try {
      passOnce();
    } finally {
      passing.unlock();
    }
  }

  private void passOnce() {
    boolean alone = false;
    try {
      // A call that another thread has the cloud hold back ends only after time has passed.
      alone = calls.writeLock().tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    try {
      time.accept(BETWEEN_CHECKS);
    } finally {
      if (alone) {
        calls.writeLock().unlock();
      }
    }
  }

  /**
   * Returns what a launch has made once its operation has ended.
   *
   * @param begun the result of the launch
   * @param longest how long the operation may take
   * @param check checks an operation
   * @param search looks for the machines of the launch in a list, when the cloud does not have the operation any more
   * @return the result of the operation
   * @throws CloudException with effect NONE if the operation failed; UNKNOWN if the cloud does not have it, nor
   *     its machines, does not end it in time, or does not let it be checked
   */
  public LaunchResult ended(
      LaunchResult begun,
      Duration longest,
      Function<LaunchOperation, LaunchProgress> check,
      Supplier<List<MachineSighting>> search) {
    if (begun.operation().isEmpty()) {
      return begun;
    }
    LaunchOperation operation = begun.operation().get();
    int failed = 0;
    for (Duration waited = Duration.ZERO;
        waited.compareTo(longest) <= 0;
        waited = waited.plus(BETWEEN_CHECKS)) {
      LaunchProgress progress;
      try {
        progress = check.apply(operation);
      } catch (CloudException unreadable) {
        if (++failed == FAILED_CHECKS) {
          throw unknown("operation " + operation + " cannot be checked: " + unreadable.summary());
        }
        progress = new LaunchProgress.Running();
      }
      if (progress instanceof LaunchProgress.Done done) {
        return done.result();
      }
      if (progress instanceof LaunchProgress.Failed reason) {
        throw refused(operation, reason.failure());
      }
      if (progress instanceof LaunchProgress.Unknown) {
        return LaunchResult.of(found(operation, search));
      }
      if (!(progress instanceof LaunchProgress.Running)) {
        throw new IllegalStateException("an operation cannot be " + progress);
      }
      pass();
    }
    throw unknown("operation " + operation + " has not ended");
  }

  private static List<MachineSighting> found(
      LaunchOperation operation, Supplier<List<MachineSighting>> search) {
    List<MachineSighting> machines;
    try {
      machines = search.get();
    } catch (CloudException unreadable) {
      throw unknown("the cloud does not have operation " + operation
          + ", and its machines cannot be listed: " + unreadable.summary());
    }
    if (machines.isEmpty()) {
      throw unknown("the cloud does not have operation " + operation + ", nor a machine of it");
    }
    return machines;
  }

  private static CloudException refused(LaunchOperation operation, LaunchFailure failure) {
    return CloudException.of(
            failure.kind(),
            CloudException.Effect.NONE,
            "operation " + operation + " failed: " + failure.message())
        .scope(failure.scope())
        .build();
  }

  private static CloudException unknown(String why) {
    return CloudException.of(CloudException.Kind.UNAVAILABLE, CloudException.Effect.UNKNOWN, why)
        .build();
  }
}

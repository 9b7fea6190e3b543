package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.PoolName;
import io.grpc.Status;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ids of machines that a pool lacks because its cloud refused them. Cluster Autoscaler sees them as instances that
 * failed, and deletes them. Each deletion in a pool ends all ids of before, so that a repeated one never lowers the
 * target twice: not in this process, since the generation has grown, nor in another one, since its token differs. An id
 * names its pool, since the form of the provider IDs may not. Any number of threads may use it.
 */
final class MissingMachines {
  private static final Pattern FORM =
      Pattern.compile("missing-([a-z0-9]+)-([0-9]{1,9})-([0-9]{1,9})-([a-z][a-z0-9-]*)");

  private static final class Generation {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int number = 1;
  }

  private final String token;
  private final Map<PoolName, Generation> generations = new ConcurrentHashMap<>();

  /**
   * The ids of one process.
   *
   * @param token lower-case letters and digits that no other process has
   */
  MissingMachines(String token) {
    this.token = token;
  }

  private Generation of(PoolName pool) {
    return generations.computeIfAbsent(pool, name -> new Generation());
  }

  /** The id of a missing machine, 1 or more. */
  String id(PoolName pool, int which) {
    return "missing-" + token + "-" + of(pool).number + "-" + which + "-" + pool;
  }

  /** The pool that an id of this form names, of this process or another; empty if it has another form. */
  static Optional<String> poolOf(String id) {
    Matcher matcher = FORM.matcher(id);
    return matcher.matches() ? Optional.of(matcher.group(4)) : Optional.empty();
  }

  /** Whether an id is one of the present missing machines of a pool. */
  boolean isPresent(PoolName pool, String id, int missing) {
    Matcher matcher = FORM.matcher(id);
    return matcher.matches()
        && matcher.group(4).equals(pool.value())
        && matcher.group(1).equals(token)
        && Integer.parseInt(matcher.group(2)) == of(pool).number
        && Integer.parseInt(matcher.group(3)) <= missing
        && Integer.parseInt(matcher.group(3)) >= 1;
  }

  /** One change at a time of a pool's missing machines. */
  void during(PoolName pool, Runnable change) {
    ReentrantLock lock = of(pool).lock;
    CallDeadline.lock(
        lock,
        Status.UNAVAILABLE.withDescription(
            "another call changes the missing machines of pool " + pool + "; nothing was changed"));
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  /** Ends all present ids of a pool; within {@link #during} only. */
  void renew(PoolName pool) {
    Generation generation = of(pool);
    int next = generation.number + 1;
    generation.number = next;
  }
}

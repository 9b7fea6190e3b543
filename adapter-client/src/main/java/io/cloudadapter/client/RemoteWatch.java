package io.cloudadapter.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.client.message.ActionMessages;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Watches actions with repeated requests for changes; the server answers each when there are some. The changes do not
 * contain the former state of an action.
 */
final class RemoteWatch implements ActionWatch {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  private final String path;
  private final Function<String, ServerReply> get;
  private final MonotonicWait waits;
  private final Duration timeout;
  private volatile long version;
  private volatile boolean closed;

  RemoteWatch(
      String path,
      Function<String, ServerReply> get,
      MonotonicWait waits,
      Duration timeout,
      long version) {
    this.path = path;
    this.get = get;
    this.waits = waits;
    this.timeout = timeout;
    this.version = version;
  }

  @Override
  public List<ActionChange> next(Duration atMost) throws InterruptedException {
    long begun = waits.nanos();
    while (true) {
      if (closed) {
        throw new PoolException(Reason.UNAVAILABLE, "the watch was closed", "");
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for actions");
      }
      Duration left = atMost.minusNanos(waits.nanos() - begun);
      ActionMessages.Changes answer = ActionMessages.changes(
          get.apply(path + "/actions/changes?since=" + version + "&wait=" + seconds(left))
              .fields());
      version = Math.max(version, answer.version());
      if (!answer.changes().isEmpty() || left.compareTo(Duration.ofSeconds(1)) < 0) {
        return answer.changes();
      }
    }
  }

  /** No longer than half of what an answer may take. */
  private long seconds(Duration left) {
    Duration half = timeout.dividedBy(2);
    Duration most = half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT;
    Duration wait = left.compareTo(most) < 0 ? left : most;
    return wait.isNegative() ? 0 : wait.toSeconds();
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public void close() {
    closed = true;
  }
}

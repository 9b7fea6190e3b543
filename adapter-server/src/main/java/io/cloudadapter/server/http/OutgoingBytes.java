package io.cloudadapter.server.http;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Limits the memory of answers that clients have not read yet, for each caller and in all. A body that several
 * answers share counts once. A caller without outstanding answers gets an answer of any size as long as there is room
 * in all; the unread answers of one caller take no more than half, so that it does not block others.
 *
 * <p>Any number of threads may use it.
 */
public final class OutgoingBytes {
  /** Below this, a body costs no more than the connection that takes it. */
  private static final int SMALL = 4096;

  private final long limit;
  private final long callerLimit;
  private final Map<String, Held> callers = new HashMap<>();
  private final Held all = new Held();

  /** Bodies by identity, each with how many answers share it. */
  private static final class Held {
    private final IdentityHashMap<byte[], Integer> bodies = new IdentityHashMap<>();
    private long bytes;

    long with(byte[] body) {
      return bytes + (bodies.containsKey(body) ? 0 : body.length);
    }

    void add(byte[] body) {
      bytes = with(body);
      bodies.merge(body, 1, Integer::sum);
    }

    boolean remove(byte[] body) {
      int left = bodies.getOrDefault(body, 1) - 1;
      if (left > 0) {
        bodies.put(body, left);
      } else if (bodies.remove(body) != null) {
        bytes -= body.length;
      }
      return bodies.isEmpty();
    }

    int sharers(byte[] body) {
      return bodies.getOrDefault(body, 0);
    }
  }

  /**
   * A bound.
   *
   * @param limit the most bytes that may be outstanding in all
   */
  public OutgoingBytes(long limit) {
    this.limit = limit;
    this.callerLimit = limit / 2;
  }

  /**
   * Takes note of an answer that is about to be sent.
   *
   * @param caller the receiver's configured name
   * @param body what
   * @return whether it may be sent; {@link #end} is to follow if so
   */
  public synchronized boolean begin(String caller, byte[] body) {
    if (body.length <= SMALL) {
      return true;
    }
    Held own = callers.computeIfAbsent(caller, name -> new Held());
    boolean fits = own.with(body) <= callerLimit || own.bytes == 0;
    boolean room = all.with(body) <= limit || all.bytes == 0;
    if (!fits || !room) {
      callers.computeIfPresent(caller, (name, held) -> held.bytes == 0 ? null : held);
      return false;
    }
    own.add(body);
    all.add(body);
    return true;
  }

  /**
   * The client has taken the answer, or never will.
   *
   * @param caller who
   * @param body what
   */
  public synchronized void end(String caller, byte[] body) {
    if (body.length > SMALL) {
      callers.computeIfPresent(caller, (name, held) -> held.remove(body) ? null : held);
      all.remove(body);
    }
  }

  /**
   * How many answers with this body are on their way.
   *
   * @param body the body
   * @return answers that were begun and have not ended
   */
  public synchronized int sharers(byte[] body) {
    return all.sharers(body);
  }

  /**
   * How much is outstanding.
   *
   * @return bytes, shared ones once
   */
  synchronized long bytes() {
    return all.bytes;
  }
}

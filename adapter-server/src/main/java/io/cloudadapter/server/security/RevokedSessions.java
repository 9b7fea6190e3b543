package io.cloudadapter.server.security;

import java.util.HashMap;
import java.util.Map;

/**
 * The sessions that were ended early, by their numbers. It holds a limited number for each owner: an owner that ends
 * more within the life of a session loses all sessions begun so far, and signs in again. Any number of threads may
 * use it.
 */
final class RevokedSessions {
  private final int most;
  private final Map<String, Owner> owners = new HashMap<>();

  /** A list that holds at most so many sessions of one owner. */
  RevokedSessions(int most) {
    this.most = most;
  }

  /**
   * Ends a session.
   *
   * @param owner whose it is
   * @param number its number
   * @param end when it would have ended, in seconds
   * @param last the number of the session that was begun last
   * @param now the time, in seconds
   */
  synchronized void add(String owner, long number, long end, long last, long now) {
    Owner known = owners.computeIfAbsent(owner, name -> new Owner());
    if (known.ends.size() >= most) {
      known.ends.values().removeIf(over -> over <= now);
    }
    if (known.ends.size() >= most) {
      known.ends.clear();
      known.allUpTo = last;
    } else {
      known.ends.put(number, end);
    }
  }

  /** Whether a session has ended before its time. */
  synchronized boolean contains(String owner, long number) {
    Owner known = owners.get(owner);
    return known != null && (number <= known.allUpTo || known.ends.containsKey(number));
  }

  private static final class Owner {
    private final Map<Long, Long> ends = new HashMap<>();
    private long allUpTo = -1;
  }
}

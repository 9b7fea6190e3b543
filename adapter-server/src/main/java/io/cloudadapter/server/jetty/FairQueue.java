package io.cloudadapter.server.jetty;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tasks that wait for a thread of a lane: one queue for each caller, from which they are taken in turn. Urgent
 * tasks have places of their own and are taken first. When all places are taken, a caller with fewer tasks gets the
 * place of the newest task of the caller with the most, so that a flood of one caller holds back its own requests
 * only. Any number of threads may use it.
 */
final class FairQueue {
  private final int most;

  /** By caller; the first one is next. Guarded by this, as the size. */
  private final Map<String, ArrayDeque<Task>> callers = new LinkedHashMap<>();

  private final ArrayDeque<Task> urgent = new ArrayDeque<>();
  private int size;

  /** A queue with so many places, and as many for urgent tasks. */
  FairQueue(int most) {
    this.most = most;
  }

  /**
   * A task of a caller.
   *
   * @param caller whose it is
   * @param isUrgent whether it is taken before those of others
   * @param work what is to be done
   * @param displaced runs instead of the work if the task loses its place
   */
  record Task(String caller, boolean isUrgent, Runnable work, Runnable displaced) {}

  /** What became of an offer. */
  enum Offer {
    /** The task has a place of its own. */
    ADDED,
    /** The task has the place of another one, which was displaced. */
    REPLACED,
    /** There is no place for the task. */
    REFUSED
  }

  /** Offers a task. The task that it displaces runs its displacement on this thread. */
  Offer offer(Task task) {
    Optional<Task> displaced = Optional.empty();
    synchronized (this) {
      if (task.isUrgent()) {
        return urgent.size() < most && urgent.add(task) ? Offer.ADDED : Offer.REFUSED;
      }
      if (size >= most) {
        displaced = removeNewestOfLongest(task.caller());
        if (displaced.isEmpty()) {
          return Offer.REFUSED;
        }
      }
      callers.computeIfAbsent(task.caller(), name -> new ArrayDeque<>()).add(task);
      size++;
    }
    if (displaced.isEmpty()) {
      return Offer.ADDED;
    }
    displaced.get().displaced().run();
    return Offer.REPLACED;
  }

  /** Of the caller with the most tasks, if it has at least two more than this one. */
  private Optional<Task> removeNewestOfLongest(String caller) {
    ArrayDeque<Task> own = callers.getOrDefault(caller, new ArrayDeque<>());
    ArrayDeque<Task> longest = own;
    for (ArrayDeque<Task> tasks : callers.values()) {
      longest = tasks.size() > longest.size() ? tasks : longest;
    }
    if (longest.size() < own.size() + 2) {
      return Optional.empty();
    }
    size--;
    return Optional.of(longest.removeLast());
  }

  /** Takes an urgent task, or the oldest one of the caller whose turn it is, if any waits. */
  synchronized Optional<Task> poll() {
    if (!urgent.isEmpty()) {
      return Optional.of(urgent.remove());
    }
    Iterator<Map.Entry<String, ArrayDeque<Task>>> turns = callers.entrySet().iterator();
    if (!turns.hasNext()) {
      return Optional.empty();
    }
    Map.Entry<String, ArrayDeque<Task>> next = turns.next();
    String caller = next.getKey();
    ArrayDeque<Task> tasks = next.getValue();
    turns.remove();
    Task task = tasks.remove();
    if (!tasks.isEmpty()) {
      callers.put(caller, tasks); // Behind the others.
    }
    size--;
    return Optional.of(task);
  }

  synchronized boolean isEmpty() {
    return size == 0 && urgent.isEmpty();
  }
}

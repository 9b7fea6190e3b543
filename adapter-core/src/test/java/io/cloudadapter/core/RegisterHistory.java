package io.cloudadapter.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What several threads did to one number, and whether it can have happened one after the other, each
 * write and read at some moment between its call and its return (linearizability). Any thread may
 * record.
 */
final class RegisterHistory {

  /** A write of a value, or a read that returned it. */
  record Deed(int thread, boolean write, int value) {}

  private record Moment(Deed deed, int number, boolean returned) {}

  /** One way in which all could have happened so far: the number, and who has had his moment. */
  private record World(int value, Set<Integer> done) {}

  private final List<Moment> moments = new ArrayList<>();
  private int numbers;

  /** A thread has called; returns the number to return under. */
  synchronized int called(Deed deed) {
    int number = ++numbers;
    moments.add(new Moment(deed, number, false));
    return number;
  }

  /** Its call has returned. A write that never does may have its moment at any time, or never. */
  synchronized void returned(Deed deed, int number) {
    moments.add(new Moment(deed, number, true));
  }

  /** A read is known only when it returns; {@code number} tells when it was called. */
  synchronized void read(int thread, int number, int value) {
    Deed deed = new Deed(thread, false, value);
    moments.replaceAll(
        moment -> moment.number == number ? new Moment(deed, number, false) : moment);
    moments.add(new Moment(deed, number, true));
  }

  synchronized int size() {
    return numbers;
  }

  /** The first deed that fits no order, or nothing. */
  synchronized List<Deed> misfits(int first) {
    Set<World> worlds = Set.of(new World(first, Set.of()));
    List<Moment> pending = new ArrayList<>();
    for (Moment moment : moments) {
      if (!moment.returned) {
        pending.add(moment);
        continue;
      }
      Set<World> next = new LinkedHashSet<>();
      for (World world : closure(worlds, pending)) {
        if (world.done.contains(moment.number)) {
          Set<Integer> done = new HashSet<>(world.done);
          done.remove(moment.number);
          next.add(new World(world.value, done));
        }
      }
      if (next.isEmpty()) {
        return List.of(moment.deed);
      }
      pending.removeIf(each -> each.number == moment.number);
      worlds = next;
    }
    return List.of();
  }

  /** All worlds that some of the pending deeds lead to. */
  private static Set<World> closure(Set<World> worlds, List<Moment> pending) {
    Set<World> all = new LinkedHashSet<>(worlds);
    Deque<World> open = new ArrayDeque<>(worlds);
    while (!open.isEmpty()) {
      World world = open.remove();
      for (Moment moment : pending) {
        boolean fits = moment.deed.write || moment.deed.value == world.value;
        if (!fits || world.done.contains(moment.number)) {
          continue;
        }
        Set<Integer> done = new HashSet<>(world.done);
        done.add(moment.number);
        World next = new World(moment.deed.value, done);
        if (all.add(next)) {
          open.add(next);
        }
      }
    }
    return all;
  }
}

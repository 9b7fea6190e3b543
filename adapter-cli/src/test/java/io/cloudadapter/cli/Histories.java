package io.cloudadapter.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Tells whether what several clients did and saw has an order in which one thing, touched by one client at a time,
 * would have answered so: each deed lies between its beginning and its end, and what was never answered at any time
 * after its beginning, or never.
 *
 * <p>As Wing and Gong have it, event by event: all states in which the thing may be are kept, each with those deeds
 * under way that have happened already in it.
 */
final class Histories {
  /** An end that never came. */
  static final long NEVER = Long.MAX_VALUE;

  /**
   * Something that a client did.
   *
   * @param what the deed, with what was seen
   * @param began before it can have happened
   * @param ended after it must have happened, or never
   */
  record Deed<D>(D what, long began, long ended) {}

  private record Way<S>(S state, Set<Integer> happened) {}

  private record Event(long at, boolean begins, int deed) {}

  private Histories() {}

  /**
   * Looks for an order.
   *
   * @param first the state at the beginning
   * @param deeds all of them, those without an answer too
   * @param next the state after a deed, or empty if it would not have been answered so
   * @return the first deed whose answer no order explains; empty if there is an order
   */
  static <S, D> Optional<Deed<D>> unexplained(
      S first, List<Deed<D>> deeds, BiFunction<S, D, Optional<S>> next) {
    Set<Way<S>> ways = Set.of(new Way<>(first, Set.of()));
    Set<Integer> underWay = new HashSet<>();
    for (Event event : events(deeds)) {
      int deed = event.deed();
      if (event.begins()) {
        underWay.add(deed);
        continue;
      }
      ways = with(deed, ways, underWay, deeds, next);
      underWay.remove(deed);
      if (ways.isEmpty()) {
        return Optional.of(deeds.get(deed));
      }
    }
    return Optional.empty();
  }

  private static <D> List<Event> events(List<Deed<D>> deeds) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < deeds.size(); i++) {
      events.add(new Event(deeds.get(i).began(), true, i));
      if (deeds.get(i).ended() != NEVER) {
        events.add(new Event(deeds.get(i).ended(), false, i));
      }
    }
    // Of one moment, beginnings come first: deeds that touch may have happened in either order.
    events.sort(Comparator.comparingLong(Event::at)
        .thenComparing(Event::begins, Comparator.reverseOrder()));
    return events;
  }

  /** All ways in which a deed has happened, which then need not be remembered any more. */
  private static <S, D> Set<Way<S>> with(
      int deed,
      Set<Way<S>> ways,
      Set<Integer> underWay,
      List<Deed<D>> deeds,
      BiFunction<S, D, Optional<S>> next) {
    Set<Way<S>> seen = new HashSet<>(ways);
    List<Way<S>> left = new ArrayList<>(ways);
    Set<Way<S>> done = new HashSet<>();
    while (!left.isEmpty()) {
      Way<S> way = left.remove(left.size() - 1);
      if (way.happened().contains(deed)) {
        Set<Integer> rest = new HashSet<>(way.happened());
        rest.remove(deed);
        done.add(new Way<>(way.state(), Set.copyOf(rest)));
        continue;
      }
      for (int other : underWay) {
        if (!way.happened().contains(other)) {
          next.apply(way.state(), deeds.get(other).what()).ifPresent(state -> {
            Set<Integer> more = new HashSet<>(way.happened());
            more.add(other);
            Way<S> longer = new Way<>(state, Set.copyOf(more));
            if (seen.add(longer)) {
              left.add(longer);
            }
          });
        }
      }
    }
    return done;
  }
}

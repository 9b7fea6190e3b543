package io.cloudadapter.cli.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Tells whether what several clients did and saw has an order in which one thing, touched by one client at a time,
 * would have answered so: each deed lies between its beginning and its end, and what was never answered at any time
 * after its beginning, or never.
 *
 * <p>As Wing and Gong have it, event by event: all states in which the thing may be are kept, each with those deeds
 * under way that have happened already in it.
 */
public final class RegisterHistories {
  /** An end that never came. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * Something that a client did.
   *
   * @param what the deed, with what was seen
   * @param began before it can have happened
   * @param ended after it must have happened, or never
   */
  public record Deed<D>(D what, long began, long ended) {}

  /**
   * What deeds do to the thing that clients touch, one at a time.
   *
   * @param <S> the states of the thing
   * @param <D> the deeds
   */
  public interface Course<S, D> {
    /**
     * The states after a deed: several where its answer leaves that open, none if it would not have been answered so.
     */
    Collection<S> next(S state, D deed);

    /** Whether a deed that has an end may never have happened. */
    boolean doubtful(D deed);

    /** Whether a deed, once this state was reached, changes nothing however much later it happens. */
    default boolean harmless(S state, D deed) {
      return false;
    }

    /** A state without what no deed depends on any more that ends after one; equal states need one look. */
    default S after(S state, D ended) {
      return state;
    }
  }

  private record Way<S>(S state, Set<Integer> happened) {}

  private record Event(long at, boolean begins, int deed) {}

  private RegisterHistories() {}

  /**
   * Looks for an order.
   *
   * @param first the state at the beginning
   * @param deeds all of them, those without an answer too
   * @param next the state after a deed, or empty if it would not have been answered so
   * @return the first deed whose answer no order explains; empty if there is an order
   */
  public static <S, D> Optional<Deed<D>> unexplained(
      S first, List<Deed<D>> deeds, BiFunction<S, D, Optional<S>> next) {
    return unexplained(first, deeds, new Course<>() {
      @Override
      public Collection<S> next(S state, D deed) {
        return next.apply(state, deed).stream().toList();
      }

      @Override
      public boolean doubtful(D deed) {
        return false;
      }
    });
  }

  /**
   * Looks for an order where a deed may have come out in several ways, or may not have happened at all.
   *
   * @param first the state at the beginning
   * @param deeds all of them, those without an answer too
   * @param course what each deed does
   * @return the first deed whose answer no order explains; empty if there is an order
   */
  public static <S, D> Optional<Deed<D>> unexplained(
      S first, List<Deed<D>> deeds, Course<S, D> course) {
    Set<Way<S>> ways = Set.of(new Way<>(first, Set.of()));
    Set<Integer> underWay = new HashSet<>();
    for (Event event : events(deeds)) {
      int deed = event.deed();
      if (event.begins()) {
        underWay.add(deed);
        continue;
      }
      Set<Way<S>> done = with(deed, ways, underWay, deeds, course);
      if (course.doubtful(deeds.get(deed).what())) {
        ways.stream().filter(way -> !way.happened().contains(deed)).forEach(done::add);
      }
      ways = done.stream()
          .map(way -> new Way<>(course.after(way.state(), deeds.get(deed).what()), way.happened()))
          .collect(Collectors.toSet());
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
      int deed, Set<Way<S>> ways, Set<Integer> underWay, List<Deed<D>> deeds, Course<S, D> course) {
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
      for (Way<S> longer : longer(way, underWay, deeds, course)) {
        if (seen.add(longer)) {
          left.add(longer);
        }
      }
    }
    return done;
  }

  /**
   * All ways in which one more deed has happened. One that never changes anything may as well happen at once: what can
   * happen before it can happen after it, so that no other way needs to be looked at.
   */
  private static <S, D> List<Way<S>> longer(
      Way<S> way, Set<Integer> underWay, List<Deed<D>> deeds, Course<S, D> course) {
    List<Way<S>> all = new ArrayList<>();
    for (int deed : underWay) {
      if (way.happened().contains(deed)) {
        continue;
      }
      Set<Integer> more = new HashSet<>(way.happened());
      more.add(deed);
      Set<Integer> happened = Set.copyOf(more);
      for (S state : course.next(way.state(), deeds.get(deed).what())) {
        if (course.harmless(way.state(), deeds.get(deed).what())) {
          return List.of(new Way<>(state, happened));
        }
        all.add(new Way<>(state, happened));
      }
    }
    return all;
  }
}

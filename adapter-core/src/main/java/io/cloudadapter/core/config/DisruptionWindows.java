package io.cloudadapter.core.config;

import com.google.common.collect.ImmutableSortedMap;
import io.cloudadapter.api.DisruptionReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The windows of a pool, by name: when it may begin to disrupt machines by itself. A window permits work. Several
 * windows permit what any of them does, and a reason that no window is for may begin at any time. What has begun in a
 * window goes on to its end.
 *
 * <pre>{@code
 * DisruptionWindows nights = DisruptionWindows.none().with("nights", DisruptionWindow.of(
 *     CronSchedule.of("0 22 * * MON-FRI", ZoneId.of("Europe/Stockholm")), Duration.ofHours(6)));
 * boolean mayReplace = nights.state(DisruptionReason.REFRESH, now).open();
 * }</pre>
 *
 * <p>Safe for use by several threads.
 *
 * @param byName the windows; at most 50
 */
public record DisruptionWindows(Map<String, DisruptionWindow> byName) {
  private static final DisruptionWindows NONE = new DisruptionWindows(Map.of());
  private static final int MOST = 50;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  /** Windows that follow each other without a break are looked through only so far. */
  private static final Duration FAR = Duration.ofDays(8);

  private static final int MOST_IN_A_ROW = 500;

  /**
   * Checks number and names.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public DisruptionWindows {
    byName = ImmutableSortedMap.copyOf(byName);
    PoolConfig.inRange("the number of disruption.windows", byName.size(), 0, MOST);
    for (String name : byName.keySet()) {
      if (!name.matches(NAME)) {
        throw new IllegalArgumentException("disruption.windows must have names of 1 to 64 letters,"
            + " digits, '.', '_' or '-', was '" + name + "'");
      }
    }
  }

  /**
   * No windows: work may begin at any time.
   *
   * @return the default
   */
  public static DisruptionWindows none() {
    return NONE;
  }

  /**
   * The same with one window more.
   *
   * @param name its name
   * @param window when it is open
   * @return other windows
   * @throws IllegalArgumentException if the name is none, or there are too many
   */
  public DisruptionWindows with(String name, DisruptionWindow window) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(window, "window");
    Map<String, DisruptionWindow> more = new TreeMap<>(byName);
    more.put(name, window);
    return new DisruptionWindows(more);
  }

  /**
   * Whether work for a reason may begin at a moment.
   *
   * @param reason why machines are disrupted
   * @param now the moment
   * @return whether it may, until when, and else from when on
   */
  public WindowState state(DisruptionReason reason, Instant now) {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(now, "now");
    Map<String, DisruptionWindow> windows = new TreeMap<>();
    byName.forEach((name, window) -> {
      if (window.reasons().contains(reason)) {
        windows.put(name, window);
      }
    });
    if (windows.isEmpty()) {
      return WindowState.ALWAYS;
    }
    Optional<String> open = windows.entrySet().stream()
        .filter(entry -> entry.getValue().openUntil(now).isPresent())
        .map(Map.Entry::getKey)
        .findFirst();
    return open.isPresent()
        ? new WindowState(true, end(windows.values(), now), Optional.empty(), open)
        : closed(windows, now);
  }

  /** When no window is open any more, since each is joined by those that are open at its end. */
  private static Optional<Instant> end(Collection<DisruptionWindow> windows, Instant now) {
    Instant end = now;
    for (int i = 0; i < MOST_IN_A_ROW && end.isBefore(now.plus(FAR)); i++) {
      Instant later = end;
      for (DisruptionWindow window : windows) {
        Instant until = window.openUntil(later).orElse(later);
        later = until.isAfter(later) ? until : later;
      }
      if (later.equals(end)) {
        return Optional.of(end);
      }
      end = later;
    }
    return Optional.empty();
  }

  private static WindowState closed(Map<String, DisruptionWindow> windows, Instant now) {
    Optional<Instant> soonest = Optional.empty();
    Optional<String> first = Optional.empty();
    for (Map.Entry<String, DisruptionWindow> entry : windows.entrySet()) {
      Optional<Instant> opens = entry.getValue().cron().next(now);
      boolean sooner = opens.isPresent()
          && soonest.filter(known -> !opens.get().isBefore(known)).isEmpty();
      if (sooner) {
        soonest = opens;
        first = Optional.of(entry.getKey());
      }
    }
    return new WindowState(false, Optional.empty(), soonest, first);
  }
}

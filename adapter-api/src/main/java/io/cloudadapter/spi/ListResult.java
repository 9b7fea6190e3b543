package io.cloudadapter.spi;

import java.util.List;

/**
 * How a list ended.
 *
 * @param complete whether everything that was asked for was seen, so that absence means something
 * @param gaps what is known to be missing; empty if complete
 */
public record ListResult(boolean complete, List<ListGap> gaps) {
  private static final ListResult COMPLETE = new ListResult(true, List.of());

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if a complete list has gaps
   */
  public ListResult {
    gaps = List.copyOf(gaps);
    if (complete && !gaps.isEmpty()) {
      throw new IllegalArgumentException("a complete list has no gaps, has " + gaps);
    }
  }

  /**
   * A list in which nothing is missing.
   *
   * @return the result
   */
  public static ListResult all() {
    return COMPLETE;
  }

  /**
   * A list in which something is missing.
   *
   * @param gaps what is known to be missing, possibly nothing
   * @return the result
   */
  public static ListResult partial(List<ListGap> gaps) {
    return new ListResult(false, gaps);
  }
}

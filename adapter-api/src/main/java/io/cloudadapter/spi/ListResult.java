package io.cloudadapter.spi;

import java.util.List;

/**
 * The result of a list: whether it is complete, and what it could not read.
 *
 * @param complete whether the list read everything that the query asked for, so that absence means something
 * @param gaps the parts that could not be read, if known; empty if complete
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
   * Returns a complete result.
   *
   * @return the result
   */
  public static ListResult all() {
    return COMPLETE;
  }

  /**
   * Returns an incomplete result.
   *
   * @param gaps the parts that could not be read, possibly none
   * @return the result
   */
  public static ListResult partial(List<ListGap> gaps) {
    return new ListResult(false, gaps);
  }
}

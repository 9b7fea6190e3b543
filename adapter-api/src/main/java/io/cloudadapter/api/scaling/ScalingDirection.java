package io.cloudadapter.api.scaling;

/** The direction of a scaling. */
public enum ScalingDirection {
  /** Fewer machines. */
  SCALE_IN("CLUSTER_SCALE_IN", "deletion", "in"),
  /** More machines. */
  SCALE_OUT("CLUSTER_SCALE_OUT", "creation", "out");

  private final String action;
  private final String section;
  private final String word;

  ScalingDirection(String action, String section, String word) {
    this.action = action;
    this.section = section;
    this.word = word;
  }

  /**
   * Returns Senlin's name for it.
   *
   * @return {@code CLUSTER_SCALE_IN} or {@code CLUSTER_SCALE_OUT}
   */
  public String action() {
    return action;
  }

  /**
   * Returns the key of the count in the documented form of a decision.
   *
   * @return {@code deletion} or {@code creation}
   */
  public String section() {
    return section;
  }

  /**
   * Returns the direction in one word.
   *
   * @return {@code in} or {@code out}
   */
  public String word() {
    return word;
  }

  /** Returns the size after this many machines were added or removed. */
  long from(long size, long count) {
    return this == SCALE_IN ? size - count : size + count;
  }
}

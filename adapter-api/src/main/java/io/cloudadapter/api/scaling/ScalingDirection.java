package io.cloudadapter.api.scaling;

/** The direction in which a pool is asked to scale. */
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
   * The name that Senlin has for it.
   *
   * @return {@code CLUSTER_SCALE_IN} or {@code CLUSTER_SCALE_OUT}
   */
  public String action() {
    return action;
  }

  /**
   * Where the count is found in the documented shape of a decision.
   *
   * @return {@code deletion} or {@code creation}
   */
  public String section() {
    return section;
  }

  /**
   * The direction in one word.
   *
   * @return {@code in} or {@code out}
   */
  public String word() {
    return word;
  }

  /** The size after this many machines were added or taken away. */
  long from(long size, long count) {
    return this == SCALE_IN ? size - count : size + count;
  }
}

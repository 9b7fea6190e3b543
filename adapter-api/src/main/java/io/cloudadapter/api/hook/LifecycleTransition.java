package io.cloudadapter.api.hook;

/** The change of a machine's life in which a hook waits. */
public enum LifecycleTransition {
  /** The machine runs for the first time and is about to enter service. */
  LAUNCH("launch"),
  /** The machine is about to end, for any reason. */
  TERMINATE("termination");

  private final String word;

  LifecycleTransition(String word) {
    this.word = word;
  }

  /**
   * Returns the word for it in messages, {@code lifecycle_transition_type}.
   *
   * @return launch or termination
   */
  public String word() {
    return word;
  }
}

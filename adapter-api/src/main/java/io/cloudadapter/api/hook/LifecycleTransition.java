package io.cloudadapter.api.hook;

/** In which change of a machine's life a hook pauses it. */
public enum LifecycleTransition {
  /** It runs for the first time and is about to enter service. */
  LAUNCH("launch"),
  /** It is about to end, whatever the reason. */
  TERMINATE("termination");

  private final String word;

  LifecycleTransition(String word) {
    this.word = word;
  }

  /**
   * The word for it in messages, {@code lifecycle_transition_type}.
   *
   * @return launch or termination
   */
  public String word() {
    return word;
  }
}

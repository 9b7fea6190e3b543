package io.cloudadapter.api.hook;

/** The change of a machine's life in which a hook waits. */
public enum LifecycleTransition {
  /** The machine runs for the first time and is about to enter service. */
  LAUNCH("launch"),
  /** The machine is about to end, for any reason. */
  TERMINATE("termination"),
  /** The machine runs for the first time and is about to be ready in the warm pool. */
  WARM_IN("warm-in"),
  /** The machine leaves the warm pool and is about to enter service. */
  WAKE("wake"),
  /** The machine leaves service and is about to return to the warm pool. */
  WARM_RETURN("warm-return");

  private final String word;

  LifecycleTransition(String word) {
    this.word = word;
  }

  /**
   * Returns the word for it in messages, {@code lifecycle_transition_type}.
   *
   * @return launch, termination, warm-in, wake or warm-return
   */
  public String word() {
    return word;
  }

  /**
   * Returns the transition that a word stands for.
   *
   * @param word such as launch
   * @return the transition
   * @throws IllegalArgumentException if it stands for none, naming those that there are
   */
  public static LifecycleTransition ofWord(String word) {
    for (LifecycleTransition transition : values()) {
      if (transition.word.equals(word)) {
        return transition;
      }
    }
    throw new IllegalArgumentException(
        "a transition must be launch, termination, warm-in, wake or" + " warm-return, was " + word);
  }
}

package io.cloudadapter.server.options;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A kind of change of a pool that a caller may be limited to. Reading is not among them: each caller reads its pools.
 */
public enum PoolVerb {
  /** Sets a size or limits, and scales. */
  RESIZE,
  /** Ends a machine. */
  TERMINATE,
  /** Removes a machine from the pool without ending it. */
  DETACH,
  /** Takes a machine into the pool. */
  ATTACH,
  /** Reports the health of a machine's service. */
  SERVICE_STATE,
  /** Protects a machine from being chosen when the pool shrinks. */
  PROTECT,
  /** Sets whether a machine counts, and whether the pool may end it. */
  MEMBERSHIP,
  /** Reads the tokens of lifecycle hooks, and answers them. */
  HOOKS,
  /** Requests, claims, reports and cancels actions of machines. */
  ACTIONS,
  /** Starts, pauses, resumes and cancels refreshes. */
  REFRESH,
  /** Attaches, changes and detaches policies of Senlin's clients. */
  POLICIES,
  /** Adopts what an observing pool has found. */
  ADOPT,
  /** Leaves alone what an observing pool has found. */
  DISOWN,
  /** Resumes a pool that waits for a person. */
  THAW,
  /** Decides about machines in quarantine. */
  QUARANTINE;

  /**
   * The verb in configurations and messages.
   *
   * @return its name in lower case, with dashes
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Finds a verb by its word.
   *
   * @param word such as {@code service-state}
   * @return the verb, or empty if there is none of that word
   */
  public static Optional<PoolVerb> find(String word) {
    return Arrays.stream(values()).filter(verb -> verb.word().equals(word)).findFirst();
  }

  /**
   * The words of all verbs.
   *
   * @return the words, in the order of this type
   */
  public static List<String> words() {
    return Arrays.stream(values()).map(PoolVerb::word).toList();
  }
}

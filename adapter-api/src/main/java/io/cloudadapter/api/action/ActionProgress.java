package io.cloudadapter.api.action;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The progress of an attempt, as its executor or a probe sees it.
 *
 * @param state how far it is
 * @param result the values that describe what was done, by name; at most 16 values of at most 1,024 characters
 * @param note a sentence for people, maybe empty; holds no secret
 */
public record ActionProgress(State state, Map<String, String> result, String note) {
  private static final int MOST_RESULTS = 16;
  private static final int LONGEST = 1024;

  /** How far an attempt is. */
  public enum State {
    /** It is done. */
    DONE,
    /** It is being done; probe again later. */
    UNDER_WAY,
    /** It has not been done so far. */
    NOT_DONE,
    /** It went wrong for good. */
    FAILED,
    /** The outcome is unknown. */
    UNKNOWN
  }

  /**
   * Checks the sizes and copies the result.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionProgress {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(note, "note");
    if (result.size() > MOST_RESULTS) {
      throw new IllegalArgumentException(
          "result must have at most " + MOST_RESULTS + " values, had " + result.size());
    }
    result.forEach((name, value) -> {
      TextLimits.printable("the name of a result", name, 1, 64);
      TextLimits.printable("result " + name, value, 0, LONGEST);
    });
    result = Collections.unmodifiableMap(new TreeMap<>(result));
  }

  private static ActionProgress of(State state, String note) {
    return new ActionProgress(state, Map.of(), note);
  }

  /**
   * Reports that the action is done.
   *
   * @return without a result
   */
  public static ActionProgress done() {
    return of(State.DONE, "");
  }

  /**
   * Reports that the action is done, with a result.
   *
   * @param result by name
   * @return with the result
   */
  public static ActionProgress done(Map<String, String> result) {
    return new ActionProgress(State.DONE, result, "");
  }

  /**
   * Reports that the action takes a while.
   *
   * @return progress after which the pool probes again
   */
  public static ActionProgress underWay() {
    return of(State.UNDER_WAY, "");
  }

  /**
   * Reports that the cloud shows no sign of the action.
   *
   * @return progress of an action that has not been done so far
   */
  public static ActionProgress notDone() {
    return of(State.NOT_DONE, "");
  }

  /**
   * Reports that the action failed for good.
   *
   * @param note why
   * @return progress of an action that the pool does not try again
   */
  public static ActionProgress failed(String note) {
    return of(State.FAILED, note);
  }

  /**
   * Reports that the outcome is unknown.
   *
   * @return progress of an action that may have been done or not
   */
  public static ActionProgress unknown() {
    return of(State.UNKNOWN, "");
  }
}

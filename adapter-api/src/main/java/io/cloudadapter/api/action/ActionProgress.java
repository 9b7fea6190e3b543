package io.cloudadapter.api.action;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What became of an attempt, as far as whoever made it or looked for it can tell.
 *
 * @param state how far it is
 * @param result what there is to say of what was done, by name; at most 16 values of at most 1,024 characters
 * @param note a sentence for people, maybe empty; holds no secret
 */
public record ActionProgress(State state, Map<String, String> result, String note) {
  private static final int MOST_RESULTS = 16;
  private static final int LONGEST = 1024;

  /** How far an attempt is. */
  public enum State {
    /** It is done. */
    DONE,
    /** It is being done. Ask again. */
    UNDER_WAY,
    /** It has not been done, as things stand. */
    NOT_DONE,
    /** It went wrong for good. */
    FAILED,
    /** That cannot be told. */
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
   * It is done.
   *
   * @return without a result
   */
  public static ActionProgress done() {
    return of(State.DONE, "");
  }

  /**
   * It is done, and there is something to say of it.
   *
   * @param result by name
   * @return with the result
   */
  public static ActionProgress done(Map<String, String> result) {
    return new ActionProgress(State.DONE, result, "");
  }

  /**
   * It takes a while.
   *
   * @return to be asked again
   */
  public static ActionProgress underWay() {
    return of(State.UNDER_WAY, "");
  }

  /**
   * The cloud shows no sign of it.
   *
   * @return of one that was not done as things stand
   */
  public static ActionProgress notDone() {
    return of(State.NOT_DONE, "");
  }

  /**
   * It went wrong for good.
   *
   * @param note why
   * @return of one that is not to be tried again
   */
  public static ActionProgress failed(String note) {
    return of(State.FAILED, note);
  }

  /**
   * Nobody can tell.
   *
   * @return of one that may have been done or not
   */
  public static ActionProgress unknown() {
    return of(State.UNKNOWN, "");
  }
}

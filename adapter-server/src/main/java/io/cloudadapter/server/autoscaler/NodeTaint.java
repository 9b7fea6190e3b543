package io.cloudadapter.server.autoscaler;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A taint of a new node.
 *
 * @param key its key
 * @param value its value, possibly empty
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record NodeTaint(String key, String value, String effect) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9./_-]{0,251})(?:=([A-Za-z0-9._-]{0,63}))?"
          + ":(NoSchedule|PreferNoSchedule|NoExecute)");

  /** Checks that nothing is missing. */
  public NodeTaint {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(effect, "effect");
  }

  /**
   * Reads a taint as kubectl writes it.
   *
   * @param text such as {@code dedicated=batch:NoSchedule}, or {@code dedicated:NoSchedule}
   * @return the taint
   * @throws IllegalArgumentException if it is not of that form
   */
  public static NodeTaint parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "must be taints of the form key=value:effect, with the effect NoSchedule,"
              + " PreferNoSchedule or NoExecute, was " + text);
    }
    String value = matcher.group(2);
    return new NodeTaint(matcher.group(1), value == null ? "" : value, matcher.group(3));
  }
}

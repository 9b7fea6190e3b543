package io.cloudadapter.health;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * The regular expressions that replies to probes must match somewhere. They are of RE2, which takes linear time, as a
 * body comes from a machine and an expression from a caller. Any number of threads may use it.
 */
public final class ResponsePatterns {
  private static final int KEPT = 100;

  private final Cache<String, Pattern> compiled =
      CacheBuilder.newBuilder().maximumSize(KEPT).build();

  /** Begins without any. */
  ResponsePatterns() {}

  /**
   * What is wrong with an expression.
   *
   * @param pattern any text
   * @return the fault, for people; empty if it is an expression
   */
  public static Optional<String> fault(String pattern) {
    try {
      Pattern unused = Pattern.compile(pattern);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(e.getDescription());
    }
  }

  /** Whether a text has what the expression means; empty if it is none. */
  Optional<Boolean> finds(String pattern, String text) {
    Pattern known = compiled.getIfPresent(pattern);
    if (known == null) {
      if (fault(pattern).isPresent()) {
        return Optional.empty();
      }
      known = Pattern.compile(pattern);
      compiled.put(pattern, known);
    }
    return Optional.of(known.matcher(text).find());
  }
}

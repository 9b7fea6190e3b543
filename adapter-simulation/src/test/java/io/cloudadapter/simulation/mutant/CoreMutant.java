package io.cloudadapter.simulation.mutant;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The core with one defect put in by hand.
 *
 * @param name what is wrong with it
 * @param file the source file, below {@code io/cloudadapter/core}
 * @param find what it says, exactly once
 * @param replace what the mutant says instead
 * @param rules the invariants of which one must be found broken
 * @param seed a story that once told them apart; another will do when that no longer does
 */
public record CoreMutant(
    String name, String file, String find, String replace, Set<String> rules, long seed) {
  /** A string as a whole, a word, or one other sign. */
  private static final Pattern TOKEN = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|[\\w$]+|\\S");

  /**
   * The source with the defect, however the source is broken into lines.
   *
   * @param source of {@link #file}
   * @throws IllegalStateException unless the source has the place exactly once
   */
  public String applied(String source) {
    Matcher found = pattern(find).matcher(source);
    if (found.results().count() != 1) {
      throw new IllegalStateException(
          file + " has this " + found.reset().results().count() + " times, not once: " + find);
    }
    return found.reset().replaceFirst(Matcher.quoteReplacement(replace));
  }

  /** Matches the same tokens, with any space between them; two words need some. */
  private static Pattern pattern(String code) {
    StringBuilder pattern = new StringBuilder();
    Matcher token = TOKEN.matcher(code);
    boolean word = false;
    while (token.find()) {
      boolean wordNow = Character.isJavaIdentifierPart(token.group().charAt(0));
      pattern.append(pattern.isEmpty() ? "" : word && wordNow ? "\\s+" : "\\s*");
      pattern.append(Pattern.quote(token.group()));
      word = wordNow;
    }
    return Pattern.compile(pattern.toString());
  }

  @Override
  public String toString() {
    return name;
  }
}

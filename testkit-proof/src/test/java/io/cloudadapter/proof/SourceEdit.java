package io.cloudadapter.proof;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change to a source file.
 *
 * @param file which
 * @param before what it says, exactly once, however it is broken into lines
 * @param after what it says instead
 */
public record SourceEdit(String file, String before, String after) {
  private static final Pattern SYMBOL = Pattern.compile("\\w+|[^\\w\\s]");

  String applied(String source) {
    Matcher found = Pattern.compile(pattern()).matcher(source);
    if (found.results().count() != 1) {
      throw new IllegalStateException(file + " must say exactly once:\n" + before);
    }
    return found.reset().replaceFirst(Matcher.quoteReplacement(after.strip()));
  }

  /** The formatter may break a line between any two symbols; only two words need a space between them. */
  private String pattern() {
    StringBuilder pattern = new StringBuilder();
    boolean afterWord = false;
    Matcher symbols = SYMBOL.matcher(before);
    while (symbols.find()) {
      boolean word = Character.isJavaIdentifierPart(symbols.group().charAt(0));
      if (pattern.length() > 0) {
        pattern.append(word && afterWord ? "\\s+" : "\\s*");
      }
      pattern.append(Pattern.quote(symbols.group()));
      afterWord = word;
    }
    return pattern.toString();
  }
}

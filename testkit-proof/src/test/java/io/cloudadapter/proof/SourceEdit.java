package io.cloudadapter.proof;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change to a source file.
 *
 * @param file which
 * @param before what it says, exactly once, however it is broken into lines
 * @param after what it says instead
 */
record SourceEdit(String file, String before, String after) {

  String applied(String source) {
    Matcher found = Pattern.compile(Stream.of(before.strip().split("\\s+"))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+")))
        .matcher(source);
    if (found.results().count() != 1) {
      throw new IllegalStateException(file + " must say exactly once:\n" + before);
    }
    return found.reset().replaceFirst(Matcher.quoteReplacement(after.strip()));
  }
}

package io.cloudadapter.spi.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a person probably meant by a misspelt one. */
public final class SpellingSuggestion {

  private SpellingSuggestion() {}

  /**
   * Returns the known name that is nearest to a word, by single-letter edits and without regard to case.
   *
   * @param word the misspelt word
   * @param known the names that exist
   * @return the nearest name, if it is near enough to suggest it
   */
  public static Optional<String> to(String word, Collection<String> known) {
    int enough = Math.max(2, word.length() / 3);
    return known.stream()
        .min(Comparator.<String>comparingInt(name -> distance(word, name))
            .thenComparing(Comparator.naturalOrder()))
        .filter(name -> distance(word, name) <= enough);
  }

  /** Computes the Levenshtein distance, one row at a time; a word over 200 letters counts as far from every name. */
  private static int distance(String left, String right) {
    if (left.length() > 200 || right.length() > 200) {
      return Integer.MAX_VALUE;
    }
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}

package io.cloudadapter.testkit.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Long texts in messages, cut so that what is wrong with them stays to be seen. */
public final class Excerpt {
  /** As much of a text as a person reads in a message. */
  private static final int LONGEST = 600;

  /** How much is shown before the fault. */
  private static final int BEFORE = 120;

  private static final int BEGINNING = 200;

  /** As many places of a message as are shown beside its beginning. */
  private static final int MOST_PLACES = 3;

  /** What belongs to a hidden secret: its stars and the words behind them. */
  private static final int BEHIND = 60;

  private static final String HIDDEN = "***";

  /** Ids, names with numbers, hidden secrets: the words of a message that identify its subject. */
  private static final Pattern TELLING = Pattern.compile("[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*");

  private static final int SHORTEST_WORD = 6;

  private Excerpt() {}

  /** A message: its beginning and the words around the first secrets that are hidden in it, else its two ends. */
  public static String ofMessage(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    List<Integer> places = hidden(text);
    if (!places.isEmpty()) {
      return aroundEach(text, places);
    }
    int end = LONGEST - BEGINNING;
    return text.substring(0, end) + "… (" + (text.length() - LONGEST) + " characters) …"
        + text.substring(text.length() - BEGINNING);
  }

  /** Where secrets are hidden that the beginning does not show with the words behind them, those of one place once. */
  private static List<Integer> hidden(String text) {
    List<Integer> places = new ArrayList<>();
    int shown = BEGINNING;
    for (int at = text.indexOf(HIDDEN);
        at >= 0 && places.size() < MOST_PLACES;
        at = text.indexOf(HIDDEN, at + HIDDEN.length())) {
      if (at + BEHIND > shown) {
        places.add(at);
        shown = at + 2 * BEHIND;
      }
    }
    return places;
  }

  private static String aroundEach(String text, List<Integer> places) {
    int most = (LONGEST - BEGINNING) / places.size();
    StringBuilder shown = new StringBuilder(text.substring(0, BEGINNING));
    int end = BEGINNING;
    for (int at : places) {
      int from = Math.max(end, at - Math.min(BEFORE, most / 2));
      int to = Math.min(text.length(), from + most);
      shown.append(from == end ? "" : "… (" + (from - end) + " characters) …");
      shown.append(text, from, to);
      end = to;
    }
    return shown
        .append(end == text.length() ? "" : "… (" + (text.length() - end) + " characters)")
        .toString();
  }

  /** A line of evidence: around the first word in it that the message names, else its two ends. */
  static String ofLine(String line, String message) {
    if (line.length() <= LONGEST) {
      return line;
    }
    Optional<Integer> named = TELLING
        .matcher(message)
        .results()
        .map(MatchResult::group)
        .filter(word -> word.length() >= SHORTEST_WORD && word.chars().anyMatch(Character::isDigit))
        .map(line::indexOf)
        .filter(at -> at >= 0)
        .min(Comparator.naturalOrder());
    return named.map(at -> around(line, at, LONGEST)).orElseGet(() -> ofMessage(line));
  }

  /** A text that should have been another one: around the first letter in which they differ. */
  public static String ofDifferent(String text, String other, int most) {
    int at = 0;
    while (at < Math.min(text.length(), other.length()) && text.charAt(at) == other.charAt(at)) {
      at++;
    }
    return around(text, at, most);
  }

  private static String around(String text, int at, int most) {
    if (text.length() <= most) {
      return text;
    }
    int from = Math.max(0, Math.min(at - Math.min(BEFORE, most / 2), text.length() - most));
    int to = Math.min(text.length(), from + most);
    return (from == 0 ? "" : "… (" + from + " characters) …")
        + text.substring(from, to)
        + (to == text.length() ? "" : "… (" + (text.length() - to) + " characters)");
  }
}

package io.cloudadapter.server.cloudprovider;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Computes the size of an expression after its repetitions are expanded, because the library expands them before it
 * matches: {@code ((x{1000}){1000}){1000}} fills any memory. As in Go, nested repetitions multiply to 1,000 at most;
 * and because time is linear in size, too (150 ns for each character of a name and each atom were measured), the
 * whole is limited.
 *
 * <p>The count is approximate, and never too small for what the library accepts.
 */
final class RegexSizeLimit {
  private static final long MOST_REPEATS = 1000;
  private static final long MOST_SIZE = 2_000;
  private static final Pattern REPEAT = Pattern.compile("\\{([0-9]{1,9})(,([0-9]{0,9}))?\\}");

  /** A part of the expression: its size, and how often its most repeated atom is repeated. */
  private record Part(long size, long repeats) {
    static final Part NOTHING = new Part(0, 1);
    static final Part ATOM = new Part(1, 1);

    Part and(Part next) {
      return new Part(size + next.size, Math.max(repeats, next.repeats));
    }

    Part times(long count) {
      return new Part(size * Math.max(1, count), repeats * Math.max(1, count));
    }

    boolean tooMuch() {
      return size > MOST_SIZE || repeats > MOST_REPEATS;
    }
  }

  private final String text;
  private final Deque<Part> around = new ArrayDeque<>();
  private Part before = Part.NOTHING;
  private Part last = Part.NOTHING;
  private int at;

  private RegexSizeLimit(String text) {
    this.text = text;
  }

  /** How many atoms an expression becomes; empty if that is beyond bounds. */
  static OptionalLong size(String text) {
    return new RegexSizeLimit(text).size();
  }

  private OptionalLong size() {
    while (at < text.length()) {
      char c = text.charAt(at);
      switch (c) {
        case '(' -> open();
        case ')' -> close();
        case '[' -> atom(endOfClass());
        case '\\' -> escape();
        case '{' -> repeat();
        default -> atom(at + 1);
      }
      if (last.tooMuch() || before.and(last).tooMuch()) {
        return OptionalLong.empty();
      }
    }
    while (!around.isEmpty()) {
      close();
    }
    Part all = before.and(last);
    return all.tooMuch() ? OptionalLong.empty() : OptionalLong.of(all.size());
  }

  private void atom(int end) {
    before = before.and(last);
    last = Part.ATOM;
    at = end;
  }

  private void open() {
    around.push(before.and(last));
    before = Part.NOTHING;
    last = Part.NOTHING;
    at++;
  }

  private void close() {
    Part inside = before.and(last).and(Part.ATOM);
    before = around.isEmpty() ? Part.NOTHING : around.pop();
    last = inside;
    at++;
  }

  /** Braces repeat what stands before them; any others stand for themselves. */
  private void repeat() {
    Matcher found = REPEAT.matcher(text).region(at, text.length());
    if (!found.lookingAt()) {
      atom(at + 1);
      return;
    }
    long least = Long.parseLong(found.group(1));
    String upper = found.group(3);
    long most = upper == null || upper.isEmpty() ? least : Long.parseLong(upper);
    last = last.times(Math.max(least, most));
    at = found.end();
  }

  private void escape() {
    char c = at + 1 < text.length() ? text.charAt(at + 1) : '\\';
    if (c == 'Q') {
      int end = text.indexOf("\\E", at);
      int stop = end < 0 ? text.length() : end;
      for (int i = at + 2; i < stop; i++) {
        atom(i + 1);
      }
      at = end < 0 ? text.length() : end + 2;
      return;
    }
    boolean named = (c == 'x' || c == 'p' || c == 'P') && text.startsWith("{", at + 2);
    int end = named ? text.indexOf('}', at) : -1;
    atom(end < 0 ? at + 2 : end + 1);
  }

  /** Where a class of characters ends, itself and the classes that it names included. */
  private int endOfClass() {
    int i = at + 1;
    if (text.startsWith("^", i)) {
      i++;
    }
    if (text.startsWith("]", i)) {
      i++;
    }
    while (i < text.length() && text.charAt(i) != ']') {
      if (text.charAt(i) == '\\') {
        i += 2;
      } else if (text.startsWith("[:", i) && text.indexOf(":]", i) > 0) {
        i = text.indexOf(":]", i) + 2;
      } else {
        i++;
      }
    }
    return Math.min(text.length(), i + 1);
  }
}

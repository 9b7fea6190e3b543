package io.cloudadapter.server.cloudprovider;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.util.OptionalLong;

/** A regular expression with Go's syntax and meaning: searched for anywhere in a name, in linear time. */
final class NamePattern {
  private static final int LONGEST = 1024;

  /** With fewer machines than this the work is always small. */
  private static final long SMALL = 100;

  /** Atoms times characters to look at: some seconds of one processor, in the worst case. */
  private static final long MOST_WORK = 20_000_000;

  private final String text;
  private final Pattern pattern;
  private final long size;

  private NamePattern(String text, Pattern pattern, long size) {
    this.text = text;
    this.pattern = pattern;
    this.size = size;
  }

  /**
   * Reads an expression.
   *
   * @throws HttpError 400 if it is too long, holds control characters, or is none
   */
  static NamePattern of(String text) {
    if (text.length() > LONGEST) {
      throw HttpError.badRequest(
          "an expression has at most " + LONGEST + " characters, had " + text.length(), "");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw HttpError.badRequest(
          "an expression holds no control characters, was " + SafeText.quoted(text), "");
    }
    OptionalLong size = RegexSizeLimit.size(text);
    if (size.isEmpty()) {
      throw HttpError.badRequest(
          "the repetitions of " + SafeText.quoted(text) + " make too much of it",
          "within each other they multiply to 1000 at most");
    }
    try {
      return new NamePattern(text, Pattern.compile(text), size.getAsLong());
    } catch (PatternSyntaxException e) {
      throw HttpError.badRequest(
          SafeText.quoted(text) + " is no regular expression: " + SafeText.bare(e.getDescription()),
          "");
    } catch (RuntimeException | StackOverflowError e) {
      // The text comes from a client: if the library fails on it in any way, it is not an
      // expression.
      throw HttpError.badRequest(SafeText.quoted(text) + " is no regular expression", "");
    }
  }

  /**
   * Refuses to look at too much by too large an expression.
   *
   * @param characters how many there are in all names
   * @throws HttpError 400 if it would take too long
   */
  void refuseIfSlow(long characters) {
    if (size > SMALL && size * characters > MOST_WORK) {
      throw HttpError.badRequest(
          "the repetitions of " + SafeText.quoted(text)
              + " make too much of it for so many machines",
          "");
    }
  }

  boolean in(String name) {
    return pattern.matcher(name).find();
  }
}

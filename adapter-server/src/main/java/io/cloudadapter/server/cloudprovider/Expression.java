package io.cloudadapter.server.cloudprovider;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.Shown;

/** A regular expression with Go's syntax and meaning: searched for anywhere in a name, in linear time. */
final class Expression {
  private static final int LONGEST = 1024;

  private final Pattern pattern;

  private Expression(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Reads an expression.
   *
   * @throws HttpError 400 if it is too long, holds control characters, or is none
   */
  static Expression of(String text) {
    if (text.length() > LONGEST) {
      throw HttpError.badRequest(
          "an expression has at most " + LONGEST + " characters, had " + text.length(), "");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw HttpError.badRequest(
          "an expression holds no control characters, was " + Shown.quoted(text), "");
    }
    if (Growth.tooMuch(text)) {
      throw HttpError.badRequest(
          "the repetitions of " + Shown.quoted(text) + " make too much of it",
          "within each other they multiply to 1000 at most");
    }
    try {
      return new Expression(Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      throw HttpError.badRequest(
          Shown.quoted(text) + " is no regular expression: " + Shown.bare(e.getDescription()), "");
    } catch (RuntimeException | StackOverflowError e) {
      // A stranger's text: whatever it does to the library, it is no expression to us.
      throw HttpError.badRequest(Shown.quoted(text) + " is no regular expression", "");
    }
  }

  boolean in(String name) {
    return pattern.matcher(name).find();
  }
}

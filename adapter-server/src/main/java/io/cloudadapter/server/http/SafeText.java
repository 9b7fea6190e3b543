package io.cloudadapter.server.http;

import java.util.regex.Pattern;

/** Prepares text from outside for messages and logs: one line, cut short, without control characters. */
public final class SafeText {
  private static final int LONGEST = 80;
  private static final int TOKEN = 8;
  private static final Pattern HOLDS_TOKENS =
      Pattern.compile("hook|action", Pattern.CASE_INSENSITIVE);
  private static final Pattern UUID = Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-.*");
  private static final Pattern WORD = Pattern.compile("[A-Za-z]*");

  private SafeText() {}

  /**
   * The text in quotes.
   *
   * @param text any text
   * @return at most 80 characters of it, special ones as {@code \\uXXXX}, quoted
   */
  public static String quoted(String text) {
    return '"' + bare(text) + '"';
  }

  /**
   * The text without quotes.
   *
   * @param text any text
   * @return at most 80 characters of it, special ones as {@code \\uXXXX}
   */
  public static String bare(String text) {
    return bare(text, LONGEST);
  }

  /**
   * The text without quotes, up to a length.
   *
   * @param text any text
   * @param longest how many characters at most
   * @return the text, special characters as {@code \\uXXXX}
   */
  public static String bare(String text, int longest) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(longest).forEach(c -> append(shown, c));
    if (text.codePointCount(0, text.length()) > longest) {
      shown.append('…');
    }
    return shown.toString();
  }

  /**
   * Returns the beginning of a hook's token, which distinguishes it from others: with the whole token a reader could
   * complete the hook.
   *
   * @param text the token, or what was sent in its place
   * @return at most 8 characters of it, special ones as {@code \\uXXXX}
   */
  public static String token(String text) {
    return bare(text, TOKEN);
  }

  /**
   * A path in quotes, with no more than the beginning of a hook's token. Such a token follows a segment
   * hooks or actions, or one that was meant to be that; what has the form of a token is taken for one
   * wherever it stands, as only paths that lead nowhere are shown.
   *
   * @param path the path as it was sent
   * @return at most 80 characters of it, special ones as {@code \\uXXXX}, quoted
   */
  static String path(String path) {
    String[] segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      boolean follows =
          holdsTokens(segments[i - 1]) && !WORD.matcher(segments[i]).matches();
      if (follows || UUID.matcher(segments[i]).matches()) {
        segments[i] = beginning(segments[i]);
      }
    }
    return quoted(String.join("/", segments));
  }

  private static boolean holdsTokens(String segment) {
    try {
      return HOLDS_TOKENS.matcher(PathDecoder.decode(segment)).lookingAt();
    } catch (HttpError undecodable) {
      return true;
    }
  }

  private static String beginning(String text) {
    return text.codePointCount(0, text.length()) <= TOKEN
        ? text
        : text.substring(0, text.offsetByCodePoints(0, TOKEN)) + '…';
  }

  private static void append(StringBuilder shown, int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> shown.append(String.format("\\u%04x", c));
      default -> {
        if (c == '"' || c == '\\') {
          shown.append('\\');
        }
        shown.appendCodePoint(c);
      }
    }
  }
}

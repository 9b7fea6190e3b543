package io.cloudadapter.cli.support;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Masks what looks like a secret in texts that leave the machine. What a server shows has no secrets; this is for a
 * message that quotes one all the same.
 */
final class SecretMask {
  private static final String MASK = "***";

  private static final String KEY =
      "(?i:password|passwd|secret|signature|(?:api|access|secret|private)[_-]?key)";

  private static final String TOKEN = "(?i:token)";

  /** A JSON document in a message is escaped, once for each document around it. */
  private static final String QUOTE = "\\\\*[\"']";

  private static final String VALUE = "(?!(?:null|true|false)\\b)[^\\s\"',;}\\\\]{4,}()";

  private static final List<Pattern> SECRETS = List.of(
      Pattern.compile(
          "(-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----).*?(-----END [A-Z0-9 ]*PRIVATE KEY-----|$)",
          Pattern.DOTALL),
      Pattern.compile("((?i:bearer|basic) +)[A-Za-z0-9._~+/=-]{8,}()"),
      Pattern.compile("((?:" + KEY + "|" + TOKEN + ")(?:" + QUOTE + ")? *[:=] *(" + QUOTE
          + "))(?:(?!\\2).)+\\2"),
      Pattern.compile("(" + KEY + "(?:" + QUOTE + ")? *[:=] *)" + VALUE),
      // Not token:NAME, which is the principal of a caller.
      Pattern.compile("(" + TOKEN + "(?:(?:" + QUOTE + ")? *=|" + QUOTE + " *:|: ) *)" + VALUE),
      Pattern.compile("(://[^/\\s:@]+:)[^/\\s@]+(@)"));

  private SecretMask() {}

  /** The text with a mask in place of each secret. */
  static String masked(String text) {
    String masked = text;
    for (Pattern secret : SECRETS) {
      masked = secret.matcher(masked).replaceAll("$1" + MASK + "$2");
    }
    return masked;
  }
}

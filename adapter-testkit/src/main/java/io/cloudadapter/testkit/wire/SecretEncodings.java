package io.cloudadapter.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The forms in which a secret can stand in a text so that anybody reads it: as it is, escaped, in hexadecimal
 * digits, or in base 64, alone or together with other text.
 */
public final class SecretEncodings {
  /** What is shorter, as it is or encoded, stands in many texts by chance. */
  public static final int SHORTEST = 6;

  /** A signature is good for one request, and a run has thousands: each is sought as it is only. */
  private static final String ONE_REQUEST = "Signature=";

  /** Who escapes an address that is a part of another one escapes it twice. */
  private static final int TIMES_ESCAPED = 3;

  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");

  private SecretEncodings() {}

  /**
   * All forms of a secret.
   *
   * @param secret the secret; no forms if it is empty
   * @return the longest first, as one form may hold another one
   */
  public static Set<String> of(String secret) {
    Set<String> forms = new TreeSet<>(longestFirst());
    if (secret.isEmpty()) {
      return forms;
    }
    if (secret.contains(ONE_REQUEST)) {
      forms.add(secret);
      return forms;
    }
    String url = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    forms.add(secret);
    forms.add(url);
    forms.add(url.replace("+", "%20"));
    forms.add(lowerHex(url));
    forms.add(lowerHex(url.replace("+", "%20")));
    forms.add(url.replace("+", "%20").replace("*", "%2A").replace("%7E", "~"));
    String json = secret.replace("\\", "\\\\").replace("\"", "\\\"");
    forms.add(json);
    forms.add(json.replace("/", "\\/"));
    forms.add(markup(secret));
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= SHORTEST) {
      String hex = HexFormat.of().formatHex(bytes);
      forms.add(hex);
      forms.add(hex.toUpperCase(Locale.ROOT));
      forms.add(Base64.getEncoder().encodeToString(bytes));
      forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
      for (int before = 0; before < 3; before++) {
        String inside = base64(bytes, before);
        forms.add(inside);
        forms.add(inside.replace('+', '-').replace('/', '_'));
      }
    }
    return forms;
  }

  /** As some write the escapes of a URL. */
  private static String lowerHex(String url) {
    return ESCAPE.matcher(url).replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT));
  }

  private static String markup(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /**
   * What a part of a URL says, whichever of its letters are escaped, and however often.
   *
   * @param url a path, a query, or both
   * @return the text; an escape that is none stays as it is
   */
  public static String unescaped(String url) {
    String text = url;
    for (int i = 0; i < TIMES_ESCAPED && ESCAPE.matcher(text).find(); i++) {
      text = unescapedOnce(text);
    }
    return text;
  }

  private static String unescapedOnce(String url) {
    byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      boolean escape = bytes[i] == '%'
          && i + 2 < bytes.length
          && HexFormat.isHexDigit(bytes[i + 1])
          && HexFormat.isHexDigit(bytes[i + 2]);
      if (escape) {
        out.write(HexFormat.fromHexDigit(bytes[i + 1]) * 16 + HexFormat.fromHexDigit(bytes[i + 2]));
        i += 2;
      } else {
        out.write(bytes[i]);
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /**
   * The order for what holds several secrets.
   *
   * @return the longest first
   */
  public static Comparator<String> longestFirst() {
    return Comparator.comparingInt(String::length)
        .reversed()
        .thenComparing(Comparator.naturalOrder());
  }

  /** The letters that a secret alone decides, after so many other bytes, modulo 3, and before any. */
  private static String base64(byte[] secret, int before) {
    byte[] shifted = new byte[before + secret.length];
    System.arraycopy(secret, 0, shifted, before, secret.length);
    String all = Base64.getEncoder().withoutPadding().encodeToString(shifted);
    int from = (before * 8 + 5) / 6;
    return all.substring(from, shifted.length * 8 / 6);
  }
}

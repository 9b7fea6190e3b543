package io.cloudadapter.testkit.wire;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The forms in which a secret can stand in a text so that anybody reads it: as it is, escaped, in hexadecimal
 * digits, or in base 64, alone or together with other text.
 */
public final class Disguises {
  /** The encoded form of what is shorter stands in many texts by chance. */
  private static final int SHORTEST = 6;

  private Disguises() {}

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
    String url = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    forms.add(secret);
    forms.add(url);
    forms.add(url.replace("+", "%20"));
    forms.add(secret.replace("\\", "\\\\").replace("\"", "\\\""));
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

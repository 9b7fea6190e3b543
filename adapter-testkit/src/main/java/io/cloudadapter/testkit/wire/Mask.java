package io.cloudadapter.testkit.wire;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides secrets in texts that people read: in each of their {@link SecretEncodings}. A secret that is too short to be
 * recognised in other text is hidden only where it is a whole value: in quotes, in a field or between tags.
 */
public final class Mask {
  private static final String STARS = "***";

  private final List<String> forms;
  private final List<Pattern> values;

  /**
   * A mask.
   *
   * @param secrets what to hide
   */
  public Mask(Collection<String> secrets) {
    // The longest first: a secret may hold another one.
    Set<String> all = new TreeSet<>(SecretEncodings.longestFirst());
    Set<String> brief = new TreeSet<>(SecretEncodings.longestFirst());
    for (String secret : secrets) {
      if (secret.length() < SecretEncodings.SHORTEST) {
        brief.add(secret);
      } else {
        all.addAll(SecretEncodings.of(secret));
      }
    }
    forms = List.copyOf(all);
    values = brief.stream().filter(secret -> !secret.isEmpty()).map(Mask::whole).toList();
  }

  /** A value in quotes, after an equals sign, or between tags. */
  private static Pattern whole(String secret) {
    String value = Pattern.quote(secret);
    return Pattern.compile("(?<=[\"'])" + value + "(?=[\"'])|(?<==)" + value
        + "(?=$|[&;,\\s}\\])])|(?<=>)" + value + "(?=<)");
  }

  /**
   * A text without them.
   *
   * @param text any text
   * @return the same with stars in place of each secret
   */
  public String over(String text) {
    String clean = text;
    for (String form : forms) {
      clean = clean.replace(form, STARS);
    }
    for (Pattern value : values) {
      clean = value.matcher(clean).replaceAll(Matcher.quoteReplacement(STARS));
    }
    return clean;
  }
}

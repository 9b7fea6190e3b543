package io.cloudadapter.testkit.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the examples of rules, a document for each chapter. They are apart from {@code rules.md} so that a better
 * example leaves the digest of the rules as it is.
 */
final class ExampleReader {
  private static final List<String> DOCUMENTS = List.of(
      "01-identity",
      "02-launch",
      "03-list",
      "04-terminate",
      "05-errors",
      "06-time",
      "07-threads",
      "08-lifecycle",
      "09-features",
      "10-hook-channels",
      "11-actions",
      "12-beside-machines",
      "13-groups",
      "14-conversations");
  private static final Pattern ENTRY =
      Pattern.compile("## (MP-\\d+\\.\\d+)\n\n(.*)", Pattern.DOTALL);
  private static final Pattern PARTS = Pattern.compile(
      "(.+?)(?:\n\nFails:\n\n```java\n(.+?)\n```\n\nHolds:\n\n```java\n(.+?)\n```)?\n*",
      Pattern.DOTALL);

  private ExampleReader() {}

  /** The examples of this testkit, by the ids of their rules. */
  static Map<String, RuleExample> standard() {
    Map<String, RuleExample> all = new LinkedHashMap<>();
    for (String name : DOCUMENTS) {
      parse(document("examples/" + name + ".md"))
          .forEach((rule, example) -> add(all, rule, example));
    }
    return all;
  }

  private static String document(String path) {
    try (InputStream in = ExampleReader.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the testkit's jar lacks " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the testkit's " + path, e);
    }
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException naming the entry that is not understood
   */
  static Map<String, RuleExample> parse(String document) {
    String[] entries = document.replace("\r\n", "\n").split("\n(?=## )", -1);
    Map<String, RuleExample> found = new LinkedHashMap<>();
    for (int i = 1; i < entries.length; i++) {
      Matcher entry = ENTRY.matcher(entries[i]);
      if (!entry.matches()) {
        throw misread(entries[i]);
      }
      add(found, entry.group(1), example(entry.group(2), entries[i]));
    }
    return found;
  }

  private static void add(Map<String, RuleExample> all, String rule, RuleExample example) {
    if (all.put(rule, example) != null) {
      throw new IllegalArgumentException("there are two examples of " + rule);
    }
  }

  private static RuleExample example(String text, String entry) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches() || parts.group(1).contains("```") || parts.group(1).contains("\n\n")) {
      throw misread(entry);
    }
    return new RuleExample(
        parts.group(1).replace('\n', ' ').strip(),
        Optional.ofNullable(parts.group(2)),
        Optional.ofNullable(parts.group(3)));
  }

  private static IllegalArgumentException misread(String entry) {
    return new IllegalArgumentException(
        "an example must be a heading like \"## MP-2.3\", a paragraph, and perhaps the code that"
            + " \"Fails:\" and that \"Holds:\", was: " + entry);
  }
}

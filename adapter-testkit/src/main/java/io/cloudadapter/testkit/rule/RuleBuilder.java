package io.cloudadapter.testkit.rule;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A rule that is being read: its sentence, then its parts in their order. Problems are texts, or empty. */
final class RuleBuilder {
  private static final Pattern FIRST_LINE = Pattern.compile("- ([A-Z][A-Za-z ]*): (\\S.*)");
  private static final Pattern FURTHER_LINE = Pattern.compile(" {2}(\\S.*)");

  /** What may be said of a rule, in this order. */
  private enum Part {
    INTENT("Intent", true, ".+"),
    EXAMPLE("Example", true, ".+"),
    CHECK("If it fails", true, ".+"),
    FEATURE("Feature", false, "[A-Z][A-Za-z0-9]*"),
    UNTESTED("Untested", false, ".+"),
    PREVIEW("Preview", false, "MUST from [1-9]\\d*\\.\\d+"),
    KNOWN_AS("Known as", false, "C([1-9]|1[0-8])(, C([1-9]|1[0-8]))*");

    final String title;
    final boolean required;
    final Pattern form;

    Part(String title, boolean required, String form) {
      this.title = title;
      this.required = required;
      this.form = Pattern.compile(form);
    }

    static Optional<Part> of(String title) {
      for (Part part : values()) {
        if (part.title.equals(title)) {
          return Optional.of(part);
        }
      }
      return Optional.empty();
    }
  }

  private final String id;
  private final RuleLevel level;
  private final String since;
  private final Map<Part, String> parts = new EnumMap<>(Part.class);
  private String sentence = "";
  private @Nullable Part part;
  private boolean paragraph;

  RuleBuilder(String id, RuleLevel level, String since) {
    this.id = id;
    this.level = level;
    this.since = since;
  }

  /** Takes the next line; says what is wrong with it. */
  String line(String line) {
    if (line.isEmpty()) {
      paragraph = false;
      return "";
    }
    Matcher first = FIRST_LINE.matcher(line);
    if (first.matches()) {
      return begin(first.group(1), first.group(2));
    }
    Matcher further = FURTHER_LINE.matcher(line);
    if (part != null && paragraph && further.matches()) {
      parts.merge(part, further.group(1), (before, more) -> before + " " + more);
      return "";
    }
    if (part == null && (paragraph || sentence.isEmpty()) && !" -".contains(line.substring(0, 1))) {
      sentence = sentence.isEmpty() ? line : sentence + " " + line;
      paragraph = true;
      return "";
    }
    return "not understood in " + id + ": " + line;
  }

  private String begin(String title, String text) {
    Optional<Part> next = Part.of(title);
    if (next.isEmpty()) {
      return id + " has an unknown part: " + title;
    }
    if (parts.containsKey(next.get())) {
      return id + " has two parts: " + title;
    }
    if (part != null && next.get().compareTo(part) < 0) {
      return "in " + id + ", " + title + " stands before " + part.title;
    }
    part = next.get();
    parts.put(part, text);
    paragraph = true;
    return "";
  }

  /** What is still wrong when the rule's last line has been read. */
  String lacks() {
    if (!sentence.endsWith(".")) {
      return id + " lacks a sentence that ends with a full stop";
    }
    for (Part each : Part.values()) {
      @Nullable String text = parts.get(each);
      if (each.required && text == null) {
        return id + " lacks its part: " + each.title;
      }
      if (text != null && !each.form.matcher(text).matches()) {
        return id + " has an ill-formed part " + each.title + ": " + text;
      }
    }
    return parts.containsKey(Part.PREVIEW) && level != RuleLevel.SHOULD
        ? id + " is a preview, so it is a SHOULD for now, was " + level
        : "";
  }

  /** The rule, once nothing is lacking. */
  Rule rule() {
    return new Rule(
        id,
        level,
        sentence,
        parts.getOrDefault(Part.INTENT, ""),
        parts.getOrDefault(Part.EXAMPLE, ""),
        parts.getOrDefault(Part.CHECK, ""),
        since,
        Optional.ofNullable(parts.get(Part.FEATURE)),
        Optional.ofNullable(parts.get(Part.UNTESTED)));
  }
}

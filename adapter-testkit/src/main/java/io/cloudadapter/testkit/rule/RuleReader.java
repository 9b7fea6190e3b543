package io.cloudadapter.testkit.rule;

import java.lang.module.ModuleDescriptor.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code rules.md} line by line: a title with the version, words for people, and chapters of rules.
 * What it does not understand it refuses, with the line's number, so that no rule gets lost by a slip of
 * the pen. Used once, by one thread.
 */
final class RuleReader {
  private static final Pattern TITLE = Pattern.compile("# .*\\b([1-9]\\d*\\.\\d+)");
  private static final Pattern CHAPTER = Pattern.compile("# ([1-9]\\d{0,3}) (\\S.*)");
  private static final Pattern RULE = Pattern.compile(
      "## MP-([1-9]\\d{0,3})\\.([1-9]\\d{0,3}) (MUST|SHOULD|MAY) \\(since ([1-9]\\d*\\.\\d+)\\)");

  private final List<String> lines;
  private final Map<Integer, String> chapters = new LinkedHashMap<>();
  private final List<Rule> rules = new ArrayList<>();
  private final Set<String> ids = new LinkedHashSet<>();
  private String version = "";
  private int at;
  private int chapter;
  private int number;
  private @Nullable RuleBuilder draft;

  RuleReader(String document) {
    lines = List.of(document.split("\n", -1));
  }

  String version() {
    return version;
  }

  Map<Integer, String> chapters() {
    return chapters;
  }

  List<Rule> rules() {
    return rules;
  }

  void read() {
    version = match(TITLE, "a title such as \"# Rules for adapters 1.0\"").group(1);
    for (at = 1; at < lines.size(); at++) {
      String line = lines.get(at);
      if (line.startsWith("# ")) {
        beginChapter();
      } else if (line.startsWith("## MP") || (line.startsWith("#") && chapter > 0)) {
        beginRule();
      } else if (draft != null) {
        complain(draft.line(line));
      }
    }
    endRule();
    if (rules.isEmpty()) {
      complain("there is no rule in the document");
    }
  }

  private void beginChapter() {
    endRule();
    Matcher heading = match(CHAPTER, "a chapter such as \"# 2 Launch\"");
    int next = Integer.parseInt(heading.group(1));
    if (next != chapter + 1) {
      complain("chapter " + next + " follows chapter " + chapter);
    }
    chapter = next;
    number = 0;
    chapters.put(chapter, heading.group(2));
  }

  private void beginRule() {
    endRule();
    Matcher heading = match(RULE, "a rule such as \"## MP-2.3 MUST (since 1.0)\"");
    String id = "MP-" + heading.group(1) + "." + heading.group(2);
    int next = Integer.parseInt(heading.group(2));
    if (!ids.add(id)) {
      complain("there are two rules " + id);
    }
    if (!heading.group(1).equals(Integer.toString(chapter))) {
      complain(id + " stands in chapter " + chapter);
    }
    if (next < number) {
      complain(id + " follows MP-" + chapter + "." + number);
    }
    if (Version.parse(heading.group(4)).compareTo(Version.parse(version)) > 0) {
      complain(id + " is of version " + heading.group(4) + ", the rules are " + version);
    }
    number = next;
    draft = new RuleBuilder(id, RuleLevel.valueOf(heading.group(3)), heading.group(4));
  }

  private void endRule() {
    if (draft != null) {
      complain(draft.lacks());
      rules.add(draft.rule());
      draft = null;
    }
  }

  private Matcher match(Pattern form, String expected) {
    Matcher matcher = form.matcher(lines.get(at));
    if (!matcher.matches()) {
      complain("expected " + expected + ", was: " + lines.get(at));
    }
    return matcher;
  }

  private void complain(String problem) {
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException("rules.md, line " + (at + 1) + ": " + problem);
    }
  }
}

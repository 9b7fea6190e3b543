package io.cloudadapter.testkit.rule;

import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The numbered rules of {@code rules.md}: those for adapters, or those for hook channels. Never changes; safe for
 * use by any thread.
 */
public final class RuleBook {
  private static final String DOCUMENT = "rules.md";
  private static final Optional<String> CHANNEL = Optional.of(HookChannel.class.getSimpleName());

  private final String version;
  private final String sha256;
  private final Map<Integer, String> chapters;
  private final Map<String, Rule> rules = new LinkedHashMap<>();

  private RuleBook(
      String version, String sha256, Map<Integer, String> chapters, Collection<Rule> rules) {
    this.version = version;
    this.sha256 = sha256;
    this.chapters = Map.copyOf(chapters);
    rules.forEach(rule -> this.rules.put(rule.id(), rule));
  }

  /**
   * The rules of this testkit for adapters.
   *
   * @return the book, the same at each call
   */
  public static RuleBook standard() {
    return Standard.BOOK;
  }

  /**
   * The rules of this testkit for hook channels: a chapter of the same document, since a channel need not
   * belong to an adapter.
   *
   * @return the book, the same at each call
   */
  public static RuleBook channels() {
    return Standard.CHANNELS;
  }

  /** The rules that are about hook channels, or all others. */
  private RuleBook about(boolean hookChannels) {
    return new RuleBook(
        version,
        sha256,
        chapters,
        rules.values().stream()
            .filter(rule -> isOfChannels(rule) == hookChannels)
            .toList());
  }

  public static boolean isOfChannels(Rule rule) {
    return rule.feature().equals(CHANNEL);
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException naming the line that is not understood
   */
  static RuleBook parse(String document) {
    // A checkout may end its lines in another way; it is the same document all the same.
    String text = document.replace("\r\n", "\n");
    RuleReader reader = new RuleReader(text);
    reader.read();
    return new RuleBook(reader.version(), sha256(text), reader.chapters(), reader.rules());
  }

  /**
   * All rules.
   *
   * @return the rules in the order of their numbers
   */
  public List<Rule> rules() {
    return List.copyOf(rules.values());
  }

  /**
   * One rule.
   *
   * @param id such as {@code MP-2.3}
   * @return the rule
   * @throws IllegalArgumentException if there is none of that id, naming the nearest one
   */
  public Rule rule(String id) {
    @Nullable Rule rule = rules.get(id);
    if (rule == null) {
      throw new IllegalArgumentException("there is no rule \"" + id + "\" in version " + version
          + near(id)
              .map(nearest -> "; did you mean " + nearest + "?")
              .orElse(
                  " of the rules; ids are such as " + rules.keySet().iterator().next()));
    }
    return rule;
  }

  /**
   * Some of the rules.
   *
   * @param option what the user calls the selection, for errors
   * @param numbers numbers of rules or of chapters with commas between them, such as {@code MP-2.3,MP-4}
   * @return the selected rules in the order of the book
   * @throws IllegalArgumentException naming the number that is none of a rule or chapter of this book
   */
  public List<Rule> select(String option, String numbers) {
    Set<String> wanted = new LinkedHashSet<>();
    for (String number : numbers.split(",", -1)) {
      wanted.add(number.strip());
    }
    Set<String> unknown = new LinkedHashSet<>(wanted);
    List<Rule> selected = rules.values().stream()
        .filter(rule -> {
          unknown.remove(rule.id());
          unknown.remove(chapterNumber(rule));
          return wanted.contains(rule.id()) || wanted.contains(chapterNumber(rule));
        })
        .toList();
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(option + " must be numbers of rules (such as "
          + rules.keySet().iterator().next() + ") or of chapters ("
          + String.join(
              ", ",
              rules.values().stream().map(RuleBook::chapterNumber).distinct().toList())
          + ") with commas between them, was \"" + String.join(",", unknown) + "\"");
    }
    return selected;
  }

  private static String chapterNumber(Rule rule) {
    return rule.id().substring(0, rule.id().indexOf('.'));
  }

  private Optional<String> near(String id) {
    return rules.containsKey("MP-" + id)
        ? Optional.of("MP-" + id)
        : SpellingSuggestion.to(id, rules.keySet());
  }

  /**
   * What a rule is about.
   *
   * @param rule one of these rules
   * @return the title of its chapter, such as {@code Launch}
   */
  public String chapter(Rule rule) {
    String number = rule(rule.id()).id().replaceFirst("MP-(\\d+)\\..*", "$1");
    return chapters.getOrDefault(Integer.valueOf(number), "");
  }

  /**
   * The version of the rules, which grows with every rule.
   *
   * @return two numbers with a dot between them, such as {@code 1.0}
   */
  public String version() {
    return version;
  }

  /**
   * Which document exactly: two certificates with the same value rest on the same words.
   *
   * @return SHA-256 of the document with lines that end in a line feed, as 64 hexadecimal digits
   */
  public String sha256() {
    return sha256;
  }

  @Override
  public String toString() {
    return "RuleBook[" + version + ", " + rules.size() + " rules]";
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Read when it is first asked for, and once. */
  private static final class Standard {
    private static final RuleBook ALL = parse(document());
    static final RuleBook BOOK = ALL.about(false);
    static final RuleBook CHANNELS = ALL.about(true);

    private static String document() {
      try (InputStream in = RuleBook.class.getResourceAsStream(DOCUMENT)) {
        if (in == null) {
          throw new IllegalStateException(
              "the testkit's jar lacks " + DOCUMENT + " beside " + RuleBook.class.getName());
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the testkit's " + DOCUMENT, e);
      }
    }
  }
}

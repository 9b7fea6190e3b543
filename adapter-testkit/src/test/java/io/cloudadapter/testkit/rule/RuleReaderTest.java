package io.cloudadapter.testkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class RuleReaderTest {
  private static final String DOCUMENT = """
      # Rules for tea 1.1

      Words for people.

      ## Words

      - Pot: what it is made in.

      # 1 Water

      It comes first.

      ## MP-1.1 MUST (since 1.0)

      Water boils
      before it is poured.

      - Intent: Cold tea is no tea.
      - Example: At 100 degrees, or
        a little less on mountains.
      - If it fails: Is the kettle on?
      - Feature: Kettle

      ## MP-1.10 SHOULD (since 1.1)

      Water is soft.

      - Intent: Taste.
      - Example: Rain.
      - If it fails: Is there scale in the kettle?
      - Untested: Tastes differ.
      - Preview: MUST from 1.2
      - Known as: C1, C18
      """;

  @Test
  void readsRulesWithTheirParts() {
    RuleBook book = RuleBook.parse(DOCUMENT);

    assertThat(book.version()).isEqualTo("1.1");
    assertThat(book.rules())
        .containsExactly(
            new Rule(
                "MP-1.1",
                RuleLevel.MUST,
                "Water boils before it is poured.",
                "Cold tea is no tea.",
                "At 100 degrees, or a little less on mountains.",
                "Is the kettle on?",
                "1.0",
                Optional.of("Kettle"),
                Optional.empty()),
            new Rule(
                "MP-1.10",
                RuleLevel.SHOULD,
                "Water is soft.",
                "Taste.",
                "Rain.",
                "Is there scale in the kettle?",
                "1.1",
                Optional.empty(),
                Optional.of("Tastes differ.")));
    assertThat(book.chapter(book.rule("MP-1.10"))).isEqualTo("Water");
  }

  @Test
  void tellsDocumentsApartByTheirWordsAlone() {
    String hash = RuleBook.parse(DOCUMENT).sha256();

    assertThat(hash).matches("[0-9a-f]{64}");
    assertThat(RuleBook.parse(DOCUMENT.replace("\n", "\r\n")).sha256()).isEqualTo(hash);
    assertThat(RuleBook.parse(DOCUMENT.replace("soft", "hard")).sha256()).isNotEqualTo(hash);
  }

  @Test
  void refusesATitleWithoutAVersion() {
    refuses("# Rules for tea 1.1", "# Rules for tea")
        .hasMessageContaining("line 1: expected a title");
  }

  @Test
  void refusesHeadingsThatItDoesNotKnow() {
    refuses("# 1 Water", "# Water").hasMessageContaining("line 9: expected a chapter");
    refuses("# 1 Water", "# 2 Water").hasMessageContaining("chapter 2 follows chapter 0");
    refuses("MP-1.1 MUST", "MP-1.1 WILL").hasMessageContaining("line 13: expected a rule");
    refuses("## MP-1.10", "### MP-1.10").hasMessageContaining("expected a rule");
    refuses("MP-1.1 MUST (since 1.0)", "MP-1.1 MUST").hasMessageContaining("expected a rule");
  }

  @Test
  void refusesNumbersOutOfOrder() {
    refuses("MP-1.10", "MP-1.1").hasMessageContaining("line 24: there are two rules MP-1.1");
    refuses("MP-1.10", "MP-2.10").hasMessageContaining("MP-2.10 stands in chapter 1");
    refuses("MP-1.1 ", "MP-1.11 ").hasMessageContaining("MP-1.10 follows MP-1.11");
    refuses("# 1 Water", "Water").hasMessageContaining("MP-1.1 stands in chapter 0");
  }

  @Test
  void refusesARuleOfALaterVersionThanItsOwn() {
    refuses("(since 1.1)", "(since 1.2)").hasMessageContaining("MP-1.10 is of version 1.2");
  }

  @Test
  void refusesMissingParts() {
    refuses("- Intent: Taste.\n", "").hasMessageContaining("MP-1.10 lacks its part: Intent");
    refuses("- Example: Rain.\n", "").hasMessageContaining("MP-1.10 lacks its part: Example");
    refuses("- If it fails: Is the kettle on?\n", "")
        .hasMessageContaining("MP-1.1 lacks its part: If it fails");
    refuses("Water is soft.\n", "").hasMessageContaining("MP-1.10 lacks a sentence");
    refuses("Water is soft.", "Water is soft").hasMessageContaining("ends with a full stop");
  }

  @Test
  void refusesPartsThatItDoesNotKnow() {
    refuses("- Feature:", "- Featured:")
        .hasMessageContaining("line 22: MP-1.1 has an unknown part");
    refuses("- Feature: Kettle", "- Feature: the kettle").hasMessageContaining("ill-formed");
    refuses("C1, C18", "C1, C19").hasMessageContaining("ill-formed part Known as");
    refuses("MUST from 1.2", "soon").hasMessageContaining("ill-formed part Preview");
  }

  @Test
  void refusesPartsTwiceOrOutOfOrder() {
    refuses("- Example: Rain.", "- Intent: Rain.").hasMessageContaining("has two parts: Intent");
    refuses("- Intent: Taste.\n- Example: Rain.", "- Example: Rain.\n- Intent: Taste.")
        .hasMessageContaining("Intent stands before Example");
  }

  @Test
  void refusesTextThatBelongsToNothing() {
    refuses("- Intent: Taste.", "One more paragraph.\n\n- Intent: Taste.")
        .hasMessageContaining("line 28: not understood in MP-1.10: One more paragraph.");
    refuses("  a little less", "a little less").hasMessageContaining("not understood in MP-1.1:");
    refuses("- Intent: Taste.", "- Intent:").hasMessageContaining("not understood");
    refuses("- Example: Rain.", "\n  lost").hasMessageContaining("not understood");
  }

  @Test
  void refusesAPreviewThatBindsAlready() {
    refuses("MP-1.10 SHOULD", "MP-1.10 MUST").hasMessageContaining("MP-1.10 is a preview");
  }

  @Test
  void refusesADocumentWithoutRules() {
    assertThatThrownBy(() -> RuleBook.parse("# Rules for tea 1.1\n"))
        .hasMessageContaining("there is no rule");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refuses(
      String part, String other) {
    assertThat(DOCUMENT).contains(part);
    return assertThatThrownBy(() -> RuleBook.parse(DOCUMENT.replaceFirst(
            java.util.regex.Pattern.quote(part), java.util.regex.Matcher.quoteReplacement(other))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rules.md, line ");
  }
}

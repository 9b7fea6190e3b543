package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ShownTest {
  @Test
  void showsWhatCannotBeSeen() {
    assertThat(Shown.quoted("a\n\u001b[0m\u202e\u2028\"\\ä"))
        .isEqualTo("\"a\\u000a\\u001b[0m\\u202e\\u2028\\\"\\\\ä\"");
  }

  @Test
  void cutsLongTextShort() {
    assertThat(Shown.bare("x".repeat(81))).isEqualTo("x".repeat(80) + "…");
    assertThat(Shown.bare("x".repeat(80))).isEqualTo("x".repeat(80));
  }

  @Property
  void isOneShortLineWhateverTheText(@ForAll String text) {
    assertThat(Shown.quoted(text))
        .hasSizeLessThanOrEqualTo(2 + 80 * 7 + 1)
        .matches("[^\\p{Cntrl}\\u2028\\u2029]*");
  }
}

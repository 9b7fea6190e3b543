package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SafeTextTest {
  @Test
  void showsWhatCannotBeSeen() {
    assertThat(SafeText.quoted("a\n\u001b[0m\u202e\u2028\"\\ä"))
        .isEqualTo("\"a\\u000a\\u001b[0m\\u202e\\u2028\\\"\\\\ä\"");
  }

  @Test
  void cutsLongTextShort() {
    assertThat(SafeText.bare("x".repeat(81))).isEqualTo("x".repeat(80) + "…");
    assertThat(SafeText.bare("x".repeat(80))).isEqualTo("x".repeat(80));
  }

  @Test
  void showsOnlyTheBeginningOfATokenInAPath() {
    assertThat(SafeText.path("/pools/web/pool/hooks/ffbb9175-d510-4bc1-b676-c6aba2a4ca81/complete"))
        .isEqualTo("\"/pools/web/pool/hooks/ffbb9175…/complete\"");
    assertThat(SafeText.path("/pool/hooks//FFbb9175-d510-4bc1-b676-c6aba2a4ca81/complete"))
        .isEqualTo("\"/pool/hooks//FFbb9175…/complete\"");
    assertThat(SafeText.path("/h%6Foks%2/%66fbb9175-d510")).isEqualTo("\"/h%6Foks%2/%66fbb91…\"");
    assertThat(SafeText.token("ffbb9175")).isEqualTo("ffbb9175");
  }

  @Test
  void showsOtherPathsAsTheyAre() {
    for (String path : new String[] {
      "", "/", "/pool/i-0b72f874356edad87/terminate", "/pool/hook-1/serviceState", "/v1/actions"
    }) {
      assertThat(SafeText.path(path)).isEqualTo('"' + path + '"');
    }
  }

  @Property
  void isOneShortLineForAnyText(@ForAll String text) {
    assertThat(SafeText.quoted(text))
        .hasSizeLessThanOrEqualTo(2 + 80 * 7 + 1)
        .matches("[^\\p{Cntrl}\\u2028\\u2029]*");
  }
}

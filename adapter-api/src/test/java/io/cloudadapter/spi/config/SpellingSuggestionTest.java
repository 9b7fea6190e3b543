package io.cloudadapter.spi.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingSuggestionTest {
  private static final List<String> KNOWN = List.of("maxSize", "initialSize", "zones");

  @Test
  void findsASlipOfTheFinger() {
    assertThat(SpellingSuggestion.to("maxsize", KNOWN)).contains("maxSize");
    assertThat(SpellingSuggestion.to("mxaSize", KNOWN)).contains("maxSize");
    assertThat(SpellingSuggestion.to("zone", KNOWN)).contains("zones");
  }

  @Test
  void makesNoWildGuess() {
    assertThat(SpellingSuggestion.to("colour", KNOWN)).isEmpty();
    assertThat(SpellingSuggestion.to("", KNOWN)).isEmpty();
    assertThat(SpellingSuggestion.to("anything", List.of())).isEmpty();
    assertThat(SpellingSuggestion.to("x".repeat(100_000), KNOWN)).isEmpty();
  }
}

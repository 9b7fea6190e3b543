package io.cloudadapter.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> KNOWN = List.of("maxSize", "initialSize", "zones");

  @Test
  void findsASlipOfTheFinger() {
    assertThat(Nearest.to("maxsize", KNOWN)).contains("maxSize");
    assertThat(Nearest.to("mxaSize", KNOWN)).contains("maxSize");
    assertThat(Nearest.to("zone", KNOWN)).contains("zones");
  }

  @Test
  void makesNoWildGuess() {
    assertThat(Nearest.to("colour", KNOWN)).isEmpty();
    assertThat(Nearest.to("", KNOWN)).isEmpty();
    assertThat(Nearest.to("anything", List.of())).isEmpty();
    assertThat(Nearest.to("x".repeat(100_000), KNOWN)).isEmpty();
  }
}

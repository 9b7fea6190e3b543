package io.cloudadapter.server.cloudprovider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.server.http.HttpError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((x{1000}){1000}){1000}",
        "(x{1000}){2}",
        "((x{2,1000}){2})",
        "(?:(?P<a>[a-z]{100}){100}y)",
        "((\\Qab\\E{1000}){1000})",
        "(([]{}]{999}){999})",
        "(([[:alpha:]]{999}){999})",
        "((\\p{Greek}{999}){999})",
        "(((a{30}){30}){30}){30}",
        "(a?){1000}",
        "x{1000}x{1000}x{1000}x{1000}x{1000}x{1000}x{1000}x{1000}x{1000}x{1000}x{1000}"
      })
  void whatWouldFillTheMemoryIsRefusedBeforeItDoes(String text) {
    assertThat(RegexSizeLimit.size(text)).isEmpty();
    assertThatThrownBy(() -> NamePattern.of(text))
        .isInstanceOf(HttpError.class)
        .hasMessageContaining("make too much of it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x{1000}",
        "(x{10}){100}",
        "[a-z0-9]{1,63}(\\.[a-z0-9]{1,63}){3}",
        "\\x{1000}",
        "\\Q{1000}{1000}{1000}\\E",
        "[{1000}{1000}]",
        "web{a}{1000,x}",
        "(((a*)*)*)*b"
      })
  void whatStaysSmallIsNot(String text) {
    assertThat(RegexSizeLimit.size(text)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "web, a-web-1, true",
    "^web$, web, true",
    "^web$, web1, false",
    "'[a&&b]', '&', true",
    "\\d+, web, false",
    "(?i)WEB, web, true"
  })
  void itIsSearchedForWithGosMeaning(String text, String name, boolean found) {
    assertThat(NamePattern.of(text).in(name)).isEqualTo(found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "a{1001}", "(?=a)", "\\1", "[b-a]", "a\0", "*", "a**", "\\Z"})
  void whatGoRefusesIsRefused(String text) {
    assertThatThrownBy(() -> NamePattern.of(text)).isInstanceOf(HttpError.class);
  }

  @Test
  void aLargeOneIsNotSearchedForInTheNamesOfManyMachines() {
    NamePattern large = NamePattern.of("(([a-z0-9]?){31}){20}$");

    large.refuseIfSlow(10 * 20);
    NamePattern.of("^web-[0-9a-z]{1,20}$").refuseIfSlow(100_000 * 20);
    assertThatThrownBy(() -> large.refuseIfSlow(100_000 * 20))
        .hasMessageContaining("too much of it for so many machines");
  }

  @Test
  void manyOpenBracketsAreNoTrouble() {
    assertThatThrownBy(() -> NamePattern.of("(".repeat(1024))).isInstanceOf(HttpError.class);
    assertThatThrownBy(() -> NamePattern.of("x".repeat(1025)))
        .hasMessage("an expression has at most 1024 characters, had 1025");
  }
}

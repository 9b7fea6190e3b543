package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadroomTest {
  @ParameterizedTest
  @CsvSource({
    "0, 7, 0",
    "2, 0, 2",
    "2, 7, 2",
    "100000, 7, 100000",
    "10%, 0, 0",
    "10%, 1, 1",
    "10%, 10, 1",
    "10%, 11, 2",
    "10%, 40, 4",
    "100%, 7, 7",
    "0%, 7, 0",
    "1%, 100000, 1000",
    "99%, 100000, 99000",
  })
  void a_number_is_itself_and_a_percentage_of_the_desired_size_is_rounded_up(
      String text, int desiredSize, int machines) {
    assertThat(Headroom.parse(text).of(desiredSize)).isEqualTo(machines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "2", "100000", "0%", "10%", "100%"})
  void it_is_read_as_it_is_written(String text) {
    assertThat(Headroom.parse(text).text()).isEqualTo(text);
    assertThat(Headroom.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "100001", "101%", "1.5", "02", "10 %", "%", "ten"})
  void anything_else_is_refused_with_what_is_allowed(String text) {
    assertThatThrownBy(() -> Headroom.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("headroom must be a number of machines, 0 to 100000, or a percentage of the"
            + " desired size, 0% to 100%, was " + text);
  }

  @Test
  void numbers_out_of_their_range_are_refused() {
    assertThatThrownBy(() -> Headroom.machines(-1)).hasMessageEndingWith("was -1");
    assertThatThrownBy(() -> Headroom.percent(101)).hasMessageEndingWith("was 101%");
    assertThat(Headroom.machines(0)).isEqualTo(Headroom.none());
  }
}

package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadProfileTest {
  private static Duration at(int hours, int minutes) {
    return Duration.ofHours(hours).plusMinutes(minutes);
  }

  @Test
  void a_table_of_one_day_holds_every_day() {
    LoadProfile load = LoadProfile.csv("""
        time,size
        # the shop opens
        08:30, 5
        12:00:30,9

        22h,0
        """);

    assertThat(load.at(at(8, 29))).isEmpty();
    assertThat(load.at(at(8, 30))).hasValue(5);
    assertThat(load.at(at(12, 0))).hasValue(5);
    assertThat(load.at(at(12, 1))).hasValue(9);
    assertThat(load.at(at(24 + 3, 0))).hasValue(0);
    assertThat(load.at(at(48 + 9, 0))).hasValue(5);
    assertThat(load.most()).isEqualTo(9);
  }

  @Test
  void a_table_that_goes_on_for_longer_ends_with_its_last_size() {
    LoadProfile load = LoadProfile.csv("time,size\r\n0s,1\r\n36h,4\r\n");

    assertThat(load.at(at(25, 0))).hasValue(1);
    assertThat(load.at(at(36, 0))).hasValue(4);
    assertThat(load.at(at(500, 0))).hasValue(4);
    assertThat(load.after(at(36, 0))).isEmpty();
  }

  @Test
  void tells_when_the_next_size_begins() {
    LoadProfile load = LoadProfile.of(Map.of(at(6, 0), 1, at(20, 0), 2));

    assertThat(load.after(Duration.ZERO)).contains(at(6, 0));
    assertThat(load.after(at(6, 0))).contains(at(20, 0));
    assertThat(load.after(at(24 + 21, 0))).contains(at(48 + 6, 0));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          time;size             | line 2, all columns: must be time,size, was the end
          ''                    | line 2, header: must be time,size, was the end
          time;count;0s;1       | line 1, header: must be time,size, was time,count
          time;size;25:00;1     | line 2, column time: must be HH:MM, HH:MM:SS, or a time span such as 90m or \
          36h, was 25:00
          time;size;soon;1      | line 2, column time: must be HH:MM, HH:MM:SS, or a time span such as 90m or \
          36h, was soon
          time;size;0s;many     | line 2, column size: must be a whole number from 0 to 100000, was many
          time;size;0s;-1       | line 2, column size: must be a whole number from 0 to 100000, was -1
          time;size;0s;100001   | line 2, column size: must be a whole number from 0 to 100000, was 100001
          time;size;9h;1;08:00;2| line 3, column time: must be later than the line before, which is at 9h, was 08:00
          """)
  void a_bad_table_is_refused_with_line_column_value_and_what_is_allowed(
      String cells, String complaint) {
    StringBuilder text = new StringBuilder();
    String[] all = cells.split(";", -1);
    for (int i = 0; i < all.length; i++) {
      text.append(all[i]).append(i % 2 == 0 && i + 1 < all.length ? "," : "\n");
    }

    assertThatThrownBy(() -> LoadProfile.csv(text.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(complaint);
  }

  @Test
  void a_line_with_too_many_cells_is_refused() {
    assertThatThrownBy(() -> LoadProfile.csv("time,size\n0s,1,2\n"))
        .hasMessage("line 2, all columns: must be two cells, time and size, was 0s,1,2");
  }

  @Test
  void patterns_reach_their_most_and_stay_within_it() {
    for (String pattern : LoadProfile.patterns()) {
      LoadProfile load = LoadProfile.named(pattern, 40);
      int most = 0;
      for (int minute = 0; minute < 24 * 60; minute++) {
        OptionalInt size = load.at(Duration.ofMinutes(minute));
        assertThat(size.orElseThrow()).as(pattern).isBetween(0, 40);
        most = Math.max(most, size.orElseThrow());
      }
      assertThat(most).as(pattern).isEqualTo(40);
    }
  }

  @Test
  void there_is_no_pattern_but_those() {
    assertThatThrownBy(() -> LoadProfile.named("spikes", 4))
        .hasMessage("load must be one of day, spike, ramp, flat, saw, was spikes; did you mean"
            + " spike?");
  }
}

package io.cloudadapter.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Alarm;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoredAlarmCodeTest {
  private static String written(Alarm.Code code) {
    return new String(RecordCodec.write(code), StandardCharsets.UTF_8);
  }

  private static Alarm.Code read(String stored) {
    return RecordCodec.read("key", stored.getBytes(StandardCharsets.UTF_8), Alarm.Code.class);
  }

  @ParameterizedTest
  @EnumSource
  void each_code_is_read_as_it_was_written(Alarm.Code code) {
    assertThat(read(written(code))).isEqualTo(code);
  }

  @Test
  void a_pool_that_froze_under_the_old_name_of_a_code_is_still_frozen_for_that_reason() {
    assertThat(read("\"MASS_VANISH\"")).isEqualTo(Alarm.Code.MASS_DISAPPEARANCE);
  }

  @Test
  void a_renamed_code_is_written_as_before_so_that_the_stored_format_stays() {
    assertThat(written(Alarm.Code.MASS_DISAPPEARANCE)).isEqualTo("\"MASS_VANISH\"");
  }

  @Test
  void a_code_that_no_alarm_has_is_refused() {
    assertThatThrownBy(() -> read("\"OTHER\""))
        .isInstanceOf(IllegalStateException.class)
        .cause()
        .hasMessageContaining("no alarm has this code");
  }
}

package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The size check by its table: limits of the pool 2 to 10, desired size 6, a cap of 100. */
class SizeValidatorTest {
  private static final ScalingView POOL = ScalingView.of(6).within(2, 10).capped(100);

  private static SizeValidator check(
      @Nullable Long desired, @Nullable Integer min, @Nullable Integer max, boolean strict) {
    return new SizeValidator(
        desired == null ? OptionalLong.empty() : OptionalLong.of(desired),
        min == null ? OptionalInt.empty() : OptionalInt.of(min),
        max == null ? OptionalInt.empty() : OptionalInt.of(max),
        Optional.of(POOL),
        POOL.perPoolCap(),
        strict);
  }

  @ParameterizedTest(name = "desired {0}, min {1}, max {2}: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "101 |     |     | The target capacity (101) is greater than the maximum number of nodes allowed per "
            + "cluster (100).",
        "3   | 4   |     | The target capacity (3) is less than the specified min_size (4).",
        "1   |     |     | The target capacity (1) is less than the cluster's min_size (2).",
        "8   |     | 7   | The target capacity (8) is greater than the specified max_size (7).",
        "11  |     |     | The target capacity (11) is greater than the cluster's max_size (10).",
        "8   | 8   | 7   | The target capacity (8) is greater than the specified max_size (7).",
        "    | 8   | 7   | The specified min_size (8) is greater than the specified max_size (7).",
        "    | 11  |     | The specified min_size (11) is greater than the current max_size (10) of the cluster.",
        "    | 7   |     | The specified min_size (7) is greater than the current desired_capacity (6) of the cluster.",
        "    |     | 101 | The specified max_size (101) is greater than the maximum number of nodes allowed per "
            + "cluster (100).",
        "    |     | 1   | The specified max_size (1) is less than the current min_size (2) of the cluster.",
        "    |     | 5   | The specified max_size (5) is less than the current desired_capacity (6) of the cluster.",
        "101 | 102 | 101 | The target capacity (101) is greater than the maximum number of nodes allowed per "
            + "cluster (100).",
        "    | 0   | 0   | The specified max_size (0) is less than the current desired_capacity (6) of the cluster.",
      })
  void saysWhatIsWrongFirst(
      @Nullable Long desired, @Nullable Integer min, @Nullable Integer max, String fault) {
    assertThat(check(desired, min, max, true).fault()).contains(fault);
  }

  @ParameterizedTest(name = "desired {0}, min {1}, max {2}, strict {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "6   |   |    | true",
        "2   |   |    | true",
        "10  |   |    | true",
        "1   |   |    | false",
        "11  |   |    | false",
        "11  |   | -1 | true",
        "11  |   | 12 | true",
        "1   | 0 |    | true",
        "    | 6 |    | true",
        "    | 7 |    | false",
        "    |   | 6  | true",
        "    |   | 5  | false",
        "    |   | 2  | false",
        "    |   | -1 | true",
        "    | 11| -1 | false",
        "-3  |   |    | false",
        "    |   |    | true",
      })
  void letsPassWhatFits(
      @Nullable Long desired, @Nullable Integer min, @Nullable Integer max, boolean strict) {
    assertThat(check(desired, min, max, strict).fault()).isEmpty();
  }

  @Test
  void asksNoPoolWhereThereIsNone() {
    SizeValidator check = new SizeValidator(
        OptionalLong.of(1), OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), 100, true);

    assertThat(check.fault()).isEmpty();
  }
}

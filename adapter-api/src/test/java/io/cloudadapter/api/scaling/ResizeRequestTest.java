package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResizeRequestTest {
  /** Limits 2 to 12, a cap of 20. */
  private static ScalingView pool(int committed) {
    return ScalingView.of(committed).within(2, 12).capped(20);
  }

  private static Map<String, Object> body(Object... keysAndValues) {
    Map<String, Object> body = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      body.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return body;
  }

  @ParameterizedTest(name = "{0} {1}, min_step {2}, from {3} to {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        "EXACT_CAPACITY       | 5    |   | 10 | 5",
        "EXACT_CAPACITY       | 1.9  |   | 10 | 1",
        "EXACT_CAPACITY       | 0    |   | 10 | 0",
        "CHANGE_IN_CAPACITY   | 2    |   | 10 | 12",
        "CHANGE_IN_CAPACITY   | -2   | 5 | 10 | 8",
        "CHANGE_IN_CAPACITY   | 1.9  |   | 10 | 11",
        "CHANGE_IN_CAPACITY   | -1.9 |   | 10 | 9",
        "CHANGE_IN_CAPACITY   | 0    |   | 10 | 10",
        "CHANGE_IN_PERCENTAGE | 25   |   | 10 | 12",
        "CHANGE_IN_PERCENTAGE | 1    |   | 10 | 11",
        "CHANGE_IN_PERCENTAGE | -1   |   | 10 | 9",
        "CHANGE_IN_PERCENTAGE | -25  |   | 10 | 8",
        "CHANGE_IN_PERCENTAGE | 25   | 4 | 10 | 14",
        "CHANGE_IN_PERCENTAGE | -25  | 4 | 10 | 6",
        "CHANGE_IN_PERCENTAGE | 25   | 2 | 10 | 12",
        "CHANGE_IN_PERCENTAGE | 0    | 3 | 10 | 10",
        "CHANGE_IN_PERCENTAGE | 50   | 2 | 0  | 2",
        "CHANGE_IN_PERCENTAGE | 50   |   | 0  | 0",
        "CHANGE_IN_PERCENTAGE | 100  |   | 3  | 6",
      })
  void calculatesTheSize(
      AdjustmentType type, double number, @Nullable Integer minStep, int from, int to) {
    ResizeRequest resize = new ResizeRequest(
        Optional.of(type),
        OptionalDouble.of(number),
        OptionalInt.empty(),
        OptionalInt.empty(),
        minStep == null ? OptionalInt.empty() : OptionalInt.of(minStep),
        true);

    ResizeDecision decision = resize.decide(ScalingView.of(from));

    assertThat(decision.reason()).isEqualTo(ScalingDecision.VALIDATED);
    assertThat(decision.capacity()).isEqualTo(to);
    assertThat(decision.count()).isEqualTo(Math.abs(to - from));
    assertThat(decision.desiredSize()).isEqualTo(to);
  }

  @ParameterizedTest(name = "{0} {1} from {2}: strict {3}, else {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        "EXACT_CAPACITY     | 15 | 10 | The target capacity (15) is greater than the cluster's max_size (12). | 12",
        "EXACT_CAPACITY     | 1  | 10 | The target capacity (1) is less than the cluster's min_size (2). | 2",
        "CHANGE_IN_CAPACITY | 9  | 10 | The target capacity (19) is greater than the cluster's max_size (12). | 12",
        "CHANGE_IN_CAPACITY | -99| 10 | The target capacity (-89) is less than the cluster's min_size (2). | 2",
        "CHANGE_IN_CAPACITY | 1  | 15 | The target capacity (16) is greater than the cluster's max_size (12). | 12",
      })
  void refusesOrTruncatesToThePoolsOwnLimits(
      AdjustmentType type, double number, int from, String strictly, int otherwise) {
    ResizeRequest strict = ResizeRequest.to(type, number);
    ResizeRequest loose = new ResizeRequest(
        strict.type(),
        strict.number(),
        strict.minSize(),
        strict.maxSize(),
        strict.minStep(),
        false);

    assertThat(strict.decide(pool(from)).reason()).isEqualTo(strictly);
    assertThat(loose.decide(pool(from)).capacity()).isEqualTo(otherwise);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | The target capacity (21) is greater than the maximum number of nodes allowed per cluster (20).",
        "false | The target capacity (21) is greater than the maximum number of nodes allowed per cluster (20).",
      })
  void neverExceedsTheCap(boolean strict, String reason) {
    ResizeRequest resize = ResizeRequest.parse(
        body("adjustment_type", "EXACT_CAPACITY", "number", 21, "strict", strict));

    assertThat(resize.decide(pool(10)).reason()).isEqualTo(reason);
    assertThat(resize.decide(pool(10)).toMap())
        .containsExactly(Map.entry("status", "ERROR"), Map.entry("reason", reason));
  }

  @ParameterizedTest(name = "to {0} with min {1}, max {2}, not even if not strict: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "15 |   | 13 | The target capacity (15) is greater than the specified max_size (13).",
        "3  | 4 |    | The target capacity (3) is less than the specified min_size (4).",
        "15 |   | 0  | The target capacity (15) is greater than the specified max_size (0).",
        "   | 13|    | The specified min_size (13) is greater than the current max_size (12) of the cluster.",
        "   |   | 1  | The specified max_size (1) is less than the current min_size (2) of the cluster.",
        "   |   | 21 | The specified max_size (21) is greater than the maximum number of nodes allowed per "
            + "cluster (20).",
        "   | 21| -1 | The specified min_size (21) is greater than the maximum number of nodes allowed per "
            + "cluster (20).",
      })
  void refusesToLeaveTheLimitsThatAreGiven(
      @Nullable Integer number, @Nullable Integer min, @Nullable Integer max, String reason) {
    for (boolean strict : new boolean[] {true, false}) {
      Map<String, Object> body = body("strict", strict, "min_size", min, "max_size", max);
      if (number != null) {
        body.put("adjustment_type", "EXACT_CAPACITY");
        body.put("number", number);
      }

      assertThat(ResizeRequest.parse(body).decide(pool(10)).reason()).isEqualTo(reason);
    }
  }

  @Test
  void changesLimitsWithoutTheSize() {
    ResizeDecision decision =
        ResizeRequest.parse(body("min_size", 1, "max_size", -1)).decide(pool(10).wanting(11));

    assertThat(decision.toMap())
        .isEqualTo(Map.of(
            "status", "OK", "reason", ScalingDecision.VALIDATED, "creation", Map.of("count", 0)));
    assertThat(decision.minSize()).isEqualTo(1);
    assertThat(decision.maxSize()).isEqualTo(ScalingView.UNLIMITED);
    assertThat(decision.desiredSize()).isEqualTo(11);
  }

  @Test
  void movesTheSizeIntoNewLimitsUnlessStrict() {
    Map<String, Object> narrower = body("max_size", 7);

    assertThat(ResizeRequest.parse(narrower).decide(pool(10)).reason())
        .isEqualTo("The specified max_size (7) is less than the current desired_capacity (10) of"
            + " the cluster.");
    narrower.put("strict", false);
    ResizeDecision decision = ResizeRequest.parse(narrower).decide(pool(10));
    assertThat(decision.toMap()).containsEntry("deletion", Map.of("count", 3));
    assertThat(decision.desiredSize()).isEqualTo(7);
  }

  @ParameterizedTest(name = "desired {0}, limits {1} to {2}, new min {3}, new max {4}: {5}")
  @CsvSource(
      delimiter = '|',
      value = {
        "0  | 5 | 20 |   | 19 | The target capacity (0) is less than the cluster's min_size (5).",
        "10 | 0 | 6  | 3 |    | The target capacity (10) is greater than the cluster's max_size (6).",
        "4  | 0 | 20 | 5 |    | The specified min_size (5) is greater than the current desired_capacity (4) of "
            + "the cluster.",
        "9  | 0 | 20 |   | 8  | The specified max_size (8) is less than the current desired_capacity (9) of the "
            + "cluster.",
        "21 | 0 | 30 |   | -1 | The target capacity (21) is greater than the maximum number of nodes allowed per "
            + "cluster (20).",
      })
  void refusesStrictLimitsThatTheDesiredSizeDoesNotFit(
      int desired, int least, int most, @Nullable Integer min, @Nullable Integer max, String why) {
    ResizeRequest resize = ResizeRequest.parse(body("min_size", min, "max_size", max));

    for (int committed : new int[] {0, desired, desired + 3}) {
      ScalingView view =
          ScalingView.of(committed).wanting(desired).within(least, most).capped(20);
      ResizeDecision decision = resize.decide(view);

      assertThat(decision.reason()).isEqualTo(why);
      assertThat(decision.desiredSize()).isEqualTo(desired);
      assertThat(decision.count()).isZero();
    }
  }

  @ParameterizedTest(
      name = "{0} machines of {1}, limits {2} to {3}, new {4} to {5}: desired {6}, capacity {7}")
  @CsvSource({
    "0, 0, 5, 20, , 19, 5, 5",
    "10, 10, 0, 6, 3, , 6, 6",
    "10, 10, 2, 12, , 7, 7, 7",
    "7, 10, 2, 12, , 8, 8, 8",
    "12, 5, 2, 12, 8, , 8, 8",
    "7, 10, 2, 12, , 11, 10, 7",
    "24, 24, 2, 30, , -1, 20, 20",
  })
  void truncatesTheDesiredSizeToNewLimitsAndShowsIt(
      int committed,
      int wanted,
      int least,
      int most,
      @Nullable Integer min,
      @Nullable Integer max,
      int desired,
      int capacity) {
    ResizeRequest resize =
        ResizeRequest.parse(body("min_size", min, "max_size", max, "strict", false));

    ResizeDecision decision = resize.decide(
        ScalingView.of(committed).wanting(wanted).within(least, most).capped(20));

    assertThat(decision.reason()).isEqualTo(ScalingDecision.VALIDATED);
    assertThat(decision.desiredSize()).isEqualTo(desired);
    assertThat(decision.capacity()).isEqualTo(capacity);
    String section = capacity < committed ? "deletion" : "creation";
    assertThat(decision.toMap())
        .containsEntry(section, Map.of("count", Math.abs(capacity - committed)));
  }

  @Test
  void takesAMaximumOfZeroForNone() {
    ResizeDecision decision = ResizeRequest.parse(
            body("adjustment_type", "EXACT_CAPACITY", "number", 0, "min_size", 0, "max_size", 0))
        .decide(pool(10));

    assertThat(decision.maxSize()).isZero();
    assertThat(decision.desiredSize()).isZero();
    assertThat(decision.count()).isEqualTo(10);
  }

  @Test
  void truncatesToAMaximumOfZero() {
    ResizeRequest resize = ResizeRequest.parse(
        body("adjustment_type", "EXACT_CAPACITY", "number", 3, "strict", false));

    assertThat(resize.decide(ScalingView.of(5).within(0, 0)).capacity()).isZero();
  }

  @Test
  void setsAnExactSizeEvenIfThatLowersWhatWasWanted() {
    assertThat(ResizeRequest.to(AdjustmentType.EXACT_CAPACITY, 8)
            .decide(pool(7).wanting(10))
            .desiredSize())
        .isEqualTo(8);
    assertThat(ResizeRequest.to(AdjustmentType.CHANGE_IN_CAPACITY, 1)
            .decide(pool(7).wanting(10))
            .desiredSize())
        .as("growing never lowers it")
        .isEqualTo(10);
    assertThat(ResizeRequest.to(AdjustmentType.CHANGE_IN_CAPACITY, -1)
            .decide(pool(9).wanting(4))
            .desiredSize())
        .as("shrinking never raises it")
        .isEqualTo(4);
  }

  @Test
  void explainsItself() {
    ResizeDecision decision = ResizeRequest.parse(
            body("adjustment_type", "CHANGE_IN_PERCENTAGE", "number", 50.0, "strict", false))
        .decide(pool(10));

    assertThat(decision.steps())
        .containsExactly(
            "10 machines are there or promised, desired size 10",
            "the adjustment leads to 15",
            "truncated to the limits it is 12",
            "OK: from 10 to 12, desired size 12, limits 2 to 12");
  }

  record Refused(String message, Map<String, Object> body) {}

  static Stream<Refused> badBodies() {
    String few = "Not enough parameters to do resize action.";
    return Stream.of(
        new Refused(few, body()),
        new Refused(few, body("strict", true, "min_step", 2)),
        new Refused(few, body("foo", 1)),
        new Refused(few, body("number", null)),
        new Refused(
            "Additional properties are not allowed ('foo' was unexpected)",
            body("min_size", 1, "foo", 1)),
        new Refused(
            "'UP' must be one of the allowed values: EXACT_CAPACITY, CHANGE_IN_CAPACITY,"
                + " CHANGE_IN_PERCENTAGE",
            body("adjustment_type", "UP", "number", 1)),
        new Refused("'5' is not of type 'number', 'null'", body("number", "5")),
        new Refused("True is not of type 'number', 'null'", body("number", true)),
        new Refused(
            "nan is not of type 'number', 'null'",
            body("adjustment_type", "EXACT_CAPACITY", "number", Double.NaN)),
        new Refused("'yes' is not of type 'boolean', 'null'", body("min_size", 1, "strict", "yes")),
        new Refused("1.5 is not of type 'integer', 'string', 'null'", body("min_size", 1.5)),
        new Refused("True is not of type 'integer', 'string', 'null'", body("max_size", true)),
        new Refused("The value for min_size must be an integer: 'x'.", body("min_size", "x")),
        new Refused("Value must be >= 0 for field 'min_size'.", body("min_size", -1)),
        new Refused("Value must be >= -1 for field 'max_size'.", body("max_size", -2)),
        new Refused(
            "Value must be <= 2147483647 for field 'max_size'.", body("max_size", 4294967296L)),
        new Refused(
            "Value must be >= 0 for field 'min_step'.", body("min_size", 1, "min_step", -1)),
        new Refused(
            "Missing number value for size adjustment.", body("adjustment_type", "EXACT_CAPACITY")),
        new Refused("Missing adjustment_type value for size adjustment.", body("number", 3)),
        new Refused(
            "The specified min_size (5) is greater than the specified max_size (4).",
            body("min_size", 5, "max_size", 4)),
        new Refused(
            "The 'number' must be non-negative integer for adjustment type 'EXACT_CAPACITY'.",
            body("adjustment_type", "EXACT_CAPACITY", "number", -1)));
  }

  @ParameterizedTest
  @MethodSource("badBodies")
  void refusesBadBodiesInTheDocumentedOrder(Refused refused) {
    assertThatThrownBy(() -> ResizeRequest.parse(refused.body()))
        .isInstanceOf(PoolException.class)
        .hasMessage(refused.message());
  }

  @Test
  void readsSizesFromTexts() {
    ResizeRequest resize = ResizeRequest.parse(body("min_size", "03", "max_size", "9"));

    assertThat(List.of(resize.minSize(), resize.maxSize()))
        .containsExactly(OptionalInt.of(3), OptionalInt.of(9));
    assertThat(resize.strict()).isTrue();
    assertThatThrownBy(() -> ResizeRequest.parse(body("max_size", "-1")))
        .hasMessage("The value for max_size must be an integer: '-1'.");
  }

  @Test
  void saysThatTheCapIsTheLimitWhereNoOtherIs() {
    ResizeDecision decision = ResizeRequest.parse(body("max_size", -1))
        .decide(ScalingView.of(3).within(1, 5).capped(8));

    assertThat(decision.steps()).last().asString().endsWith("limits 1 to the cap of 8");
  }
}

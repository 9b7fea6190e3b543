package io.cloudadapter.api.scaling;

import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_CAPACITY;
import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_PERCENTAGE;
import static io.cloudadapter.api.scaling.AdjustmentType.EXACT_CAPACITY;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_IN;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Scaling policy 1.0 by its table: what it decides, and in which words it refuses. */
class AdjustmentPolicyTest {

  /** Limits 2 to 12, a cap of 20. */
  private static ScalingView pool(int committed) {
    return ScalingView.of(committed).within(2, 12).capped(20);
  }

  private static Number number(String text) {
    return text.contains(".") || text.contains("e")
        ? (Number) Double.valueOf(text)
        : new BigInteger(text);
  }

  @ParameterizedTest(name = "{0} {1} {2}, min_step {3}, of {4} gives {5}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 2    | 1 | 5  | 2",
        "SCALE_IN  | CHANGE_IN_CAPACITY   | 2    | 1 | 5  | 2",
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 1    | 3 | 5  | 1",
        "SCALE_OUT | EXACT_CAPACITY       | 9    | 1 | 5  | 4",
        "SCALE_IN  | EXACT_CAPACITY       | 3    | 1 | 5  | 2",
        "SCALE_OUT | EXACT_CAPACITY       | 5    | 1 | 5  | 0",
        "SCALE_IN  | EXACT_CAPACITY       | 5    | 1 | 5  | 0",
        "SCALE_OUT | EXACT_CAPACITY       | 30   | 1 | 30 | 0",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 30   | 1 | 5  | 1",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 39   | 1 | 5  | 1",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 40   | 1 | 5  | 2",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 30   | 1 | 9  | 2",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 10   | 1 | 5  | 1",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 10   | 3 | 5  | 3",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 60   | 2 | 5  | 3",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 39.9 | 0 | 6  | 2",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 0.5  | 2 | 10 | 2",
        "SCALE_IN  | CHANGE_IN_PERCENTAGE | 50   | 1 | 9  | 4",
        "SCALE_IN  | CHANGE_IN_PERCENTAGE | 15.0 | 1 | 10 | 1",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 50   | 4 | 0  | 4",
      })
  void derivesTheCount(
      ScalingDirection event,
      AdjustmentType type,
      String number,
      int minStep,
      int size,
      int count) {
    AdjustmentPolicy policy = AdjustmentPolicy.of(event, type, number(number)).withMinStep(minStep);

    ScalingDecision decision = policy.decide(new ScalingRequest.Scale(event, null), pool(size));

    assertThat(decision.reason()).isEqualTo("Scaling request validated.");
    assertThat(decision.ok()).isTrue();
    assertThat(decision.count()).isEqualTo(count);
    assertThat(decision.capacity()).isEqualTo(event == SCALE_IN ? size - count : size + count);
  }

  @ParameterizedTest(name = "{0} {1} {2}, min_step {3}, of {4}: {5}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SCALE_OUT | EXACT_CAPACITY       | 3    | 1 | 5  | Invalid count (-2) for action 'CLUSTER_SCALE_OUT'.",
        "SCALE_IN  | EXACT_CAPACITY       | 7    | 1 | 5  | Invalid count (-2) for action 'CLUSTER_SCALE_IN'.",
        "SCALE_OUT | EXACT_CAPACITY       | 7.0  | 1 | 5  | Invalid count (2.0) for action 'CLUSTER_SCALE_OUT'.",
        "SCALE_IN  | EXACT_CAPACITY       | 3.5  | 1 | 5  | Invalid count (1.5) for action 'CLUSTER_SCALE_IN'.",
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 1.5  | 1 | 5  | Invalid count (1.5) for action 'CLUSTER_SCALE_OUT'.",
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 1.0  | 1 | 5  | Invalid count (1.0) for action 'CLUSTER_SCALE_OUT'.",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 10   | 0 | 5  | Invalid count (0) for action 'CLUSTER_SCALE_OUT'.",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 0.1  | 0 | 5  | Invalid count (0) for action 'CLUSTER_SCALE_OUT'.",
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 3    | 1 | 10 | The target capacity (13) is greater than the "
            + "cluster's max_size (12).",
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 16   | 1 | 5  | The target capacity (21) is greater than the maximum "
            + "number of nodes allowed per cluster (20).",
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 99999999999999999999 | 1 | 5 | The target capacity "
            + "(100000000000000000004) is greater than the maximum number of nodes allowed per cluster (20).",
        "SCALE_OUT | CHANGE_IN_PERCENTAGE | 2e30 | 1 | 5  | The target capacity (99999999999999991433150857221) "
            + "is greater than the maximum number of nodes allowed per cluster (20).",
        "SCALE_IN  | CHANGE_IN_CAPACITY   | 2    | 1 | 3  | The target capacity (1) is less than the cluster's "
            + "min_size (2).",
        "SCALE_IN  | CHANGE_IN_CAPACITY   | 9    | 1 | 3  | The target capacity (-6) is less than the cluster's "
            + "min_size (2).",
        "SCALE_IN  | CHANGE_IN_CAPACITY   | 99999999999999999999 | 1 | 5 | The target capacity "
            + "(-99999999999999999994) is less than the cluster's min_size (2).",
        "SCALE_IN  | EXACT_CAPACITY       | 0    | 1 | 3  | The target capacity (0) is less than the cluster's "
            + "min_size (2).",
        "SCALE_IN  | CHANGE_IN_CAPACITY   | 1    | 1 | 15 | The target capacity (14) is greater than the "
            + "cluster's max_size (12).",
        "SCALE_OUT | CHANGE_IN_CAPACITY   | 1    | 1 | 0  | The target capacity (1) is less than the cluster's "
            + "min_size (2).",
      })
  void refusesWithTheWordsOfTheReference(
      ScalingDirection event,
      AdjustmentType type,
      String number,
      int minStep,
      int size,
      String reason) {
    AdjustmentPolicy policy = AdjustmentPolicy.of(event, type, number(number)).withMinStep(minStep);

    ScalingDecision decision = policy.decide(new ScalingRequest.Scale(event, null), pool(size));

    assertThat(decision.ok()).isFalse();
    assertThat(decision.reason()).isEqualTo(reason);
    assertThat(decision.count()).isZero();
    assertThat(decision.desiredSize()).isEqualTo(size);
  }

  @ParameterizedTest(name = "{0} by {1} of {2} gives {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SCALE_OUT | 5  | 10 | 2",
        "SCALE_OUT | 2  | 10 | 2",
        "SCALE_OUT | 1  | 10 | 1",
        "SCALE_OUT | 1  | 0  | 1",
        "SCALE_OUT | 5  | 12 | 0",
        "SCALE_OUT | 5  | 15 | 0",
        "SCALE_OUT | 5  | 25 | 0",
        "SCALE_OUT | 99999999999999999999 | 5 | 7",
        "SCALE_IN  | 5  | 4  | 2",
        "SCALE_IN  | 5  | 2  | 0",
        "SCALE_IN  | 5  | 1  | 0",
        "SCALE_IN  | 1  | 15 | 1",
        "SCALE_IN  | 99999999999999999999 | 5 | 3",
      })
  void goesAsFarAsTheLimitsAllowByBestEffort(
      ScalingDirection event, String number, int size, int count) {
    AdjustmentPolicy policy =
        AdjustmentPolicy.of(event, CHANGE_IN_CAPACITY, number(number)).withBestEffort();

    ScalingDecision decision = policy.decide(new ScalingRequest.Scale(event, null), pool(size));

    assertThat(decision.toString()).startsWith("OK");
    assertThat(decision.count()).isEqualTo(count);
    assertThat(decision.changes()).isEqualTo(count > 0);
    assertThat(decision.desiredSize()).isEqualTo(event == SCALE_IN ? size - count : size + count);
  }

  @Test
  void isBoundByTheCapWhenTheMaximumIsUnlimited() {
    ScalingView view = ScalingView.of(18).capped(20);
    AdjustmentPolicy policy = AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, 5);

    assertThat(policy.withBestEffort().decide(ScalingRequest.out(), view).count())
        .isEqualTo(2);
    assertThat(policy.decide(ScalingRequest.out(), view).reason())
        .isEqualTo("The target capacity (23) is greater than the maximum number of nodes allowed"
            + " per cluster (20).");
  }

  @Test
  void takesAMaximumOfZeroForNone() {
    ScalingView view = ScalingView.of(0).within(0, 0);

    assertThat(AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, 1)
            .decide(ScalingRequest.out(), view)
            .reason())
        .isEqualTo("The target capacity (1) is greater than the cluster's max_size (0).");
  }

  static Stream<Object> goodCounts() {
    return Stream.of(3, 3L, (short) 3, (byte) 3, BigInteger.valueOf(3), "3");
  }

  @ParameterizedTest
  @MethodSource("goodCounts")
  void letsTheCallersCountWinOverEverything(Object count) {
    AdjustmentPolicy policy =
        AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_PERCENTAGE, 90).withMinStep(5);

    assertThat(policy.decide(ScalingRequest.out(count), pool(5)).count()).isEqualTo(3);
    assertThat(AdjustmentPolicy.of(SCALE_OUT, EXACT_CAPACITY, 5)
            .decide(ScalingRequest.out(count), pool(5))
            .count())
        .isEqualTo(3);
  }

  static Stream<List<Object>> badCounts() {
    return Stream.of(
        List.of("02", "02"),
        List.of("+2", "+2"),
        List.of(" 2", " 2"),
        List.of("2 ", "2 "),
        List.of("2.0", "2.0"),
        List.of("-1", "-1"),
        List.of("0", "0"),
        List.of("", ""),
        List.of("x", "x"),
        List.of("1_0", "1_0"),
        List.of("٣", "٣"),
        List.of("a\nb", "a\\u000ab"),
        List.of("9".repeat(200), "9".repeat(120) + "…"),
        List.of(0, "0"),
        List.of(-1, "-1"),
        List.of(Long.MIN_VALUE, "-9223372036854775808"),
        List.of(BigInteger.ONE.shiftLeft(70).negate(), "-1180591620717411303424"),
        List.of(2.0, "2.0"),
        List.of(1.5, "1.5"),
        List.of(1e300, "1e+300"),
        List.of(Double.NaN, "nan"),
        List.of(true, "True"),
        List.of(false, "False"),
        List.of(List.of(), "[]"));
  }

  @ParameterizedTest
  @MethodSource("badCounts")
  void refusesACountThatIsNone(List<Object> countAndText) {
    AdjustmentPolicy policy =
        AdjustmentPolicy.of(SCALE_IN, CHANGE_IN_CAPACITY, 1).withBestEffort();

    ScalingDecision decision = policy.decide(ScalingRequest.in(countAndText.get(0)), pool(5));

    assertThat(decision.reason())
        .isEqualTo("Invalid count (" + countAndText.get(1) + ") for action 'CLUSTER_SCALE_IN'.");
  }

  @Test
  void readsCountsOfAnyLength() {
    AdjustmentPolicy policy = AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, 1);
    String reason = "The target capacity (1000000000000000000000000000005) is greater than the"
        + " maximum number of nodes allowed per cluster (20).";

    for (Object count : Arrays.<Object>asList(BigInteger.TEN.pow(30), "1" + "0".repeat(30))) {
      assertThat(policy.decide(ScalingRequest.out(count), pool(5)).reason()).isEqualTo(reason);
      assertThat(
              policy.withBestEffort().decide(ScalingRequest.out(count), pool(5)).count())
          .isEqualTo(7);
    }
    assertThat(policy.decide(ScalingRequest.out(Long.MAX_VALUE - 7), pool(5)).reason())
        .isEqualTo("The target capacity (9223372036854775805) is greater than the maximum number"
            + " of nodes allowed per cluster (20).");
  }

  @ParameterizedTest
  @CsvSource({"10, 12, 1, 12", "10, 12, 3, 13", "12, 10, 1, 13", "10, 10, 2, 12"})
  void neverLowersTheDesiredSizeWhenScalingOut(int committed, int desired, int by, int after) {
    ScalingDecision decision = AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, by)
        .decide(ScalingRequest.out(), ScalingView.of(committed).wanting(desired));

    assertThat(decision.desiredSize()).isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource({"12, 10, 1, 10", "12, 10, 3, 9", "10, 12, 1, 9", "10, 10, 2, 8"})
  void neverRaisesTheDesiredSizeWhenScalingIn(int committed, int desired, int by, int after) {
    ScalingDecision decision = AdjustmentPolicy.of(SCALE_IN, CHANGE_IN_CAPACITY, by)
        .decide(ScalingRequest.in(), ScalingView.of(committed).wanting(desired));

    assertThat(decision.desiredSize()).isEqualTo(after);
  }

  @Test
  void leavesTheDesiredSizeAloneWhenNothingChanges() {
    ScalingDecision decision = AdjustmentPolicy.of(SCALE_OUT, EXACT_CAPACITY, 5)
        .decide(ScalingRequest.out(), ScalingView.of(5).wanting(3));

    assertThat(decision.count()).isZero();
    assertThat(decision.desiredSize()).isEqualTo(3);
  }

  @Test
  void hasTheDocumentedShape() {
    AdjustmentPolicy out = AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, 2);
    AdjustmentPolicy in = AdjustmentPolicy.of(SCALE_IN, CHANGE_IN_CAPACITY, 2);

    assertThat(out.decide(ScalingRequest.out(), pool(5)).toMap())
        .isEqualTo(Map.of(
            "status", "OK",
            "reason", "Scaling request validated.",
            "creation", Map.of("count", 2)));
    assertThat(in.decide(ScalingRequest.in(), pool(5)).toMap())
        .isEqualTo(Map.of(
            "status", "OK",
            "reason", "Scaling request validated.",
            "deletion", Map.of("count", 2)));
    assertThat(in.decide(ScalingRequest.in(), pool(2)).toMap())
        .isEqualTo(Map.of(
            "status", "ERROR",
            "reason", "The target capacity (0) is less than the cluster's min_size (2)."));
    assertThat(out.decide(ScalingRequest.out(), pool(5)).toMap().keySet())
        .containsExactly("status", "reason", "creation");
  }

  @Test
  void explainsItself() {
    AdjustmentPolicy policy =
        AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_PERCENTAGE, 50).withMinStep(2).withBestEffort();

    assertThat(policy.decide(ScalingRequest.out(), pool(10)).steps())
        .containsExactly(
            "10 machines are there or promised",
            "50 % of 10, cut to a whole number and at least min_step 2, is 5",
            "best effort: the limits leave room for 2, so it is cut to 2",
            "OK: scale out by 2 to 12, desired size 12");
    assertThat(policy.decide(ScalingRequest.out("x"), pool(10)).steps())
        .containsExactly(
            "10 machines are there or promised",
            "the caller gives the count: x",
            "ERROR: Invalid count (x) for action 'CLUSTER_SCALE_OUT'.");
  }

  @Test
  void refusesWhatIsNotItsEvent() {
    AdjustmentPolicy policy = AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, 1);

    for (ScalingRequest other : List.of(ScalingRequest.in(), ScalingRequest.measured(7))) {
      assertThat(policy.decide(other, pool(5)).reason())
          .isEqualTo("The policy handles CLUSTER_SCALE_OUT only.");
    }
  }

  @Test
  void scalesByOneWhereThereIsNoPolicy() {
    ScalingPolicy none = ScalingPolicy.none();

    assertThat(none.decide(ScalingRequest.out(), pool(5)).count()).isEqualTo(1);
    assertThat(none.decide(ScalingRequest.in("2"), pool(5)).count()).isEqualTo(2);
    assertThat(none.decide(ScalingRequest.in(9), ScalingView.of(5)).count())
        .as("no more than there are")
        .isEqualTo(5);
    assertThat(none.decide(ScalingRequest.in("x"), pool(5)).reason())
        .isEqualTo("Invalid count (x) for action 'CLUSTER_SCALE_IN'.");
    assertThat(none.decide(ScalingRequest.out(-1), pool(5)).reason())
        .isEqualTo("Invalid count (-1) for action 'CLUSTER_SCALE_OUT'.");
    assertThat(none.decide(ScalingRequest.out("1" + "0".repeat(30)), pool(5)).reason())
        .startsWith("The target capacity (1000000000000000000000000000005) is greater");
  }

  static Stream<Spelling> badProperties() {
    Map<String, Object> good = Map.of("type", "CHANGE_IN_CAPACITY", "number", 1);
    return Stream.of(
        of("Required spec item 'event' not provided", Map.of("adjustment", good)),
        of("Required spec item 'adjustment' not provided", Map.of("event", "CLUSTER_SCALE_IN")),
        of(
            "'X' must be one of the allowed values: CLUSTER_SCALE_IN, CLUSTER_SCALE_OUT",
            Map.of("event", "X", "adjustment", good)),
        of("Unrecognizable spec item 'foo'", out("foo", 1, good)),
        of("'3' is not a Map", Map.of("event", "CLUSTER_SCALE_OUT", "adjustment", 3)),
        adjusted("Unrecognizable spec item 'foo'", "foo", 1),
        adjusted(
            "'UP' must be one of the allowed values: EXACT_CAPACITY, CHANGE_IN_CAPACITY,"
                + " CHANGE_IN_PERCENTAGE",
            "type",
            "UP"),
        adjusted("the 'number' for 'adjustment' must be > 0", "number", 0),
        adjusted("the 'number' for 'adjustment' must be > 0", "number", -1.5),
        adjusted("the 'number' for 'adjustment' must be > 0", "number", "-3"),
        adjusted("The value 'nan' is not a valid number.", "number", Double.NaN),
        adjusted("The value 'nan' is not a valid number.", "number", "nan"),
        adjusted("The value 'inf' is not a valid number.", "number", Double.POSITIVE_INFINITY),
        adjusted("The value '1e999' is not a valid number.", "number", "1e999"),
        adjusted("The value 'x' is not a valid number.", "number", "x"),
        adjusted("The value 'None' is not a valid number.", "number", null),
        adjusted("The value 'True' is not a valid number.", "number", true),
        adjusted("the 'min_step' for 'adjustment' must be >= 0", "min_step", -1),
        adjusted("The value 'x' is not a valid Integer", "min_step", "x"),
        adjusted("The value '2.5' is not a valid Integer", "min_step", "2.5"),
        adjusted("The value 'None' is not a valid Integer", "min_step", null),
        adjusted("The value 'True' is not a valid Integer", "min_step", true),
        adjusted("The value 'nan' is not a valid Integer", "min_step", Double.NaN),
        adjusted(
            "the 'min_step' must be between -2147483648 and 2147483647, was 4294967296",
            "min_step",
            4294967296L),
        adjusted("The value 'maybe' is not a valid Boolean", "best_effort", "maybe"),
        adjusted("The value '2' is not a valid Boolean", "best_effort", 2),
        adjusted("The value 'None' is not a valid Boolean", "best_effort", null),
        adjusted("the 'cooldown' for 'adjustment' must be >= 0", "cooldown", -1),
        adjusted("The value '1m' is not a valid Integer", "cooldown", "1m"));
  }

  /** Properties, and the message with which they are refused. */
  record Spelling(String message, Map<String, Object> properties) {}

  private static Spelling of(String message, Map<String, Object> properties) {
    return new Spelling(message, properties);
  }

  private static Spelling adjusted(String message, String key, @Nullable Object value) {
    Map<String, Object> adjustment = new HashMap<>();
    adjustment.put(key, value);
    return of(message, Map.of("event", "CLUSTER_SCALE_OUT", "adjustment", adjustment));
  }

  private static Map<String, Object> out(String key, Object value, Map<String, Object> adjustment) {
    return Map.of("event", "CLUSTER_SCALE_OUT", "adjustment", adjustment, key, value);
  }

  @ParameterizedTest
  @MethodSource("badProperties")
  void refusesBadProperties(Spelling spelling) {
    assertThatThrownBy(() -> AdjustmentPolicy.parse(spelling.properties()))
        .isInstanceOf(PoolException.class)
        .hasMessage(spelling.message());
  }

  @Test
  void readsPropertiesWithTheirDefaults() {
    assertThat(AdjustmentPolicy.parse(Map.of("event", "CLUSTER_SCALE_IN", "adjustment", Map.of())))
        .isEqualTo(new AdjustmentPolicy(SCALE_IN, CHANGE_IN_CAPACITY, 1, 1, false, Duration.ZERO));
  }

  @Test
  void readsPropertiesAsLeniently() {
    AdjustmentPolicy policy = AdjustmentPolicy.parse(Map.of(
        "event",
        "CLUSTER_SCALE_OUT",
        "adjustment",
        Map.of(
            "type", "CHANGE_IN_PERCENTAGE",
            "number", "12.5",
            "min_step", 2.7,
            "best_effort", " Yes ",
            "cooldown", "60")));

    assertThat(policy)
        .isEqualTo(new AdjustmentPolicy(
            SCALE_OUT, CHANGE_IN_PERCENTAGE, 12.5, 2, true, Duration.ofSeconds(60)));
  }

  @ParameterizedTest
  @CsvSource({"0", "'0'"})
  void letsAPolicyScaleToZero(Object zero) {
    AdjustmentPolicy policy = AdjustmentPolicy.parse(Map.of(
        "event",
        "CLUSTER_SCALE_IN",
        "adjustment",
        Map.of("type", "EXACT_CAPACITY", "number", zero)));

    assertThat(policy.decide(ScalingRequest.in(), ScalingView.of(4)).count()).isEqualTo(4);
    assertThatThrownBy(() -> AdjustmentPolicy.of(SCALE_IN, EXACT_CAPACITY, -1))
        .hasMessage("the 'number' for 'adjustment' must be >= 0");
    assertThatThrownBy(() -> AdjustmentPolicy.of(SCALE_IN, CHANGE_IN_CAPACITY, Double.NaN))
        .hasMessage("the 'number' for 'adjustment' must be > 0");
  }
}

package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PolicyTest {
  private static Map<String, Object> spec(String type, Object version, Object properties) {
    return Map.of("type", type, "version", version, "properties", properties);
  }

  @Test
  void readsEachTypeInTheOrderInWhichTheyAreAsked() {
    Map<String, Object> adjustment = Map.of("type", "CHANGE_IN_CAPACITY", "number", 2);
    Map<String, Object> places = Map.of("name", "a");
    List<Policy> policies = Stream.of(
            spec(
                "senlin.policy.scaling",
                "1.0",
                Map.of("event", "CLUSTER_SCALE_OUT", "adjustment", adjustment)),
            spec(
                "adapter.policy.step",
                "1.0",
                Map.of("threshold", 5, "steps", List.of(Map.of("lower", 0, "adjustment", 1)))),
            spec("adapter.policy.target", "1.0", Map.of("target", 50)),
            spec("senlin.policy.region_placement", "1.0", Map.of("regions", List.of(places))),
            spec("senlin.policy.zone_placement", "1.0", Map.of("zones", List.of(places))),
            spec("senlin.policy.deletion", "1.0", Map.of()),
            spec("senlin.policy.deletion", 1.1, Map.of("criteria", "OLDEST_FIRST")))
        .map(Policy::parse)
        .toList();

    assertThat(policies.stream().map(Object::getClass).map(Class::getSimpleName))
        .containsExactly(
            "AdjustmentPolicy",
            "StepScalingPolicy",
            "TargetTrackingPolicy",
            "PlacementPolicy",
            "PlacementPolicy",
            "DeletionPolicy",
            "DeletionPolicy");
    assertThat(policies.stream().map(Policy::priority))
        .containsExactly(100, 100, 100, 200, 300, 400, 400);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    Map<String, Object> oddKey = new HashMap<>(spec("senlin.policy.deletion", "1.1", Map.of(7, 1)));
    Map<String, Object> extra = new HashMap<>(spec("senlin.policy.deletion", "1.1", Map.of()));
    extra.put("foo", 1);

    assertRefused(
        "The policy_type 'senlin.policy.bogus-1.0' could not be found.",
        spec("senlin.policy.bogus", "1.0", Map.of()));
    assertRefused(
        "The policy_type 'senlin.policy.scaling-1.1' could not be found.",
        spec("senlin.policy.scaling", "1.1", Map.of()));
    assertRefused(
        "The 'type' key is missing from the provided spec map.", Map.of("version", "1.0"));
    assertRefused(
        "The 'version' key is missing from the provided spec map.",
        Map.of("type", "senlin.policy.scaling"));
    assertRefused(
        "Required spec item 'event' not provided",
        Map.of("type", "senlin.policy.scaling", "version", "1.0"));
    assertRefused("'x' is not a Map", spec("senlin.policy.scaling", "1.0", "x"));
    assertRefused("Unrecognizable spec item '7'", oddKey);
    assertRefused("Unrecognizable spec item 'foo'", extra);
  }

  @Test
  void tellsAllFaultsAtOnceInTheOrderOfTheirKeys() {
    assertThat(faults(spec(
            "senlin.policy.scaling",
            "1.0",
            Map.of("event", "UP", "adjustment", new TreeMap<>(Map.of("number", -1, "step", 1))))))
        .containsExactly(
            "properties.adjustment.step: Unrecognizable spec item 'step'",
            "properties.event: 'UP' must be one of the allowed values: CLUSTER_SCALE_IN, CLUSTER_SCALE_OUT",
            "properties.adjustment.number: the 'number' for 'adjustment' must be > 0");
    assertThat(faults(spec(
            "adapter.policy.step",
            "1.0",
            Map.of(
                "threshold",
                "x",
                "min_step",
                -1,
                "metric",
                "/",
                "steps",
                List.of(Map.of("lower", 1, "adjustment", "y"), Map.of(), 3)))))
        .containsExactly(
            "properties.threshold: The value 'x' is not a valid number.",
            "properties.metric: a metric must have a name of 1 to 64 letters, digits, '.', '_' or '-', was: '/'",
            "properties.steps[2]: '3' is not a Map",
            "properties.steps[0].adjustment: The value 'y' is not a valid number.",
            "properties.steps[1]: Required spec item 'adjustment' not provided",
            "properties.steps[1]: a step must have lower < upper, and one of them given, was: [-inf, inf]",
            "properties.min_step: the min_step must be >= 0, was: -1");
    assertThat(faults(spec("adapter.policy.target", "1.0", Map.of("target", 0, "margin", 1))))
        .containsExactly(
            "properties.target: the target must be a finite number > 0, was: 0.0",
            "properties.margin: the margin must be >= 0 and < 1, was: 1.0");
    assertThat(faults(spec(
            "senlin.policy.zone_placement",
            "1.0",
            Map.of("zones", List.of(Map.of("weight", -1), Map.of("name", "a", "cap", -2))))))
        .containsExactly(
            "properties.zones[0]: Required spec item 'name' not provided",
            "properties.zones[1]: the 'cap' of 'a' must be >= -1, was: -2");
    assertThat(faults(spec(
            "senlin.policy.deletion",
            "1.1",
            Map.of("criteria", "X", "grace_period", -1, "hooks", Map.of("timeout", "soon")))))
        .containsExactly(
            "properties.hooks.timeout: The value 'soon' is not a valid Integer",
            "properties.criteria: 'X' must be one of the allowed values: OLDEST_FIRST, YOUNGEST_FIRST,"
                + " OLDEST_PROFILE_FIRST, RANDOM",
            "properties.grace_period: the 'grace_period' must be >= 0");
    assertThat(faults(spec(
            "senlin.policy.zone_placement",
            "1.0",
            Map.of("zones", List.of(Map.of("name", "a"), Map.of("name", "a", "weight", 5))))))
        .containsExactly("properties.zones[1].name: the 'name' must not come twice, was: 'a'");
    assertThat(faults(Map.of()))
        .containsExactly(
            "The 'type' key is missing from the provided spec map.",
            "The 'version' key is missing from the provided spec map.");
    assertThat(faults(spec("adapter.policy.target", "1.0", Map.of("target", 1))))
        .isEmpty();
  }

  @Test
  void blamesNothingForWhatAnotherFaultHides() {
    assertThat(faults(spec("senlin.policy.scaling", "1.0", Map.of("event", 1))))
        .containsExactly(
            "properties: Required spec item 'adjustment' not provided",
            "properties.event: '1' must be one of the allowed values: CLUSTER_SCALE_IN, CLUSTER_SCALE_OUT");
    assertThat(faults(spec("adapter.policy.target", "9", List.of())))
        .hasSize(2)
        .first()
        .asString()
        .contains("'adapter.policy.target-9' could not be found. (there are senlin.policy");
  }

  /** Each with its path. */
  private static List<String> faults(Map<String, ?> spec) {
    return Policy.faults(spec).stream().map(PolicyError::toString).toList();
  }

  private static void assertRefused(String message, Map<String, ?> spec) {
    assertThatThrownBy(() -> Policy.parse(spec))
        .isInstanceOf(PoolException.class)
        .hasMessage(message);
  }
}

package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
            "StepScaling",
            "TargetTracking",
            "Placement",
            "Placement",
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

  private static void assertRefused(String message, Map<String, ?> spec) {
    assertThatThrownBy(() -> Policy.parse(spec))
        .isInstanceOf(PoolException.class)
        .hasMessage(message);
  }
}

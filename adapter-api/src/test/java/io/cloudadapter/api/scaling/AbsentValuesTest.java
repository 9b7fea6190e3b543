package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A null of JSON or YAML, in the place of each value of each policy, is refused and never a text. */
class AbsentValuesTest {
  /** A timeout without end, and a step that is open, are written as null. */
  private static final Set<String> OPEN = Set.of("timeout", "lower");

  static Stream<Map<String, Object>> policies() {
    return Stream.of(
        spec(
            "senlin.policy.scaling",
            Map.of(
                "event",
                "CLUSTER_SCALE_OUT",
                "adjustment",
                Map.of(
                    "type", "CHANGE_IN_CAPACITY",
                    "number", 2,
                    "min_step", 1,
                    "best_effort", true,
                    "cooldown", 5))),
        spec(
            "senlin.policy.deletion",
            "1.1",
            Map.of(
                "criteria",
                "OLDEST_FIRST",
                "destroy_after_deletion",
                true,
                "grace_period",
                3,
                "reduce_desired_capacity",
                true,
                "hooks",
                Map.of(
                    "type",
                    "zaqar",
                    "params",
                    Map.of("queue", "q", "url", "https://example.com"),
                    "timeout",
                    9))),
        spec(
            "senlin.policy.zone_placement",
            Map.of("zones", List.of(Map.of("name", "a", "weight", 5, "cap", 3)))),
        spec(
            "senlin.policy.region_placement",
            Map.of("regions", List.of(Map.of("name", "a", "weight", 5, "cap", 3)))),
        spec(
            "adapter.policy.step",
            Map.of(
                "threshold",
                60,
                "type",
                "CHANGE_IN_CAPACITY",
                "min_step",
                0,
                "metric",
                "load",
                "steps",
                List.of(Map.of("lower", 0, "adjustment", 1)))),
        spec(
            "adapter.policy.target",
            Map.of("target", 60, "margin", 0.2, "scale_in", true, "metric", "load")));
  }

  private static Map<String, Object> spec(String type, Map<String, Object> properties) {
    return spec(type, "1.0", properties);
  }

  private static Map<String, Object> spec(
      String type, String version, Map<String, Object> properties) {
    return Map.of("type", type, "version", version, "properties", properties);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void isRefusedInThePlaceOfEachValue(Map<String, Object> spec) {
    assertThat(Policy.faults(spec)).isEmpty();
    List<String> tried = new ArrayList<>();

    for (Spoiled spoiled : spoiled("", spec)) {
      tried.add(spoiled.path());
      @SuppressWarnings("unchecked")
      Map<String, ?> without = (Map<String, ?>) spoiled.value();
      List<PolicyError> faults = Policy.faults(without);

      if (OPEN.contains(spoiled.key())) {
        assertThat(faults).as(spoiled.path()).noneMatch(fault -> fault.problem().contains("None"));
      } else {
        assertThat(faults).as(spoiled.path()).isNotEmpty();
        assertThat(faults.get(0).path()).as(faults.toString()).startsWith(spoiled.path());
      }
    }
    assertThat(tried).hasSizeGreaterThan(4);
  }

  private record Spoiled(String path, String key, Object value) {}

  /** The value once for each value within it, which is null. */
  private static List<Spoiled> spoiled(String path, Object value) {
    List<Spoiled> all = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, inner) -> {
        String at = path.isEmpty() ? "" + key : path + "." + key;
        all.add(new Spoiled(at, "" + key, with(map, key, null)));
        spoiled(at, inner)
            .forEach(
                one -> all.add(new Spoiled(one.path(), one.key(), with(map, key, one.value()))));
      });
    } else if (value instanceof List<?> list) {
      List<@Nullable Object> nothing = new ArrayList<>();
      nothing.add(null);
      all.add(new Spoiled(path + "[0]", "[0]", nothing));
      spoiled(path + "[0]", list.get(0))
          .forEach(one -> all.add(new Spoiled(one.path(), one.key(), List.of(one.value()))));
    }
    return all;
  }

  private static Map<Object, @Nullable Object> with(
      Map<?, ?> map, @Nullable Object key, @Nullable Object value) {
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>(map);
    copy.put(String.valueOf(key), value);
    return copy;
  }

  @Test
  void isNoTextWhereATextIsOptional() {
    Map<String, Object> params = new HashMap<>();
    params.put("queue", null);

    assertThat(Policy.faults(
            spec("senlin.policy.deletion", "1.1", Map.of("hooks", Map.of("params", params)))))
        .containsExactly(new PolicyError(
            "properties.hooks.params.queue", "The value 'None' is not a valid String"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"queue", "url"})
  void aTextIsReadAsItIsHoweverLong(String key) {
    String text = "https://example.com/" + "x".repeat(300) + "\u00e4\t";

    DeletionPolicy.Hooks hooks = DeletionPolicy.parse(
            Map.of("hooks", Map.of("params", Map.of(key, text))))
        .hooks()
        .orElseThrow();

    assertThat(key.equals("url") ? hooks.url() : hooks.queue()).isEqualTo(text);
  }

  @Test
  void aNumberIsReadAsATextAndAListIsNot() {
    assertThat(Policy.faults(
            spec("senlin.policy.zone_placement", Map.of("zones", List.of(Map.of("name", 7))))))
        .isEmpty();
    assertThat(Policy.faults(spec(
            "senlin.policy.zone_placement",
            Map.of("zones", List.of(Map.of("name", List.of("a")))))))
        .extracting(PolicyError::problem)
        .containsExactly("The value '[a]' is not a valid String");
    assertThat(Optional.of(PlacementPolicy.parse(
                PlacementPolicy.Kind.ZONE, Map.of("zones", List.of(Map.of("name", 7))))
            .shares()
            .get(0)
            .name()))
        .contains("7");
  }
}

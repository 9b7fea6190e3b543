package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The list of what users of comparable systems reported (48 rows) and of the rules that it teaches the core
 * (CR-1 to CR-20): each is a named scenario here, or said below to be tested elsewhere, and why.
 *
 * <p>A row that only an adapter can get wrong is a rule of the testkit, which certifies adapters; what
 * hooks, policies and spot markets bring comes with them.
 */
class IncidentIndexTest {
  private static final List<Class<?>> SCENARIOS = List.of(
      LaunchedTwiceIncidentsTest.class,
      FalseAbsenceIncidentsTest.class,
      RefusedLaunchIncidentsTest.class,
      WrongMachineIncidentsTest.class);

  private static final Map<String, String> ELSEWHERE = Map.ofEntries(
      Map.entry("row-12", "testkit: marks are set atomically at creation"),
      Map.entry("row-13", "testkit: side resources are counted after every rule"),
      Map.entry("row-35", "lifecycle hooks, when they come"),
      Map.entry("row-36", "spot market, when it comes"),
      Map.entry("row-37", "scaling policies, when they come"),
      Map.entry(
          "row-41", "SecretsTest of the server; testkit: canary secrets in an adapter's errors"),
      Map.entry("row-43", "testkit: limits of the profile are checked before the wire"),
      Map.entry("row-45", "testkit: what a certificate says of skipped rules"),
      Map.entry("row-48", "BadInputTest of the server"),
      Map.entry("CR-11", "scaling policies, when they come"),
      Map.entry("CR-12", "lifecycle hooks, when they come"),
      Map.entry("CR-16", "spot market, when it comes"));

  private static Set<String> all() {
    Set<String> all = new TreeSet<>();
    IntStream.rangeClosed(1, 48).forEach(row -> all.add("row-" + row));
    IntStream.rangeClosed(1, 20).forEach(rule -> all.add("CR-" + rule));
    return all;
  }

  @Test
  void everyRowAndEveryRuleHasAScenarioOrAReason() {
    Map<String, String> scenarios = new TreeMap<>();
    for (Class<?> type : SCENARIOS) {
      for (Method method : type.getDeclaredMethods()) {
        for (Tag tag : method.getAnnotationsByType(Tag.class)) {
          assertThat(method.isAnnotationPresent(Test.class))
              .as("%s is run", method)
              .isTrue();
          scenarios.put(tag.value(), method.getName());
        }
      }
    }

    Set<String> covered = new TreeSet<>(scenarios.keySet());
    covered.addAll(ELSEWHERE.keySet());
    assertThat(covered).isEqualTo(all());
    assertThat(scenarios.keySet()).doesNotContainAnyElementsOf(ELSEWHERE.keySet());
  }
}

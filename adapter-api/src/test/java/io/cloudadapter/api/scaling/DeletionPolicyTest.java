package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.DeletionPolicy.HookType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeletionPolicyTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private static VictimCandidate machine(String id, int minute, long profile) {
    return new VictimCandidate(
        id, Optional.empty(), Optional.of(START.plusSeconds(60L * minute)), profile, false, false);
  }

  private static final List<VictimCandidate> FIVE = List.of(
      machine("a", 3, 2),
      machine("b", 1, 2),
      machine("c", 5, 1),
      machine("d", 1, 3),
      machine("e", 4, 1));

  private static VictimCandidate bad(String id) {
    return new VictimCandidate(id, Optional.empty(), Optional.of(START), 0, true, false);
  }

  private static VictimCandidate protectedOne(String id, boolean bad) {
    return new VictimCandidate(id, Optional.empty(), Optional.of(START), 0, bad, true);
  }

  private static VictimCandidate neverUp(String id) {
    return new VictimCandidate(id, Optional.empty(), Optional.empty(), 9, false, false);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "OLDEST_FIRST, b d a e c",
    "YOUNGEST_FIRST, c e a b d",
    "OLDEST_PROFILE_FIRST, e c b a d",
  })
  void ordersByTheCriteriaAndThenById(DeletionCriteria criteria, String order) {
    assertThat(DeletionPolicy.of(criteria).choose(FIVE, 5, 1).ids())
        .containsExactly(order.split(" "));
  }

  @Test
  void takesBadOnesFirstAndThenThoseThatNeverCameUp() {
    List<VictimCandidate> machines = new ArrayList<>(FIVE);
    machines.addAll(List.of(neverUp("n"), bad("z"), bad("y")));

    for (DeletionCriteria criteria : DeletionCriteria.values()) {
      VictimChoice choice = DeletionPolicy.of(criteria).choose(machines, 3, 7);

      assertThat(new HashSet<>(choice.ids().subList(0, 2))).isEqualTo(Set.of("y", "z"));
      assertThat(choice.ids().get(2)).isEqualTo("n");
      assertThat(choice.victims().stream().map(VictimChoice.Victim::reason).toList())
          .containsExactly("bad", "bad", "never came up");
    }
    assertThat(DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST)
            .choose(machines, 1, 7)
            .ids())
        .containsExactly("y");
  }

  @Test
  void neverTakesAProtectedOne() {
    List<VictimCandidate> machines =
        List.of(protectedOne("p", false), protectedOne("q", true), machine("a", 1, 1));

    VictimChoice choice = DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST).choose(machines, 3, 1);

    assertThat(choice.ids()).containsExactly("a");
    assertThat(choice.missing()).isEqualTo(2);
  }

  @Test
  void takesAllWhenMoreAreAskedForThanThereAre() {
    VictimChoice choice = DeletionPolicy.of(DeletionCriteria.RANDOM).choose(FIVE, 8, 3);

    assertThat(choice.ids()).containsExactlyInAnyOrder("a", "b", "c", "d", "e");
    assertThat(choice.missing()).isEqualTo(3);
    assertThat(DeletionPolicy.of(DeletionCriteria.RANDOM).choose(FIVE, 0, 3).ids())
        .isEmpty();
    assertThat(DeletionPolicy.of(DeletionCriteria.RANDOM).choose(FIVE, -2, 3))
        .isEqualTo(new VictimChoice(List.of(), 0));
  }

  @Test
  void drawsLotsByTheSeed() {
    DeletionPolicy policy = DeletionPolicy.of(DeletionCriteria.RANDOM);
    Map<String, Integer> first = new HashMap<>();
    for (long seed = 0; seed < 500; seed++) {
      List<String> ids = policy.choose(FIVE, 1, seed).ids();
      assertThat(policy.choose(FIVE, 1, seed).ids()).isEqualTo(ids);
      first.merge(ids.get(0), 1, Integer::sum);
    }

    assertThat(first.keySet()).hasSize(5);
    assertThat(first.values()).as("500 lots among five").allMatch(count -> count > 50);
  }

  @Property(tries = 500)
  void doesNotDependOnTheOrderOfTheMachines(
      @ForAll Random random,
      @ForAll @IntRange(max = 12) int count,
      @ForAll DeletionCriteria criteria) {
    List<VictimCandidate> machines = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      machines.add(new VictimCandidate(
          "m" + i,
          Optional.of("z" + random.nextInt(3)),
          random.nextInt(4) == 0
              ? Optional.empty()
              : Optional.of(START.plusSeconds(random.nextInt(3))),
          random.nextInt(2),
          random.nextInt(5) == 0,
          random.nextInt(5) == 0));
    }
    Map<String, Integer> current = new HashMap<>();
    machines.forEach(machine -> current.merge(machine.place().orElse(""), 1, Integer::sum));
    PlacementPlan plan = PlacementPolicyTest.zones("z0:1 z1:2")
        .shrink(current, Set.of("z0", "z1"), Math.min(count, 10));
    DeletionPolicy policy = DeletionPolicy.of(criteria);
    VictimChoice choice = policy.choose(machines, count, 5);
    VictimChoice placed = policy.choose(machines, plan, 5);

    Collections.shuffle(machines, random);

    assertThat(policy.choose(machines, count, 5)).isEqualTo(choice);
    assertThat(policy.choose(machines, plan, 5)).isEqualTo(placed);
    assertThat(choice.victims().size() + choice.missing()).isEqualTo(count);
    assertThat(placed.victims().size() + placed.missing()).isEqualTo(Math.min(count, 10));
    assertThat(choice.victims()).noneMatch(victim -> victim.machine().isProtected());
    assertThat(placed.victims()).noneMatch(victim -> victim.machine().isProtected());
    assertThat(new HashSet<>(placed.ids())).hasSameSizeAs(placed.ids());
  }

  @Test
  void takesThemFromWhereThePlanSays() {
    List<VictimCandidate> machines = List.of(
        machine("a1", 1, 1).in("a"),
        machine("a2", 2, 1).in("a"),
        machine("b1", 3, 1).in("b"),
        machine("b2", 4, 1).in("b"),
        machine("x1", 5, 1).in("x"),
        machine("n1", 6, 1));
    PlacementPlan plan = PlacementPolicyTest.zones("a:1 b:1")
        .shrink(Map.of("a", 2, "b", 2, "x", 1, "", 1), Set.of("a", "b"), 4);

    VictimChoice choice =
        DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST).choose(machines, plan, 1);

    assertThat(choice.ids()).containsExactly("a1", "b1", "x1", "n1");
    assertThat(choice.victims().get(0).reason()).isEqualTo("oldest first in a");
  }

  @Test
  void findsSubstitutesForProtectedOnesOfAZone() {
    List<VictimCandidate> machines = List.of(
        new VictimCandidate("a1", Optional.of("a"), Optional.of(START), 1, false, true),
        machine("b1", 3, 1).in("b"),
        machine("b2", 4, 1).in("b"));
    PlacementPlan plan =
        PlacementPolicyTest.zones("a:1 b:2").shrink(Map.of("a", 1, "b", 2), Set.of("a", "b"), 2);

    VictimChoice choice =
        DeletionPolicy.of(DeletionCriteria.YOUNGEST_FIRST).choose(machines, plan, 1);

    assertThat(plan.counts()).isEqualTo(Map.of("a", 1, "b", 1));
    assertThat(choice.ids()).containsExactly("b2", "b1");
    assertThat(choice.victims().get(1).reason())
        .isEqualTo("youngest first in b, for one that may not go");
  }

  @Test
  void readsPropertiesWithTheirDefaults() {
    assertThat(DeletionPolicy.parse(Map.of()))
        .isEqualTo(new DeletionPolicy(
            DeletionCriteria.RANDOM, true, Duration.ZERO, true, Optional.empty()));
  }

  @Test
  void readsTheSpecificationsExample() {
    DeletionPolicy policy = DeletionPolicy.parse(Map.of(
        "hooks",
        Map.of("type", "zaqar", "timeout", 120, "params", Map.of("queue", "my_queue")),
        "criteria",
        "OLDEST_FIRST",
        "destroy_after_deletion",
        "False",
        "grace_period",
        "60",
        "reduce_desired_capacity",
        false));

    assertThat(policy)
        .isEqualTo(new DeletionPolicy(
            DeletionCriteria.OLDEST_FIRST,
            false,
            Duration.ofSeconds(60),
            false,
            Optional.of(
                new DeletionPolicy.Hooks(HookType.ZAQAR, "my_queue", "", OptionalInt.of(120)))));
  }

  @Test
  void keepsHooksAsTheyWereGiven() {
    Map<String, Object> endless = new HashMap<>();
    endless.put("timeout", null);
    endless.put("type", "webhook");
    endless.put("params", Map.of("url", "https://u:secret@example.com/"));

    assertThat(DeletionPolicy.parse(Map.of("hooks", Map.of())).hooks())
        .contains(new DeletionPolicy.Hooks(HookType.ZAQAR, "", "", OptionalInt.of(0)));
    DeletionPolicy policy = DeletionPolicy.parse(Map.of("hooks", endless));
    assertThat(policy.hooks().orElseThrow().timeout()).isEmpty();
    assertThat(policy.hooks().orElseThrow().url()).isEqualTo("https://u:secret@example.com/");
    assertThat(policy.toString()).doesNotContain("secret");
  }

  @Test
  void refusesBadProperties() {
    Map<String, Object> nothing = new HashMap<>();
    nothing.put("hooks", null);

    assertRefused(
        "'OLD' must be one of the allowed values: OLDEST_FIRST, YOUNGEST_FIRST,"
            + " OLDEST_PROFILE_FIRST, RANDOM",
        Map.of("criteria", "OLD"));
    assertRefused(
        "The value 'maybe' is not a valid Boolean", Map.of("destroy_after_deletion", "maybe"));
    assertRefused("The value 'x' is not a valid Integer", Map.of("grace_period", "x"));
    assertRefused("the 'grace_period' must be >= 0", Map.of("grace_period", -1));
    assertRefused("'None' is not a Map", nothing);
    assertRefused("'x' must be one of the allowed values: zaqar, webhook", hooks("type", "x"));
    assertRefused("'[]' is not a Map", hooks("params", List.of()));
    assertRefused("Unrecognizable spec item 'foo'", hooks("foo", 1));
    assertRefused("Unrecognizable spec item 'foo'", hooks("params", Map.of("foo", 1)));
    assertRefused("the 'timeout' for 'hooks' must be >= 0", hooks("timeout", -5));
    assertRefused("Unrecognizable spec item 'foo'", Map.of("foo", Arrays.asList(1, 2)));
  }

  private static Map<String, Object> hooks(String key, Object value) {
    return Map.of("hooks", Map.of(key, value));
  }

  private static void assertRefused(String message, Map<String, ?> properties) {
    assertThatThrownBy(() -> DeletionPolicy.parse(properties))
        .isInstanceOf(PoolException.class)
        .hasMessage(message);
  }
}

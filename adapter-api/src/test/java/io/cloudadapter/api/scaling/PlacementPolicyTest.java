package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.PlacementPolicy.Kind;
import io.cloudadapter.api.scaling.PlacementPolicy.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans in short: "a:100" is a place and its weight, "a:100:2" one with a cap, "a=3" a number there. */
class PlacementPolicyTest {

  static PlacementPolicy zones(String shares) {
    return new PlacementPolicy(Kind.ZONE, shares(shares));
  }

  private static List<Share> shares(String text) {
    List<Share> shares = new ArrayList<>();
    for (String share : text.split(" ")) {
      String[] parts = share.split(":");
      shares.add(new Share(
          parts[0],
          Integer.parseInt(parts[1]),
          parts.length > 2 ? Integer.parseInt(parts[2]) : Share.NO_CAP));
    }
    return shares;
  }

  private static Map<String, Integer> counts(@Nullable String text) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String count : text == null ? new String[0] : text.split(" ")) {
      counts.put(count.split("=")[0], Integer.parseInt(count.split("=")[1]));
    }
    return counts;
  }

  private static Set<String> names(String shares) {
    Set<String> names = new LinkedHashSet<>();
    shares(shares).forEach(share -> names.add(share.name()));
    return names;
  }

  @ParameterizedTest(name = "{0} with {1}, {2} more: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a:100 b:100       |         | 2  | a=1 b=1",
        "a:100 b:100       |         | 3  | a=2 b=1",
        "a:100 b:200       |         | 3  | a=1 b=2",
        "a:100 b:200       |         | 1  | b=1",
        "a:100 b:100 c:100 |         | 4  | a=2 b=2",
        "a:100 b:100 c:100 | a=3     | 3  | b=2 c=1",
        "a:100 b:100       | a=5     | 2  | b=2",
        "a:100 b:100       | x=9     | 2  | a=1 b=1",
        "a:100:2 b:100     |         | 10 | a=2 b=8",
        "a:100:2 b:100:3 c:1 |       | 10 | a=2 b=3 c=5",
        "a:100:0 b:100     |         | 4  | b=4",
        "a:100:2 b:100     | a=5     | 4  | b=4",
        "a:0 b:100         |         | 3  | b=3",
        "a:100 b:100 a:300 |         | 4  | a=3 b=1",
        "a:100 b:100       |         | 0  |",
        "a:1 b:2:3 c:3:4   | b=2 c=4 | 1  | b=1",
        "a:100:0 b:1       | b=1     | 1  | b=1",
      })
  void growsByWeightAndCap(
      String shares, @Nullable String current, int count, @Nullable String plan) {
    PlacementPlan decided = zones(shares).grow(counts(current), names(shares), count);

    assertThat(decided.ok()).isTrue();
    assertThat(decided.counts()).isEqualTo(counts(plan));
    assertThat(decided.total()).isEqualTo(count);
  }

  @ParameterizedTest(name = "{0} with {1}, {2} less: {3}, elsewhere {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a:100 b:100       | a=2 b=2     | 2 | a=1 b=1 | 0",
        "a:100 b:100       | a=4 b=1     | 2 | a=2     | 0",
        "a:100 b:200       | a=3 b=6     | 3 | a=1 b=2 | 0",
        "a:100 b:200       | a=3 b=3     | 2 | a=2     | 0",
        "a:0 b:100         | a=2 b=5     | 3 | a=2 b=1 | 0",
        "a:100 b:100       | a=2 b=2     | 4 | a=2 b=2 | 0",
        "a:100 b:100       | a=2 b=2 x=3 | 2 |         | 2",
        "a:100 b:100       | a=2 b=2 x=1 | 3 | a=1 b=1 | 1",
        "a:100 b:100       | a=1 x=1 =2  | 4 | a=1     | 3",
        "a:100:1 b:100:1   | a=5 b=5     | 2 | a=1 b=1 | 0",
        "a:100 b:100       | a=2 b=2     | 0 |         | 0",
        "a:1 b:1 c:1       | b=1 c=3     | 2 | b=1 c=1 | 0",
        "a:9 b:1           | b=2         | 1 | b=1     | 0",
      })
  void shrinksByWeightAndTakesUnlistedPlacesFirst(
      String shares, String current, int count, @Nullable String plan, int elsewhere) {
    PlacementPlan decided = zones(shares).shrink(counts(current), names(shares), count);

    assertThat(decided.ok()).isTrue();
    assertThat(decided.counts()).isEqualTo(counts(plan));
    assertThat(decided.elsewhere()).isEqualTo(elsewhere);
    assertThat(decided.total()).isEqualTo(count);
  }

  @Test
  void saysThatThereIsNoPlan() {
    PlacementPolicy zones = zones("a:100:2 b:100:3");
    String infeasible = "There is no feasible plan to handle all nodes.";

    assertThat(zones.grow(Map.of(), Set.of("a", "b"), 6).reason()).isEqualTo(infeasible);
    assertThat(zones.shrink(Map.of("a", 1, "x", 1), Set.of("a", "b"), 3).reason())
        .isEqualTo(infeasible);
    assertThat(zones("a:0 b:1").grow(Map.of(), Set.of("a"), 1).reason()).isEqualTo(infeasible);
    assertThat(zones.grow(Map.of(), Set.of("c"), 1).reason())
        .isEqualTo("No availability zone found available.");
    assertThat(new PlacementPolicy(Kind.REGION, shares("r:1"))
            .grow(Map.of(), Set.of(), 1)
            .reason())
        .isEqualTo("No region is found usable.");
    assertThat(zones.grow(Map.of(), Set.of("a", "b"), 6).counts()).isEmpty();
  }

  @Test
  void usesOnlyWhatTheCloudHas() {
    PlacementPlan plan = zones("a:100 b:100 c:100").grow(Map.of(), Set.of("a", "c", "z"), 4);

    assertThat(plan.counts()).isEqualTo(Map.of("a", 2, "c", 2));
  }

  @Property(tries = 3000)
  void plansSumToTheCountAndTakeNoMoreThanIsThere(
      @ForAll Random random, @ForAll @IntRange(min = 0, max = 60) int count) {
    List<Share> shares = new ArrayList<>();
    Map<String, Integer> current = new HashMap<>();
    int places = 1 + random.nextInt(5);
    int all = 0;
    for (int i = 0; i < places; i++) {
      int cap = random.nextInt(3) == 0 ? random.nextInt(12) : Share.NO_CAP;
      shares.add(new Share("z" + i, i == 0 ? 1 : random.nextInt(4) * 50, cap));
    }
    for (int i = 0; i < places + 1; i++) {
      int there = random.nextInt(12);
      current.put(i == places ? "unlisted" : "z" + i, there);
      all += there;
    }
    PlacementPolicy placement = new PlacementPolicy(Kind.REGION, shares);
    Set<String> usable = new HashSet<>(current.keySet());

    PlacementPlan growth = placement.grow(current, usable, count);
    PlacementPlan shrinking = placement.shrink(current, usable, count);

    int room = 0;
    for (Share share : shares) {
      int there = current.getOrDefault(share.name(), 0);
      int free = share.cap() == Share.NO_CAP ? count : Math.max(0, share.cap() - there);
      room += share.weight() == 0 ? 0 : Math.min(count, free);
      int added = growth.counts().getOrDefault(share.name(), 0);
      assertThat(added).as("growth of %s", share).isBetween(0, share.weight() == 0 ? 0 : free);
      assertThat(shrinking.counts().getOrDefault(share.name(), 0)).isBetween(0, there);
    }
    assertThat(growth.ok()).as("a plan is found if there is room").isEqualTo(room >= count);
    assertThat(growth.total()).isEqualTo(growth.ok() ? count : 0);
    assertThat(shrinking.ok()).isEqualTo(all >= count);
    assertThat(shrinking.total()).isEqualTo(shrinking.ok() ? count : 0);
    assertThat(shrinking.elsewhere()).isBetween(0, current.getOrDefault("unlisted", 0));
  }

  @Property(tries = 1000)
  void thereIsAPlanForAllThatThereIsRoomForAndNotForOneMore(@ForAll Random random) {
    List<Share> shares = new ArrayList<>();
    Map<String, Integer> current = new HashMap<>();
    List<String> usable = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int cap = random.nextInt(9) == 0 ? Share.NO_CAP : random.nextInt(12);
      shares.add(new Share("z" + i, i == 0 ? 1 : random.nextInt(4), cap));
      current.put("z" + i, random.nextInt(12));
      if (random.nextInt(5) > 0) {
        usable.add("z" + i);
      }
    }
    PlacementPolicy placement = new PlacementPolicy(Kind.ZONE, shares);

    int room = placement.room(current, usable);

    assertThat(placement.grow(current, usable, Math.min(room, 1000)).ok()).isTrue();
    assertThat(room == Integer.MAX_VALUE
            || !placement.grow(current, usable, room + 1).ok())
        .isTrue();
  }

  @Property(tries = 1000)
  void noPlaceIsGivenMoreThanItsShareNorTakenFromBelowIt(
      @ForAll Random random, @ForAll @IntRange(max = 50) int count) {
    List<Share> shares = new ArrayList<>();
    Map<String, Integer> current = new HashMap<>();
    long weights = 0;
    long all = 0;
    for (int i = 0; i < 4; i++) {
      Share share = Share.of("z" + i, 1 + random.nextInt(5));
      shares.add(share);
      weights += share.weight();
      current.put(share.name(), 20 + random.nextInt(20));
      all += current.getOrDefault(share.name(), 0);
    }
    PlacementPolicy placement = new PlacementPolicy(Kind.ZONE, shares);

    Map<String, Integer> growth =
        placement.grow(current, current.keySet(), count).counts();
    Map<String, Integer> shrinking =
        placement.shrink(current, current.keySet(), count).counts();

    for (Share share : shares) {
      int there = current.getOrDefault(share.name(), 0);
      double most = Math.ceil((double) (all + count) * share.weight() / weights);
      double least = Math.floor((double) (all - count) * share.weight() / weights);
      int added = growth.getOrDefault(share.name(), 0);
      int taken = shrinking.getOrDefault(share.name(), 0);
      assertThat(added == 0 || there + added <= most).as("%s +%s", share, added).isTrue();
      assertThat(taken == 0 || there - taken >= least)
          .as("%s -%s", share, taken)
          .isTrue();
    }
  }

  @Property(tries = 5000)
  void aPlanIsThatOfOnePassOverAllPlacesWhereOnePassFindsOne(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 4) int places,
      @ForAll @IntRange(max = 8) int count) {
    List<Share> shares = new ArrayList<>();
    Map<String, Integer> current = new LinkedHashMap<>();
    for (int i = 0; i < places; i++) {
      int cap = random.nextBoolean() ? random.nextInt(6) : Share.NO_CAP;
      shares.add(new Share("z" + i, i == 0 ? 1 : random.nextInt(4), cap));
      current.put("z" + i, random.nextInt(5));
    }
    PlacementPolicy placement = new PlacementPolicy(Kind.REGION, shares);

    for (boolean growing : new boolean[] {true, false}) {
      Map<String, Integer> expected = onePass(shares, current, count, growing);
      PlacementPlan plan = growing
          ? placement.grow(current, current.keySet(), count)
          : placement.shrink(current, current.keySet(), count);
      int placed = expected.values().stream().mapToInt(Integer::intValue).sum();
      if (placed == count) {
        assertThat(plan.counts()).isEqualTo(expected);
      } else if (plan.ok()) {
        // What the first pass found stays; only the rest goes to places with room.
        expected.forEach((name, taken) ->
            assertThat(plan.counts().getOrDefault(name, 0)).as(name).isGreaterThanOrEqualTo(taken));
      }
    }
  }

  /** The documented pass: shares of all places, in the order of their weights, until all are placed. */
  private static Map<String, Integer> onePass(
      List<Share> shares, Map<String, Integer> current, int count, boolean growing) {
    List<Share> order = new ArrayList<>(shares);
    Comparator<Share> byWeight = Comparator.comparingInt(Share::weight);
    order.sort(growing ? byWeight.reversed() : byWeight);
    int there = current.values().stream().mapToInt(Integer::intValue).sum();
    int weights = shares.stream().mapToInt(Share::weight).sum();
    Map<String, Integer> plan = new HashMap<>();
    int left = count;
    for (Share share : order) {
      int now = current.getOrDefault(share.name(), 0);
      double exact = (double) (growing ? there + count : there - count) * share.weight() / weights;
      double quota = growing ? Math.ceil(exact - 1e-9) : Math.max(0, Math.floor(exact + 1e-9));
      double most = share.cap() == Share.NO_CAP ? quota : Math.min(quota, share.cap());
      int take = (int) Math.min(left, growing ? most - now : now - quota);
      if (take > 0) {
        plan.put(share.name(), take);
        left -= take;
      }
    }
    return plan;
  }

  @Test
  void explainsItself() {
    assertThat(zones("a:100:2 b:100").grow(Map.of(), Set.of("a", "b"), 10).steps())
        .containsExactly(
            "a has 0, weight 100 of 200 for 10 in all: +2",
            "b has 0, weight 100 of 200 for 10 in all: +5",
            "b has 5, weight 100 of 100 for 8 in all: +3");
  }

  @Test
  void readsProperties() {
    assertThat(PlacementPolicy.parse(
            Kind.ZONE,
            Map.of("zones", List.of(Map.of("name", "a"), Map.of("name", "b", "weight", 5)))))
        .isEqualTo(zones("a:100 b:5"));
    assertThat(PlacementPolicy.parse(
                Kind.REGION, Map.of("regions", List.of(Map.of("name", "r", "cap", "3"))))
            .shares())
        .containsExactly(new Share("r", 100, 3));
    assertRefused("Required spec item 'zones' not provided", Map.of());
    assertRefused("'x' is not a List", Map.of("zones", "x"));
    assertRefused("'x' is not a Map", Map.of("zones", List.of("x")));
    assertRefused("Required spec item 'name' not provided", Map.of("zones", List.of(Map.of())));
    assertRefused("the 'weight' of 'a' must be >= 0, was: -1", zone("weight", -1));
    assertRefused("the 'cap' of 'a' must be >= -1, was: -2", zone("cap", -2));
    assertRefused("The value 'x' is not a valid Integer", zone("weight", "x"));
    assertRefused("Unrecognizable spec item 'foo'", zone("foo", 1));
    assertRefused(
        "Unrecognizable spec item 'foo'", Map.of("zones", List.of(Map.of("name", "a")), "foo", 1));
    assertRefused(
        "one of the zones at least must have a weight > 0, was: []", Map.of("zones", List.of()));
    assertThatThrownBy(() -> zones("a:0 b:0"))
        .hasMessageStartingWith("one of the zones at least must have a weight > 0, was: [Share[");
    assertThatThrownBy(() -> zones("a:1").grow(Map.of(), Set.of("a"), -1))
        .hasMessage("a count must be 0 or more, was: -1");
  }

  private static Map<String, Object> zone(String key, Object value) {
    return Map.of("zones", List.of(Map.of("name", "a", key, value)));
  }

  private static void assertRefused(String message, Map<String, ?> properties) {
    assertThatThrownBy(() -> PlacementPolicy.parse(Kind.ZONE, properties))
        .isInstanceOf(PoolException.class)
        .hasMessage(message);
  }
}

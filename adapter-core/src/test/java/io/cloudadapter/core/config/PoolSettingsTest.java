package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds builder, record and settings together, so that none has a setting that another forgets. */
class PoolSettingsTest {
  private static final Set<String> GIVEN = Set.of("account", "maxSize");
  private final List<String> problems = new ArrayList<>();

  private PoolConfig with(Map<String, String> texts) {
    Map<String, String> complete = new HashMap<>(texts);
    complete.put("maxSize", "10");
    ProviderConfig values = PoolSettings.spec().parse(complete);
    PoolConfigBuilder pool = PoolConfig.named("web", "here", 10);
    PoolSettings.set(values, Set.of(), pool, (key, problem) -> problems.add(key + " " + problem));
    return pool.build();
  }

  private static boolean isShare(String key) {
    return key.startsWith("disruption.") || key.equals("headroom");
  }

  private static String other(ConfigKey key) {
    switch (key.name()) {
      case "health.path" -> {
        return "/other";
      }
      case "health.status" -> {
        return "204";
      }
      case "health.interval" -> {
        return "77s";
      }
      default -> {}
    }
    return switch (key.type()) {
      case TEXT, SECRET -> isShare(key.name()) ? "7%" : "other";
      case INTEGER -> key.name().equals("maxSizeLimit") ? "20" : "7";
      case DECIMAL -> "0.77";
      case BOOLEAN -> "true";
      case DURATION -> "77m";
      case CHOICE -> key.choices().get(1);
      case LIST, URI -> "north/other";
    };
  }

  @Test
  void settingsOfAWarmPoolThatDoNotFitTogetherNameTheirKeyAndAreLeftOut() {
    PoolConfig pool = with(Map.of("warm.growthWindow", "20m", "warm.growthSpan", "30m"));
    PoolConfig larger = with(Map.of("warm.prepared", "20"));

    assertThat(problems)
        .containsExactly(
            "warm.growthSpan must be at most warm.growthWindow, which is 20m, was 30m",
            "warm.prepared must be at most 12, since maxSize is 10, surge 2; was 20");
    assertThat(pool.warm()).isEqualTo(WarmConfig.none());
    assertThat(larger.warm()).isEqualTo(WarmConfig.none());
  }

  @Test
  void theDefaultsOfTheFileAreThoseOfTheBuilder() {
    assertThat(with(Map.of())).isEqualTo(PoolConfig.named("web", "here", 10).build());
    assertThat(problems).isEmpty();
  }

  @Test
  void eachSettingReachesThePoolAndItsCopies() {
    for (ConfigKey key : PoolSettings.spec().keys()) {
      if (!GIVEN.contains(key.name())) {
        Map<String, String> needed = needed(key.name());
        PoolConfig plain = with(needed);
        Map<String, String> values = new HashMap<>(needed);
        values.put(key.name(), other(key));
        PoolConfig changed = with(values);

        assertThat(changed).as(key.name()).isNotEqualTo(plain);
        assertThat(changed.toBuilder().build()).as("a copy with %s", key.name()).isEqualTo(changed);
      }
    }
    assertThat(problems).isEmpty();
  }

  /** Other settings that a setting cannot be without. */
  private static Map<String, String> needed(String key) {
    return key.equals("health.loadBalancers")
        ? Map.of("loadBalancing.behind", "north/web")
        : Map.of();
  }

  @Test
  void loadBalancersReportHealthOnlyIfThePoolNamesSome() {
    PoolConfig pool = with(Map.of("health.loadBalancers", "true"));

    assertThat(problems)
        .containsExactly("health.loadBalancers must be false unless loadBalancing.behind names a"
            + " load balancer, was true");
    assertThat(pool.health()).isEqualTo(HealthConfig.none());
  }

  @Test
  void refusesWhatTheRecordsRefuseByItsKey() {
    with(Map.of(
        "actions.keep", "31d", "zones", "a,a", "loadBalancing.behind", "none", "surge", "3"));

    assertThat(problems)
        .satisfiesExactly(
            problem ->
                assertThat(problem).isEqualTo("zones must differ from each other, were a, a"),
            problem -> assertThat(problem).isEqualTo("actions.keep must be at most 30d, was 31d"),
            problem -> assertThat(problem).startsWith("loadBalancing.behind "));
  }
}

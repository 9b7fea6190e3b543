package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings of a warm pool are refused since they would change nothing. */
class WarmKeysTest extends ConfigFileTests {
  private static String pool(String warm) {
    return SMALL.replace("{maxSize: 10}", "{maxSize: 10, warm: {" + warm + "}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state: running",
        "maxSize: 3",
        "reuseOnScaleIn: true",
        "startWithin: 1m",
        "growthSpan: 10m"
      })
  void refusesASettingWithoutOneThatGivesThePoolAWarmPool(String setting) {
    String key = setting.substring(0, setting.indexOf(':'));
    String value = setting.substring(setting.indexOf(':') + 2);

    assertThat(faults(pool(setting)))
        .singleElement()
        .asString()
        .contains("pools.web.warm." + key
            + ": needs warm.size, warm.prepared or warm.growthWindow beside it")
        .contains("was " + value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"size: 2", "prepared: 5", "growthWindow: 6h", "size: 0"})
  void acceptsThemBesideOneThatDoes(String size) {
    assertThat(parse(pool(size + ", state: running, startWithin: 1m"))
            .pools()
            .get(0)
            .warm()
            .enabled())
        .isEqualTo(!size.equals("size: 0"));
  }

  @Test
  void namesEachOfThem() {
    assertThat(faults(pool("maxSize: 3, startWithin: 1m"))).hasSize(2);
  }
}

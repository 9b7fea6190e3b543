package io.cloudadapter.spi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.config.ConfigKey.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigSpecTest {
  private final ConfigSpec spec = ConfigSpec.builder()
      .required("region", Type.TEXT, "The region.")
      .required("secretKey", Type.SECRET, "The key that signs requests.")
      .optional("retries", Type.INTEGER, "2", 0, 10, "How often a read is tried again.")
      .optional("share", Type.DECIMAL, "0.5", 0, 1, "How much of the budget is ours.")
      .optional("timeout", Type.DURATION, "30s", "How long a call may take.")
      .optional("endpoint", Type.URI, "Where the cloud answers.")
      .optional("zones", Type.LIST, "a, b", "Where machines may be.")
      .optional("verify", Type.BOOLEAN, "true", "Whether certificates are checked.")
      .choice("keys", List.of("token", "name", "none"), "How the cloud remembers keys.")
      .build();

  private static Map<String, String> good() {
    return Map.of("region", "eu-north-1", "secretKey", "hunter2");
  }

  private List<String> problems(String key, String value) {
    Map<String, String> values = new java.util.TreeMap<>(good());
    values.put(key, value);
    return spec.faults(values).stream().map(ConfigError::toString).toList();
  }

  @Test
  void fillsInDefaults() {
    ProviderConfig config = spec.parse(good());

    assertThat(config.integer("retries")).isEqualTo(2);
    assertThat(config.decimal("share")).isEqualTo(0.5);
    assertThat(config.duration("timeout")).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.list("zones")).containsExactly("a", "b");
    assertThat(config.flag("verify")).isTrue();
    assertThat(config.text("keys")).isEqualTo("token");
    assertThat(config.has("endpoint")).isFalse();
  }

  @Test
  void namesEveryFaultAtOnce() {
    assertThat(spec.faults(Map.of("regoin", "x", "retries", "eleven")))
        .extracting(ConfigError::toString)
        .containsExactlyInAnyOrder(
            "regoin: is unknown; did you mean region?",
            "retries: must be a whole number, 0 to 10, was eleven",
            "region: is missing. The region.",
            "secretKey: is missing. The key that signs requests.");
  }

  @Test
  void throwsThemTogether() {
    assertThatThrownBy(() -> spec.parse(Map.of("verify", "yes")))
        .isInstanceOfSatisfying(
            ConfigException.class, e -> assertThat(e.faults()).hasSize(3))
        .hasMessageContaining("verify: must be true or false, was yes");
  }

  @Test
  void refusesWhatIsNotQuiteANumber() {
    for (String wrong :
        List.of("2.5", "2.0", "02", "-1", "11", "", " 2", "1e1", "٣", "99999999999")) {
      assertThat(problems("retries", wrong)).as(wrong).hasSize(1);
    }
    assertThat(problems("share", "NaN")).hasSize(1);
    assertThat(problems("share", "1.01")).hasSize(1);
    assertThat(problems("share", "1")).isEmpty();
  }

  @Test
  void readsTimeSpansWithTheirUnits() {
    for (String right : List.of("0s", "250ms", "5m", "2h", "1d")) {
      assertThat(problems("timeout", right)).as(right).isEmpty();
    }
    for (String wrong : List.of("30", "s", "-1s", "1.5s", "1 s", "PT1S", "1w")) {
      assertThat(problems("timeout", wrong))
          .as(wrong)
          .containsExactly(
              "timeout: must be a time span such as 250ms, 30s, 5m, 2h or 1d, was " + wrong);
    }
  }

  @Test
  void refusesNothingWhereSomethingMustBe() {
    ConfigSpec above = ConfigSpec.builder()
        .timeAboveZero("wait", "1s", "A wait.")
        .optional("part", Type.DECIMAL, "0.5", ConfigKey.ABOVE_ZERO, 1, "A part.")
        .build();

    assertThat(above.faults(Map.of("wait", "0m", "part", "0")))
        .extracting(ConfigError::toString)
        .containsExactlyInAnyOrder(
            "wait: must be a time span of 1ms or more, was 0m",
            "part: must be a number above 0, at most 1, was 0");
    assertThat(above.faults(Map.of("wait", "1ms", "part", "0.001"))).isEmpty();
    assertThat(above.faults(Map.of("wait", "999999999d"))).hasSize(1);
  }

  @Test
  void guessesWhichChoiceWasMeant() {
    assertThat(problems("keys", "tokn"))
        .containsExactly("keys: must be one of token, name, none, was tokn; did you mean token?");
  }

  @Test
  void takesOnlyAbsoluteAddressesWithoutCredentials() {
    assertThat(problems("endpoint", "https://cloud.example:5000/v3")).isEmpty();
    assertThat(problems("endpoint", "/v3")).hasSize(1);
    assertThat(problems("endpoint", "https://user:secret@cloud.example")).hasSize(1);
    assertThat(problems("endpoint", "not a uri")).hasSize(1);
  }

  @Test
  void neverShowsASecret() {
    ProviderConfig config = spec.parse(good());

    assertThat(config.toString()).doesNotContain("hunter2").contains("secretKey=***");
    assertThat(config.secret("secretKey").reveal()).isEqualTo("hunter2");
    assertThatThrownBy(() -> config.text("secretKey"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hunter2");
    assertThat(problems("secretKey", "")).allSatisfy(p -> assertThat(p).endsWith("not be empty"));
  }

  @Test
  void refusesToReadWhatWasNotDeclared() {
    ProviderConfig config = spec.parse(good());

    assertThatThrownBy(() -> config.text("colour"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("colour");
  }

  @Test
  void refusesASpecThatContradictsItself() {
    assertThatThrownBy(() -> ConfigSpec.builder()
            .required("a", Type.TEXT, "One.")
            .required("a", Type.TEXT, "Two.")
            .build())
        .hasMessageContaining("declared twice");
    assertThatThrownBy(() ->
            ConfigSpec.builder().optional("n", Type.INTEGER, "x", "A number.").build())
        .hasMessageContaining("default of n");
  }
}

package io.cloudadapter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.core.config.TenantSettings;
import io.cloudadapter.notification.ReceiverSettings;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The properties of a pool are the keys of its settings, and editors know each of them. */
class PropertyKeysTest {
  private static Set<String> keys(String prefix, Class<?> record) {
    Set<String> keys = new TreeSet<>();
    for (RecordComponent component : record.getRecordComponents()) {
      String key = prefix + component.getName();
      if (component.getType().isRecord()) {
        keys.addAll(keys(key + ".", component.getType()));
      } else if (component.getType() != Map.class) { // Maps have keys of their own.
        keys.add(key);
      }
    }
    return keys;
  }

  @Test
  void eachSettingHasAProperty() {
    assertThat(keys("", PoolProperties.class)).isEqualTo(names(PoolSettings.spec()));
  }

  @Test
  void eachSettingOfATenantAndOfAReceiverHasAProperty() {
    assertThat(keys("", TenantProperties.class)).isEqualTo(names(TenantSettings.spec()));
    assertThat(keys("", ReceiverProperties.class)).isEqualTo(names(ReceiverSettings.spec()));
  }

  private static Set<String> names(ConfigSpec spec) {
    return spec.keys().stream().map(ConfigKey::name).collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void editorsKnowThePropertiesWithASentenceOnEach() throws IOException {
    TreeMap<String, String> descriptions = new TreeMap<>();
    try (InputStream file = Objects.requireNonNull(CloudAdapterProperties.class.getResourceAsStream(
        "/META-INF/spring-configuration-metadata.json"))) {
      for (JsonNode property : new ObjectMapper().readTree(file).get("properties")) {
        descriptions.put(
            property.get("name").asText(), property.path("description").asText());
      }
    }

    descriptions.keySet().removeIf(name -> !name.startsWith("cloudadapter."));
    assertThat(descriptions)
        .containsOnlyKeys(
            "cloudadapter.enabled",
            "cloudadapter.data-directory",
            "cloudadapter.in-memory",
            "cloudadapter.accounts",
            "cloudadapter.notifications.receivers",
            "cloudadapter.pools",
            "cloudadapter.tenants");
    assertThat(descriptions.values()).allMatch(text -> text.endsWith("."));
  }
}

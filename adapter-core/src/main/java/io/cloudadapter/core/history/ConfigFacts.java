package io.cloudadapter.core.history;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.config.PoolConfig;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a pool's configuration says, as a few short texts, so that the history shows what has changed in it. */
final class ConfigFacts {
  private static final String PREFIX = "config.";

  private ConfigFacts() {}

  static Map<String, String> of(PoolConfig config) {
    Map<String, String> facts = new TreeMap<>();
    facts.put(PREFIX + "account", config.account());
    facts.put(PREFIX + "maxSize", "" + config.maxSize());
    facts.put(PREFIX + "minSize", "" + config.scaling().minSize());
    facts.put(PREFIX + "surge", "" + config.effectiveSurge());
    facts.put(PREFIX + "initialSize", "" + config.initialSize());
    facts.put(
        PREFIX + "zones", config.zones().isEmpty() ? "any" : String.join(",", config.zones()));
    facts.put(PREFIX + "victims", config.victims().name());
    facts.put(PREFIX + "bootDeadline", TimeSpan.text(config.bootDeadline()));
    facts.put(PREFIX + "launchesPerHour", "" + config.launchesPerHour());
    facts.put(PREFIX + "terminationsPerHour", "" + config.terminationsPerHour());
    facts.put(
        PREFIX + "hooks",
        config.hooks().isEmpty()
            ? "none"
            : config.hooks().stream().map(hook -> hook.name()).collect(Collectors.joining(",")));
    facts.put(
        PREFIX + "schedules",
        config.scaling().schedules().isEmpty()
            ? "none"
            : String.join(",", new TreeSet<>(config.scaling().schedules().keySet())));
    facts.put(
        PREFIX + "windows",
        config.disruption().windows().byName().isEmpty()
            ? "none"
            : String.join(",", config.disruption().windows().byName().keySet()));
    facts.replaceAll((name, text) -> text.length() <= 256 ? text : text.substring(0, 255) + "…");
    return facts;
  }

  /** The facts after such an event. */
  static Map<String, String> after(Map<String, String> before, Map<String, String> details) {
    Map<String, String> after = new TreeMap<>(before);
    after.replaceAll(
        (name, text) -> details.getOrDefault(name.substring(PREFIX.length()) + ".after", text));
    return after;
  }

  /** The event about what has changed since the pool was last kept by another configuration. */
  static Optional<EventDraft> changed(Map<String, String> before, Map<String, String> now) {
    Map<String, String> differ = new TreeMap<>();
    now.forEach((name, text) -> {
      String known = before.get(name);
      if (known != null && !Objects.equals(known, text)) {
        differ.put(name, known);
      }
    });
    if (differ.isEmpty()) {
      return Optional.empty();
    }
    String names = differ.keySet().stream()
        .map(name -> name.substring(PREFIX.length()))
        .collect(Collectors.joining(", "));
    EventDraft draft = new EventDraft(
        PoolEventKind.CONFIGURATION_CHANGED, "the configuration has changed: " + names);
    differ.forEach(
        (name, text) -> draft.change(name.substring(PREFIX.length()), text, now.get(name)));
    return Optional.of(draft);
  }
}

package io.cloudadapter.testkit;

import java.util.Map;
import java.util.Optional;

/** Rules that do not apply to clouds that size groups, because these have neither launches nor keys. */
final class KeylessRuleFilter {
  private static final String LAUNCHES = "it is about what a launch answers";
  private static final String KEYS = "it is about machines of one key";
  private static final String ZONES =
      "it is about zones, and a group chooses the zones of its machines";

  private static final Map<String, String> RULES = Map.ofEntries(
      Map.entry("MP-2.1", LAUNCHES),
      Map.entry("MP-2.2", KEYS),
      Map.entry("MP-2.3", KEYS),
      Map.entry("MP-2.4", KEYS),
      Map.entry("MP-2.5", KEYS),
      Map.entry("MP-2.6", KEYS),
      Map.entry("MP-2.10", LAUNCHES),
      Map.entry("MP-2.13", KEYS),
      Map.entry("MP-2.14", KEYS),
      Map.entry("MP-2.15", LAUNCHES),
      Map.entry("MP-2.16", ZONES),
      Map.entry("MP-2.17", KEYS),
      Map.entry("MP-2.8", LAUNCHES),
      Map.entry("MP-2.21", KEYS),
      Map.entry("MP-2.22", ZONES),
      Map.entry("MP-2.23", LAUNCHES),
      Map.entry("MP-3.18", ZONES),
      Map.entry("MP-3.10", KEYS),
      Map.entry("MP-7.1", KEYS),
      Map.entry("MP-12.72", LAUNCHES),
      Map.entry("MP-14.1", KEYS));

  private KeylessRuleFilter() {}

  /** Why a rule is none for such a cloud; empty if it is one. */
  static Optional<String> why(String rule) {
    return Optional.ofNullable(RULES.get(rule))
        .map(why -> "the adapter declares that its cloud sizes groups: " + why);
  }
}

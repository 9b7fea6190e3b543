package io.cloudadapter.api.scaling;

import java.util.Optional;

/** The syntax of the names of metrics. */
final class MetricName {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private MetricName() {}

  /** Checks a name, if there is one. */
  static void check(Optional<String> name) {
    if (name.isPresent() && !name.get().matches(NAME)) {
      throw new IllegalArgumentException(
          "a metric must have a name of 1 to 64 letters, digits, '.', '_' or '-', was: '"
              + PythonRepr.of(name.get()) + "'");
    }
  }

  /** Returns the name in a specification, if there is one. */
  static Optional<String> read(PolicyProperties spec) {
    Optional<String> name =
        spec.has("metric") ? Optional.ofNullable(spec.text("metric")) : Optional.empty();
    try {
      check(name);
      return name;
    } catch (IllegalArgumentException wrong) {
      spec.blame("metric", String.valueOf(wrong.getMessage()));
      return Optional.empty();
    }
  }
}

package io.cloudadapter.spring;

import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names each wrong property, in place of a stack trace, when an application does not start for them. */
final class ConfigFailureAnalyzer extends AbstractFailureAnalyzer<ConfigException> {
  /** The key under which the library misses a place for the ledger. */
  private static final String DATA = "data";

  @Override
  protected FailureAnalysis analyze(Throwable root, ConfigException cause) {
    List<ConfigError> faults =
        cause.faults().stream().map(ConfigFailureAnalyzer::asProperty).toList();
    return new FailureAnalysis(
        faults.stream()
            .map(ConfigError::toString)
            .collect(Collectors.joining("\n    ", "The pools cannot be opened:\n\n    ", "")),
        "Correct these properties. A file of properties may write maxSize as max-size, too.",
        cause);
  }

  /** The library's own checks name keys without the prefix of the properties. */
  private static ConfigError asProperty(ConfigError fault) {
    if (fault.key().equals(DATA)) {
      return new ConfigError(
          PropertyReader.PREFIX + "data-directory",
          "is missing: the directory of the ledger; in tests, cloudadapter.in-memory=true takes its"
              + " place");
    }
    return fault.key().startsWith(PropertyReader.PREFIX)
        ? fault
        : fault.under(PropertyReader.PREFIX);
  }
}

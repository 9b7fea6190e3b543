package io.cloudadapter.spring;

import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names each wrong property, in place of a stack trace, when an application does not start for them. */
final class ConfigFailureAnalyzer extends AbstractFailureAnalyzer<ConfigException> {
  @Override
  protected FailureAnalysis analyze(Throwable root, ConfigException cause) {
    String problems = cause.faults().stream()
        .map(ConfigError::toString)
        .collect(Collectors.joining("\n    ", "The pools cannot be opened:\n\n    ", ""));
    return new FailureAnalysis(
        problems,
        "Correct these properties. A file of properties may write maxSize as max-size, too.",
        cause);
  }
}

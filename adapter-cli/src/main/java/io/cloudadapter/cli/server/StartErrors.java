package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.spi.config.ConfigError;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Names the sections of the page that explains why a server refuses to start. */
final class StartErrors {
  static final String PAGE = RunbookPage.FOLDER + RunbookPage.START_ERRORS.file();

  private StartErrors() {}

  /**
   * The section for a key at fault.
   *
   * @param key as an error names it, for example {@code server.tls.key}
   * @return the anchor of the section; empty for a key that no configuration has, such as an option
   */
  static Optional<String> section(String key) {
    String first = key.split("[.:]", 2)[0];
    return switch (first) {
      case "(file)" -> Optional.of("file");
      case "data" -> Optional.of("data");
      case "store", "etcd", "--store", "--name", "--advertise-url" -> Optional.of("store-and-etcd");
      case "server", "--port" -> Optional.of("server");
      case "accounts" -> Optional.of("accounts");
      case "pools", "tenants", "defaultPool" -> Optional.of("pools-tenants-and-defaultpool");
      case "notifications",
          "cloudprovider",
          "clusterAutoscaler",
          "healthCommands",
          "healthHosts",
          "history" -> Optional.of("notifications-cloudprovider-clusterautoscaler-and-history");
      default -> Optional.empty();
    };
  }

  /**
   * Where to read on about some errors.
   *
   * @param errors the errors
   * @return the page with the sections, and the commands that print them, without a full stop
   */
  static String hint(Collection<ConfigError> errors) {
    Set<String> sections = new TreeSet<>();
    errors.forEach(error -> section(error.key()).ifPresent(sections::add));
    if (sections.isEmpty()) {
      return PAGE + " explains each refusal: " + command("");
    }
    return PAGE + "#" + String.join(", #", sections)
        + (sections.size() == 1 ? " explains this refusal: " : " explain these refusals: ")
        + sections.stream().map(name -> command("#" + name)).collect(Collectors.joining(", "));
  }

  private static String command(String section) {
    return ProgramName.text() + " explain " + RunbookPage.START_ERRORS.file() + section;
  }
}

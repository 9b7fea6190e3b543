package io.cloudadapter.server.jetty;

import io.cloudadapter.spi.LibraryVersions;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of Jetty that this server works with. It names classes of Jetty as text, so that it works where
 * Jetty's classes do not fit together.
 */
public final class JettyVersions {
  static final LibraryVersions NEEDED = new LibraryVersions(
      "Jetty",
      "12.1",
      "12.1.14",
      "org.eclipse.jetty:jetty-bom",
      Map.of(
          "jetty-server", "org.eclipse.jetty.server.Server",
          "jetty-http", "org.eclipse.jetty.http.HttpFields",
          "jetty-io", "org.eclipse.jetty.io.Connection",
          "jetty-util", "org.eclipse.jetty.util.Callback"));

  private JettyVersions() {}

  /**
   * Why the Jetty on the path cannot be used.
   *
   * @return a sentence with the version found, the version needed and what to do; empty if it can be used
   */
  public static Optional<String> problem() {
    return NEEDED.problem(JettyVersions.class.getClassLoader());
  }
}

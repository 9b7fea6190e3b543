package io.cloudadapter.webhook;

import io.cloudadapter.spi.LibraryVersions;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of Jetty's client that webhooks work with. It names classes of Jetty as text, so that it can answer
 * where Jetty's classes do not fit together.
 */
final class JettyVersions {
  static final LibraryVersions NEEDED = new LibraryVersions(
      "Jetty",
      "12.1",
      "12.1.14",
      "org.eclipse.jetty:jetty-bom",
      Map.of(
          "jetty-client", "org.eclipse.jetty.client.HttpClient",
          "jetty-http", "org.eclipse.jetty.http.HttpFields",
          "jetty-io", "org.eclipse.jetty.io.Connection",
          "jetty-util", "org.eclipse.jetty.util.Callback"));

  private JettyVersions() {}

  /** Why the Jetty on the path cannot be used; empty if it can. */
  static Optional<String> problem() {
    return NEEDED.problem(JettyVersions.class.getClassLoader());
  }
}

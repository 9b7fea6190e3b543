package io.cloudadapter.server.senlin;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.options.SenlinCatalog;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/** The URLs of this server in documents for clients: as configured, else as the client calls the server. */
final class ServerUrls {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9.\\-]+(:[0-9]{1,5})?|\\[[0-9A-Fa-f:.]+\\](:[0-9]{1,5})?");

  private final SenlinCatalog catalog;
  private final String scheme;

  /**
   * The URLs of one server.
   *
   * @param catalog what is configured
   * @param secure whether the server is reached by HTTPS
   */
  ServerUrls(SenlinCatalog catalog, boolean secure) {
    this.catalog = catalog;
    this.scheme = secure ? "https" : "http";
  }

  /** A path of this server for clients that ask for an interface. */
  String of(Endpoint endpoint, RequestHead head, String path) {
    Optional<URI> configured = switch (endpoint) {
      case PUBLIC -> catalog.publicUrl();
      case INTERNAL -> catalog.internalUrl();
      case ADMIN -> catalog.adminUrl();
    };
    return configured.map(URI::toString).orElseGet(() -> asCalled(head)) + path;
  }

  /** Where a document is itself, and others beside it: by the public URL if there is one, as in Keystone. */
  String self(RequestHead head, String path) {
    return of(Endpoint.PUBLIC, head, path);
  }

  /** Only the Host header contains the address that the client used. */
  private String asCalled(RequestHead head) {
    String host = head.header("Host").orElse("localhost");
    if (!HOST.matcher(host).matches()) {
      throw HttpError.badRequest("header Host must be a host, with a port if need be", "");
    }
    return scheme + "://" + host;
  }

  /** The interfaces of a catalog. */
  enum Endpoint {
    PUBLIC,
    INTERNAL,
    ADMIN
  }
}

package io.cloudadapter.server;

import io.cloudadapter.server.browser.ConsoleAuthenticator;
import io.cloudadapter.server.browser.ConsoleRoutes;
import io.cloudadapter.server.browser.ConsoleSessions;
import io.cloudadapter.server.browser.ConsoleStanding;
import io.cloudadapter.server.console.ConsoleFiles;
import io.cloudadapter.server.http.Authenticator;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ConsolePlace;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.options.TlsConfig;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The web console of a server, if its module is on the path and the settings do not leave it out. */
@ReadsSystemClock
final class ConsoleAssembly {
  private static final int ID_BYTES = 32;

  private final Optional<ConsoleFiles> files;
  private final ConsoleSessions sessions;
  private final ServerCredentials credentials;
  private final boolean secure;
  private final Predicate<Caller> stands;

  ConsoleAssembly(
      AdapterServer.Builder settings,
      ServerCredentials credentials,
      TlsConfig secured,
      Predicate<Caller> stands) {
    this.files = settings.access.console()
        ? ServiceLoader.load(ConsoleFiles.class).findFirst()
        : Optional.empty();
    SecureRandom random = new SecureRandom();
    this.sessions = new ConsoleSessions(() -> newId(random), settings.clock);
    this.credentials = credentials;
    this.secure = !(secured instanceof TlsConfig.Off);
    this.stands = stands;
  }

  private static String newId(SecureRandom random) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  private ConsoleAuthenticator authenticator(Authenticator otherwise) {
    return new ConsoleAuthenticator(sessions, secure, credentials.gate(secure), otherwise, stands);
  }

  /** Whether a caller that watches still has its session or its credential. */
  Predicate<Caller> standing() {
    return new ConsoleStanding(sessions, stands);
  }

  /** Identifies callers by sessions where pages of the console ask, before another authenticator. */
  Authenticator before(Authenticator otherwise) {
    return files.isPresent() ? authenticator(otherwise) : otherwise;
  }

  /** Splits the paths of the API at the console, before another split. */
  UnaryOperator<RequestHead> places(UnaryOperator<RequestHead> otherwise) {
    if (files.isEmpty()) {
      return otherwise;
    }
    return head -> {
      RequestHead split = ConsolePlace.split(head);
      return ConsolePlace.isApi(split) ? split : otherwise.apply(head);
    };
  }

  List<HttpRoute> routes() {
    return files
        .map(found -> new ConsoleRoutes(
                found.files(), sessions, authenticator(credentials.gate(secure)), secure)
            .routes())
        .orElse(List.of());
  }
}

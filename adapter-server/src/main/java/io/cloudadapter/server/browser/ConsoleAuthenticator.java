package io.cloudadapter.server.browser;

import io.cloudadapter.server.http.Authenticator;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ConsolePlace;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Identifies the callers of the API at the console by their sessions, and all others by their credentials. A session
 * gives no more than its credential gives at that moment. Any number of threads may use it.
 */
public final class ConsoleAuthenticator implements Authenticator {
  private static final String CHALLENGE = "WWW-Authenticate";

  private final ConsoleSessions sessions;
  private final SessionCookie cookie;
  private final Authenticator credentials;
  private final Authenticator otherwise;
  private final Predicate<Caller> stands;

  /**
   * An authenticator in front of another one.
   *
   * @param sessions the sessions
   * @param secure whether the server is reached by HTTPS
   * @param credentials identifies a caller by token, certificate or loopback
   * @param otherwise identifies the callers of all other requests
   * @param stands whether a caller still has its token and its rights
   */
  public ConsoleAuthenticator(
      ConsoleSessions sessions,
      boolean secure,
      Authenticator credentials,
      Authenticator otherwise,
      Predicate<Caller> stands) {
    this.sessions = sessions;
    this.cookie = new SessionCookie(secure);
    this.credentials = credentials;
    this.otherwise = otherwise;
    this.stands = stands;
  }

  @Override
  public Caller caller(RequestHead head) {
    if (ConsolePlace.isApi(head)) {
      ConsolePlace.requireOwnRead(head);
      return session(head).map(ConsoleSession::asking).orElseThrow(ConsoleAuthenticator::signedOut);
    }
    if (!head.path().equals(ConsolePlace.SESSION)) {
      return otherwise.caller(head);
    }
    try {
      return otherwise.caller(head);
    } catch (HttpError e) {
      throw e.reply().status() == 401 ? quiet(e) : e;
    }
  }

  /** The session of a request, as long as its credential lasts. */
  Optional<ConsoleSession> session(RequestHead head) {
    Optional<String> id = cookie.read(head);
    Optional<ConsoleSession> session = id.flatMap(sessions::find);
    if (session.isPresent() && !lasts(session.get(), head)) {
      id.ifPresent(sessions::end);
      return Optional.empty();
    }
    return session;
  }

  private boolean lasts(ConsoleSession session, RequestHead head) {
    return session.by() == SignIn.TOKEN
        ? stands.test(session.caller())
        : withoutToken(head).filter(session.caller()::equals).isPresent();
  }

  /** The caller of a request by its connection alone: its certificate, or loopback if the server has no credentials. */
  Optional<Caller> withoutToken(RequestHead head) {
    try {
      return Optional.of(credentials.caller(new RequestHead(
          head.id(),
          head.method(),
          head.path(),
          head.query(),
          name -> name.equalsIgnoreCase("Authorization")
              ? List.of()
              : head.headers().apply(name),
          head.carriesBody(),
          head.length(),
          head.certificate(),
          head.source())));
    } catch (HttpError e) {
      return Optional.empty();
    }
  }

  private static HttpError signedOut() {
    String message = "there is no session, or it has ended";
    return HttpError.of(
        HttpReply.error(401, message, "sign in at " + ConsolePlace.ROOT)
            .with(CHALLENGE, "Session realm=\"cloud adapter\""),
        message);
  }

  /** Browsers open a window of their own for the challenges that they know. */
  private static HttpError quiet(HttpError refused) {
    return HttpError.of(
        refused.reply().with(CHALLENGE, "Session realm=\"cloud adapter\""),
        String.valueOf(refused.getMessage()));
  }
}

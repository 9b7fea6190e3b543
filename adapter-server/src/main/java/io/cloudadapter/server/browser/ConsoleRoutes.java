package io.cloudadapter.server.browser;

import com.google.common.hash.Hashing;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.server.console.ConsoleFile;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ConsolePlace;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.options.Role;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The console's own routes: its files, and {@code /console/session}, where a page begins a session by a token, a client
 * certificate, or nothing if the server has no credentials. The token comes in the header Authorization, as
 * everywhere; the page keeps a cookie for it.
 */
public final class ConsoleRoutes {
  /** The page loads from this server alone, runs no script but its files, and is in no frame. */
  private static final Map<String, String> SAFE = Map.of(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'",
      "Referrer-Policy",
      "no-referrer",
      "Cross-Origin-Opener-Policy",
      "same-origin",
      "Cross-Origin-Resource-Policy",
      "same-origin",
      "X-Frame-Options",
      "DENY",
      "Permissions-Policy",
      "camera=(), geolocation=(), microphone=()",
      "Cache-Control",
      "no-cache");

  private static final String INDEX = "index.html";

  private final Map<String, HttpReply> files = new LinkedHashMap<>();
  private final ConsoleSessions sessions;
  private final ConsoleAuthenticator authenticator;
  private final SessionCookie cookie;

  /**
   * Routes to some files.
   *
   * @param files the files
   * @param sessions the sessions
   * @param authenticator identifies the caller of a session
   * @param secure whether the server is reached by HTTPS
   */
  public ConsoleRoutes(
      List<ConsoleFile> files,
      ConsoleSessions sessions,
      ConsoleAuthenticator authenticator,
      boolean secure) {
    for (ConsoleFile file : files) {
      Map<String, String> headers = new LinkedHashMap<>(SAFE);
      headers.put("Content-Type", file.contentType());
      headers.put("ETag", '"' + Hashing.sha256().hashBytes(file.bytes()).toString() + '"');
      this.files.put(file.path(), new HttpReply(200, headers, file.bytes()));
    }
    this.sessions = sessions;
    this.authenticator = authenticator;
    this.cookie = new SessionCookie(secure);
  }

  /**
   * The routes.
   *
   * @return those of sessions, then those of files
   */
  public List<HttpRoute> routes() {
    Optional<Role> anybody = Optional.empty();
    return HttpRoute.reaching(
        RouteReach.CALLER,
        List.of(
            new HttpRoute("GET", ConsolePlace.SESSION, anybody, ExecutionLane.READ, this::show),
            new HttpRoute(
                "POST",
                ConsolePlace.SESSION,
                Optional.of(Role.READ),
                ExecutionLane.READ,
                this::begin),
            new HttpRoute("DELETE", ConsolePlace.SESSION, anybody, ExecutionLane.READ, this::end),
            new HttpRoute(
                "GET",
                ConsolePlace.ROOT,
                anybody,
                ExecutionLane.AT_ONCE,
                request -> file(request, INDEX)),
            new HttpRoute(
                "GET",
                ConsolePlace.ROOT + "/{file...}",
                anybody,
                ExecutionLane.AT_ONCE,
                request -> file(request, request.parameter("file")))));
  }

  private HttpReply file(HttpRequest request, String path) {
    HttpReply whole = files.get(path.isEmpty() ? INDEX : path);
    if (whole == null) {
      throw HttpError.of(
          404, "the console has no file " + SafeText.quoted(path), "it begins at /console");
    }
    boolean known = request.head().headers().apply("If-None-Match").stream()
        .anyMatch(tags -> tags.contains(whole.headers().getOrDefault("ETag", "")));
    return known ? new HttpReply(304, whole.headers(), new byte[0]) : whole;
  }

  private HttpReply begin(HttpRequest request) {
    RequestHead head = own(request);
    Caller caller = request.caller();
    SignIn by = SignIn.TOKEN;
    if (head.headers().apply("Authorization").isEmpty()) {
      by = head.certificate().isPresent() ? SignIn.CERTIFICATE : SignIn.NONE;
    }
    cookie.read(head).ifPresent(sessions::end);
    String id = sessions.begin(caller, by);
    ConsoleSession session = sessions.find(id).orElseThrow();
    return HttpReply.json(201, message(session)).with("Set-Cookie", cookie.set(head, id));
  }

  /** What a page needs to offer a person what the session allows, or a way to sign in. */
  private HttpReply show(HttpRequest request) {
    RequestHead head = own(request);
    ConsolePlace.requireOwnRead(head);
    Optional<ConsoleSession> session = authenticator.session(head);
    if (session.isPresent()) {
      return HttpReply.json(200, message(session.get()));
    }
    Optional<String> without = authenticator
        .withoutToken(head)
        .map(caller -> head.certificate().isPresent() ? SignIn.CERTIFICATE : SignIn.NONE)
        .map(SignIn::word);
    return HttpReply.json(200, MessageFields.of("signedIn", false, "withoutToken", without));
  }

  private HttpReply end(HttpRequest request) {
    RequestHead head = own(request);
    cookie.read(head).ifPresent(sessions::end);
    return HttpReply.empty(204).with("Set-Cookie", cookie.clear(head));
  }

  /** A session begins no other one: it would never end then. */
  private static RequestHead own(HttpRequest request) {
    if (ConsolePlace.isApi(request.head())) {
      throw HttpError.of(404, "the API has no sessions of the console", "");
    }
    return request.head();
  }

  private static Map<String, Object> message(ConsoleSession session) {
    Caller caller = session.caller();
    return MessageFields.of(
        "signedIn", true,
        "caller", caller.name(),
        "role", caller.role().name().toLowerCase(Locale.ROOT),
        "by", session.by().word(),
        "everyPool", caller.scope().pools().isEmpty(),
        "verbs",
            Arrays.stream(PoolVerb.values())
                .filter(caller.scope()::allows)
                .map(PoolVerb::word)
                .toList(),
        "ends", session.ends());
  }
}

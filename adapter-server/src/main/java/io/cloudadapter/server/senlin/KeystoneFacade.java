package io.cloudadapter.server.senlin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.VersionList;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.server.security.SessionTokens;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of an identity service that Senlin's clients need: the name of a bearer token is the user (or the
 * application credential), the bearer token is the password (or the secret). Roles are those of the token.
 */
public final class KeystoneFacade implements VersionList {
  private static final String SUBJECT = "X-Subject-Token";
  private static final String METHODS = "password, application_credential and token";

  private final SessionTokens sessions;
  private final ServerUrls urls;
  private final TokenDocument documents;

  /**
   * An identity service.
   *
   * @param sessions begins sessions
   * @param catalog what the service catalog names
   * @param secure whether the server is reached by HTTPS
   */
  public KeystoneFacade(SessionTokens sessions, SenlinCatalog catalog, boolean secure) {
    this.sessions = sessions;
    this.urls = new ServerUrls(catalog, secure);
    this.documents = new TokenDocument(catalog.region(), urls);
  }

  /**
   * The routes.
   *
   * @return the version document, and where sessions begin, are looked at and end
   */
  public List<HttpRoute> routes() {
    Optional<Role> read = Optional.of(Role.READ);
    List<HttpRoute> routes = List.of(
        new HttpRoute("GET", "/v3", Optional.empty(), ExecutionLane.AT_ONCE, this::version),
        new HttpRoute("GET", "/v3/", Optional.empty(), ExecutionLane.AT_ONCE, this::version),
        new HttpRoute("POST", "/v3/auth/tokens", Optional.empty(), ExecutionLane.READ, this::begin),
        new HttpRoute("GET", "/v3/auth/tokens", read, ExecutionLane.READ, this::look),
        new HttpRoute("DELETE", "/v3/auth/tokens", read, ExecutionLane.READ, this::revoke));
    return HttpRoute.reaching(RouteReach.CALLER, routes);
  }

  @Override
  public void write(RequestHead head, JsonGenerator json) throws IOException {
    json.writeFieldName("versions");
    ResourceRow.write(json, Map.of("values", List.of(document(head))));
  }

  @Override
  public String preferred(RequestHead head) {
    return urls.self(head, "/v3/");
  }

  private HttpReply version(HttpRequest request) {
    return ResourceRow.reply(200, Map.of("version", document(request.head())));
  }

  private Map<String, Object> document(RequestHead head) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("id", "v3.14");
    document.put("status", "stable");
    document.put("updated", "2020-04-07T00:00:00Z");
    document.put("links", List.of(Map.of("rel", "self", "href", preferred(head))));
    document.put(
        "media-types",
        List.of(Map.of(
            "base", "application/json", "type", "application/vnd.openstack.identity-v3+json")));
    return document;
  }

  private HttpReply begin(HttpRequest request) {
    RequestHead head = request.head();
    JsonBody auth = SenlinBodies.object(SenlinBodies.read(request.body()), "auth");
    JsonBody identity = SenlinBodies.object(auth, "identity");
    List<String> methods = SenlinBodies.texts(identity, "methods");
    if (methods.size() != 1) {
      throw HttpError.badRequest("'methods' must be one method, was: " + methods.size(), "");
    }
    String method = methods.get(0);
    SessionTokens.Session session = switch (method) {
      case "password" -> {
        JsonBody user = SenlinBodies.object(SenlinBodies.object(identity, "password"), "user");
        yield sessions.begin(head, method, name(user), SenlinBodies.text(user, "password"));
      }
      case "application_credential" -> {
        JsonBody credential = SenlinBodies.object(identity, "application_credential");
        yield sessions.begin(
            head, method, name(credential), SenlinBodies.text(credential, "secret"));
      }
      case "token" ->
        sessions.renew(
            head, method, SenlinBodies.text(SenlinBodies.object(identity, "token"), "id"));
      default ->
        throw HttpError.of(
            401,
            "this server takes the methods " + METHODS + " only",
            "set OS_AUTH_TYPE to v3password, v3applicationcredential or v3token");
    };
    return reply(201, session, head);
  }

  private static String name(JsonBody who) {
    return who.text("name").orElseGet(() -> SenlinBodies.text(who, "id"));
  }

  private HttpReply look(HttpRequest request) {
    return reply(200, subject(request), request.head());
  }

  private HttpReply revoke(HttpRequest request) {
    sessions.revoke(subject(request));
    return HttpReply.empty(204).with("Vary", "X-Auth-Token");
  }

  /** The session that a request is about: the caller's own, or for admins anybody's. */
  private SessionTokens.Session subject(HttpRequest request) {
    String token = request
        .head()
        .header(SUBJECT)
        .orElseThrow(() -> HttpError.badRequest(
            "header " + SUBJECT + " must hold the token that " + request.head().method()
                + " /v3/auth/tokens is about",
            ""));
    SessionTokens.Session session = sessions
        .find(request.head(), token)
        .orElseThrow(() -> HttpError.of(
            404,
            "the token in " + SUBJECT + " is none of a session of this server, or has ended",
            "a bearer token of the configuration is revoked there"));
    boolean own = session.caller().principal().equals(request.caller().principal());
    Caller caller = request.caller();
    if (!own && (!caller.role().covers(Role.ADMIN) || caller.scope().isLimited())) {
      throw HttpError.of(
          403,
          "the session of another user is for role admin in all pools only",
          "nothing was changed");
    }
    return session;
  }

  private HttpReply reply(int status, SessionTokens.Session session, RequestHead head) {
    Map<String, @Nullable Object> token = documents.of(session, head, !has(head, "nocatalog"));
    return ResourceRow.reply(status, Map.of("token", token))
        .with(SUBJECT, session.token())
        .with("Vary", "X-Auth-Token");
  }

  private static boolean has(RequestHead head, String parameter) {
    List<String> pairs = new ArrayList<>();
    head.query().ifPresent(query -> pairs.addAll(Arrays.asList(query.split("&", -1))));
    return pairs.stream().anyMatch(pair -> pair.split("=", 2)[0].equals(parameter));
  }

  /** A role as Keystone's clients read it. */
  static String role(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}

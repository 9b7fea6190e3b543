package io.cloudadapter.server.senlin;

import io.cloudadapter.server.Role;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.Lane;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.Route;
import io.cloudadapter.server.security.Sessions;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * As much of an identity service as Senlin's clients need: the name of a bearer token is the user (or the
 * application credential), the bearer token is the password (or the secret). Roles are those of the token.
 */
public final class Identity {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9.\\-]+(:[0-9]{1,5})?|\\[[0-9A-Fa-f:.]+\\](:[0-9]{1,5})?");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
          "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
      .withZone(ZoneOffset.UTC);

  private final Sessions sessions;
  private final String scheme;

  /**
   * An identity service.
   *
   * @param sessions begins sessions
   * @param secure whether the server is reached by HTTPS
   */
  public Identity(Sessions sessions, boolean secure) {
    this.sessions = sessions;
    this.scheme = secure ? "https" : "http";
  }

  /**
   * The routes.
   *
   * @return the versions document, and where sessions begin
   */
  public List<Route> routes() {
    return List.of(
        new Route("GET", "/v3", Optional.empty(), Lane.AT_ONCE, this::version),
        new Route("GET", "/v3/", Optional.empty(), Lane.AT_ONCE, this::version),
        new Route("POST", "/v3/auth/tokens", Optional.empty(), Lane.READ, this::begin));
  }

  private HttpReply version(HttpRequest request) {
    return Row.reply(
        200,
        Map.of(
            "version",
            Map.of(
                "id",
                "v3.14",
                "status",
                "stable",
                "links",
                List.of(Map.of("rel", "self", "href", url(request.head(), "/v3/"))),
                "media-types",
                List.of())));
  }

  private HttpReply begin(HttpRequest request) {
    Body identity = Body.read(request.body()).object("auth").object("identity");
    List<String> methods = identity.texts("methods");
    if (methods.size() != 1) {
      throw HttpError.badRequest("'methods' must be one method, was: " + methods.size(), "");
    }
    Login login = switch (methods.get(0)) {
      case "password" -> {
        Body user = identity.object("password").object("user");
        yield new Login(name(user), user.text("password"));
      }
      case "application_credential" -> {
        Body credential = identity.object("application_credential");
        yield new Login(name(credential), credential.text("secret"));
      }
      default ->
        throw HttpError.of(
            401,
            "this server takes the methods password and application_credential only",
            "set OS_AUTH_TYPE to v3password or v3applicationcredential");
    };
    Sessions.Session session = sessions.begin(request.head(), login.name, login.secret);
    return Row.reply(201, Map.of("token", token(methods, session, request.head())))
        .with("X-Subject-Token", session.token())
        .with("Vary", "X-Auth-Token");
  }

  private static String name(Body who) {
    return who.maybeText("name").orElseGet(() -> who.text("id"));
  }

  private Map<String, @Nullable Object> token(
      List<String> methods, Sessions.Session session, RequestHead head) {
    Map<String, String> domain = Map.of("id", Project.DOMAIN, "name", "Default");
    String role = role(session.caller().role());
    Map<String, @Nullable Object> token = new LinkedHashMap<>();
    token.put("methods", methods);
    token.put("issued_at", TIME.format(session.begins()));
    token.put("expires_at", TIME.format(session.ends()));
    token.put("audit_ids", List.of());
    token.put("user", Map.of("id", session.name(), "name", session.name(), "domain", domain));
    token.put("project", Map.of("id", Project.NAME, "name", Project.NAME, "domain", domain));
    token.put("is_domain", false);
    token.put("roles", List.of(Map.of("id", role, "name", role)));
    token.put(
        "catalog",
        List.of(
            service("identity", "keystone", url(head, "/v3")),
            service("clustering", "senlin", url(head, "/v1"))));
    return token;
  }

  private static String role(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> service(String type, String name, String url) {
    return Map.of(
        "id", type,
        "type", type,
        "name", name,
        "endpoints",
            List.of(Map.of(
                "id",
                type + "-public",
                "interface",
                "public",
                "region",
                Project.REGION,
                "region_id",
                Project.REGION,
                "url",
                url)));
  }

  /** The server as the client calls it, since only the client knows which way it came. */
  private String url(RequestHead head, String path) {
    String host = head.header("Host").orElse("localhost");
    if (!HOST.matcher(host).matches()) {
      throw HttpError.badRequest("header Host must be a host, with a port if need be", "");
    }
    return scheme + "://" + host + path;
  }

  private static final class Login {
    private final String name;
    private final String secret;

    Login(String name, String secret) {
      this.name = name;
      this.secret = secret;
    }
  }
}

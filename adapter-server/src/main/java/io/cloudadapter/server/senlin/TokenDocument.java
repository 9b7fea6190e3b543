package io.cloudadapter.server.senlin;

import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.security.SessionTokens;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session as Keystone's clients read it, with the catalog that leads them to the clustering API. */
final class TokenDocument {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
          "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
      .withZone(ZoneOffset.UTC);

  private final String region;
  private final ServerUrls urls;

  TokenDocument(String region, ServerUrls urls) {
    this.region = region;
    this.urls = urls;
  }

  Map<String, @Nullable Object> of(
      SessionTokens.Session session, RequestHead head, boolean catalog) {
    Map<String, String> domain = Map.of("id", SingleProject.DOMAIN, "name", "Default");
    String role = KeystoneFacade.role(session.caller().role());
    Map<String, @Nullable Object> token = new LinkedHashMap<>();
    token.put("methods", List.of(session.method()));
    token.put("issued_at", TIME.format(session.begins()));
    token.put("expires_at", TIME.format(session.ends()));
    token.put("audit_ids", List.of(session.auditId()));
    token.put("user", Map.of("id", session.name(), "name", session.name(), "domain", domain));
    token.put(
        "project", Map.of("id", SingleProject.NAME, "name", SingleProject.NAME, "domain", domain));
    token.put("is_domain", false);
    token.put("roles", List.of(Map.of("id", role, "name", role)));
    if (catalog) {
      token.put(
          "catalog",
          List.of(
              service("identity", "keystone", head, "/v3"),
              service("clustering", "senlin", head, EndpointPaths.ENDPOINT)));
    }
    return token;
  }

  private Map<String, Object> service(String type, String name, RequestHead head, String path) {
    List<Map<String, String>> endpoints = new ArrayList<>();
    for (ServerUrls.Endpoint endpoint : ServerUrls.Endpoint.values()) {
      String word = endpoint.name().toLowerCase(Locale.ROOT);
      endpoints.add(Map.of(
          "id", type + "-" + word,
          "interface", word,
          "region", region,
          "region_id", region,
          "url", urls.of(endpoint, head, path)));
    }
    return Map.of("id", type, "type", type, "name", name, "endpoints", endpoints);
  }
}

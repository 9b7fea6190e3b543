package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tokens, and the catalogue that comes with them. */
final class FakeKeystone {
  static final String USER = "demo";
  static final String PASSWORD = "fake-password-0451";
  static final String CREDENTIAL = "497a0ea1a2f0485f92c83dee53d34e9d";
  static final String CREDENTIAL_SECRET = "fake-credential-secret-0451";
  static final String PROJECT = "099f1ef9c82d427a90cb9017dc1af947";
  private static final Duration LIFETIME = Duration.ofHours(1);
  private static final String REQUIRED = "The request you have made requires authentication.";

  private final InstantSource clock;
  private final String address;
  private boolean cinder;
  private final Set<String> absent = new HashSet<>();
  private final Map<String, Instant> tokens = new HashMap<>();
  private String project = PROJECT;
  private String password = PASSWORD;
  private int made;

  FakeKeystone(InstantSource clock, String address) {
    this.clock = clock;
    this.address = address;
  }

  /** A token, and what is said of it. */
  record Login(String token, ObjectNode body) {}

  synchronized Login login(JsonNode order) {
    JsonNode identity = order.path("auth").path("identity");
    boolean known = switch (identity.path("methods").path(0).asText()) {
      case "password" -> isUser(identity.path("password").path("user"));
      case "application_credential" -> isCredential(identity.path("application_credential"));
      case "token" -> tokens.containsKey(identity.path("token").path("id").asText());
      default -> throw OpenStackRefusal.keystone(400, "no such method");
    };
    if (!known) {
      throw OpenStackRefusal.keystone(401, REQUIRED);
    }
    String token = String.format(Locale.ROOT, "gAAAAAfake%020d", ++made);
    tokens.put(token, clock.instant().plus(LIFETIME));
    return new Login(token, described(token));
  }

  private boolean isUser(JsonNode user) {
    return user.path("name").asText().equals(USER)
        && user.path("domain").path("id").asText("default").equals("default")
        && user.path("password").asText().equals(password);
  }

  private static boolean isCredential(JsonNode credential) {
    return credential.path("id").asText().equals(CREDENTIAL)
        && credential.path("secret").asText().equals(CREDENTIAL_SECRET);
  }

  synchronized void check(@Nullable String token) {
    Instant until = tokens.get(String.valueOf(token));
    if (until == null || !clock.instant().isBefore(until)) {
      throw OpenStackRefusal.keystone(401, REQUIRED);
    }
  }

  synchronized ObjectNode described(@Nullable String token) {
    Instant until = tokens.get(String.valueOf(token));
    if (until == null) {
      throw OpenStackRefusal.keystone(404, "Could not find token.");
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode told = body.putObject("token");
    told.put("issued_at", until.minus(LIFETIME).toString()).put("expires_at", until.toString());
    told.putObject("project").put("id", project).put("name", "demo");
    ArrayNode catalogue = told.putArray("catalog");
    service(catalogue, "compute", "/compute/v2.1");
    service(catalogue, "network", "/network");
    service(catalogue, "image", "/image");
    service(catalogue, "load-balancer", "/load-balancer");
    service(catalogue, "container-infra", "/container-infra");
    service(catalogue, "messaging", "/messaging");
    if (cinder) {
      service(catalogue, "volumev3", "/volume/v3");
    }
    return body;
  }

  private void service(ArrayNode catalogue, String type, String path) {
    if (absent.contains(type)) {
      return;
    }
    ObjectNode service = catalogue.addObject().put("type", type);
    ArrayNode endpoints = service.putArray("endpoints");
    for (String region : new String[] {"RegionOne", "RegionTwo"}) {
      for (String side : new String[] {"public", "internal"}) {
        endpoints
            .addObject()
            .put("interface", side)
            .put("region", region)
            .put("region_id", region)
            // The others have no server.
            .put(
                "url",
                region.equals("RegionOne") && side.equals("public")
                    ? address + path
                    : "http://127.0.0.1:9" + path);
      }
    }
  }

  synchronized void withCinder() {
    cinder = true;
  }

  synchronized void without(String service) {
    boolean unused = absent.add(service);
  }

  synchronized void expire() {
    tokens.clear();
  }

  synchronized void project(String id) {
    project = id;
  }

  synchronized void password(String text) {
    password = text;
  }
}

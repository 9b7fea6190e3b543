package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a login gave: a token, for how long, and where the services are.
 *
 * @param token what requests carry
 * @param project the id of the project that it reaches
 * @param lifetime from the login on, by Keystone's own clock
 * @param login what was asked with
 */
public record AuthToken(
    Secret token, String project, Duration lifetime, List<Endpoint> catalogue, AuthRequest login) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /** One address in a catalogue. */
  record Endpoint(String type, String region, String side, String url) {}

  /** Reads the answer to a login; empty if it has no token that is good for a project. */
  static Optional<AuthToken> read(AuthRequest login, OpenStackResponse reply) {
    JsonNode token = reply.body().map(body -> body.path("token")).orElse(null);
    if (token == null || reply.token().isEmpty() || !token.path("catalog").isArray()) {
      return Optional.empty();
    }
    Optional<String> project = OpenStackResponse.text(token.path("project"), "id");
    Optional<Instant> issued = OpenStackResponse.text(token, "issued_at").flatMap(AuthToken::time);
    Optional<Instant> expires =
        OpenStackResponse.text(token, "expires_at").flatMap(AuthToken::time);
    if (project.isEmpty() || issued.isEmpty() || expires.isEmpty()) {
      return Optional.empty();
    }
    Duration lifetime = Duration.between(issued.get(), expires.get());
    return Optional.of(new AuthToken(
        reply.token().get(),
        project.get(),
        lifetime.compareTo(LONGEST) > 0 ? LONGEST : lifetime,
        endpoints(token.path("catalog")),
        login));
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static List<Endpoint> endpoints(JsonNode catalogue) {
    List<Endpoint> endpoints = new ArrayList<>();
    for (JsonNode service : catalogue) {
      for (JsonNode each : service.path("endpoints")) {
        endpoints.add(new Endpoint(
            service.path("type").asText(""),
            each.path("region_id").asText(each.path("region").asText("")),
            each.path("interface").asText(""),
            each.path("url").asText("")));
      }
    }
    return List.copyOf(endpoints);
  }

  /** Whether the catalogue has a service of this type anywhere. */
  public boolean offers(String type) {
    return catalogue.stream().anyMatch(endpoint -> endpoint.type().equals(type));
  }

  /** Where a service is, ready for paths to be added. */
  String base(ServiceType service) {
    return service == ServiceType.IDENTITY
        ? login.address()
        : service.base(endpoint(service).url());
  }

  /** The region of our machines. */
  public String region() {
    return endpoint(ServiceType.COMPUTE).region();
  }

  private Endpoint endpoint(ServiceType service) {
    List<Endpoint> there = catalogue.stream()
        .filter(endpoint -> endpoint.type().equals(service.type))
        .filter(endpoint -> endpoint.side().equals(login.side()))
        .toList();
    TreeSet<String> regions = new TreeSet<>();
    there.forEach(endpoint -> regions.add(endpoint.region()));
    if (regions.size() > 1 && login.region().isEmpty()) {
      throw refusal(Kind.INVALID, "region is missing: the cloud has " + regions);
    }
    return there.stream()
        .filter(endpoint -> login.region().orElse(endpoint.region()).equals(endpoint.region()))
        .findFirst()
        .orElseThrow(() -> refusal(
            Kind.UNSUPPORTED,
            "the catalogue has no " + login.side() + " address of the service " + service.type
                + login.region().map(region -> " in region " + region).orElse("")
                + (regions.isEmpty() ? "" : "; it has it in " + regions)));
  }

  private static CloudException refusal(Kind kind, String message) {
    return CloudException.of(kind, Effect.NONE, message).build();
  }
}

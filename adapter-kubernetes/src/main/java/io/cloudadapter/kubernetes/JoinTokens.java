package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.spi.BootstrapSource;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Makes a bootstrap token of kubeadm for each launch, and reads what else {@code kubeadm join} needs. The token is a
 * Secret whose name follows from the launch, so a repetition finds it there and returns the same token, unless it is
 * minutes old. The cluster itself deletes tokens that have expired.
 */
final class JoinTokens implements BootstrapSource {
  static final String TOKEN = "join-token";
  static final String ENDPOINT = "join-endpoint";
  static final String CA_HASH = "join-ca-hash";

  private static final Set<String> PLACEHOLDERS = Set.of(TOKEN, ENDPOINT, CA_HASH);
  private static final String SECRETS = "/api/v1/namespaces/kube-system/secrets";
  private static final String CLUSTER_INFO =
      "/api/v1/namespaces/" + ClusterInfo.NAMESPACE + "/configmaps/" + ClusterInfo.NAME;
  private static final Set<String> SECRET = Set.of("Secret");

  /** Names that are tried for one launch; a name in use by another one is as good as impossible. */
  private static final int MOST_NAMES = 4;

  /** A prepared launch may wait as long again before it is sent, and its machine has to boot and to join. */
  private static final Duration MOST_AGE = Duration.ofMinutes(5);

  private final ApiServers servers;
  private final RandomGenerator random;

  /**
   * Tokens of the clusters to which targets lead.
   *
   * @param random draws tokens; cryptographically strong
   */
  JoinTokens(ApiServers servers, RandomGenerator random) {
    this.servers = servers;
    this.random = random;
  }

  @Override
  public String parameter() {
    return NodeTarget.JOIN_TOKEN;
  }

  @Override
  public Set<String> placeholders() {
    return PLACEHOLDERS;
  }

  @Override
  public Set<String> placeholders(LifecycleHook hook) {
    return NodeTarget.of(hook.target()).joinToken().isPresent() ? PLACEHOLDERS : Set.of();
  }

  @Override
  public Map<String, Secret> values(
      LifecycleHook hook, PoolName pool, LaunchKey key, CallContext call) {
    NodeTarget target = NodeTarget.of(hook.target());
    Duration time = target.joinToken().orElseThrow();
    ApiServer server = servers.of(ApiServers.Key.of(target));
    ApiServer.Reply info = server.get(CLUSTER_INFO, "ConfigMap", call);
    ClusterInfo cluster = ClusterInfo.read(info.json())
        .orElseThrow(() -> server.unexpected(
            "GET " + CLUSTER_INFO, info, "the cluster-info of kubeadm with a server and its CA"));
    JoinToken token = token(server, pool, key, now(server, info), time, call);
    return Map.of(
        TOKEN, Secret.of(token.text()),
        ENDPOINT, Secret.of(cluster.endpoint()),
        CA_HASH, Secret.of(cluster.caHash()));
  }

  /** The API server's own time, by which tokens expire there. */
  private static Instant now(ApiServer server, ApiServer.Reply reply) {
    try {
      return ZonedDateTime.parse(
              reply.http().header("Date").orElse(""), DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant();
    } catch (DateTimeException e) {
      throw server.unexpected("GET " + CLUSTER_INFO, reply, "a reply with a header Date");
    }
  }

  private JoinToken token(
      ApiServer server,
      PoolName pool,
      LaunchKey key,
      Instant now,
      Duration time,
      CallContext call) {
    for (int number = 0; number < MOST_NAMES; number++) {
      JoinToken token = JoinToken.draw(pool, key, number, now.plus(time), random);
      if (create(server, token, call)) {
        return token;
      }
      Optional<JsonNode> there = find(server, token, call);
      if (there.isEmpty()) {
        throw changed(server); // It has expired in between; the next attempt makes another one.
      }
      Optional<JoinToken> known = JoinToken.read(there.get());
      if (known.isEmpty() || !known.get().launch().equals(token.launch())) {
        continue; // Another launch has drawn the same name.
      }
      if (!known.get().expiration().isBefore(now.plus(time.minus(MOST_AGE)))) {
        return known.get();
      }
      replace(server, there.get(), token, call);
      return token;
    }
    throw CloudException.of(
            Kind.CONFLICT,
            Effect.NONE,
            "the API server " + server.address() + " has other tokens under all " + MOST_NAMES
                + " names of the token of this launch")
        .build();
  }

  /** Returns whether the token is there now; false if one of this name was there before. */
  private static boolean create(ApiServer server, JoinToken token, CallContext call) {
    ApiServer.Reply reply = server.write("POST", SECRETS, token.object(), SECRET, call);
    if (ReplyKind.isError(reply, "AlreadyExists")) {
      return false;
    }
    if (!reply.isDone()) {
      throw server.refused("POST " + SECRETS, reply);
    }
    if (!reply.json().path("metadata").path("name").asText("").equals(token.name())) {
      throw server.unexpected("POST " + SECRETS, reply, "the Secret that was sent, by its name");
    }
    return true;
  }

  private static Optional<JsonNode> find(ApiServer server, JoinToken token, CallContext call) {
    String path = SECRETS + "/" + token.name();
    ApiServer.Reply reply = server.ask(path, call);
    if (ReplyKind.isError(reply, "NotFound")) {
      return Optional.empty();
    }
    if (!reply.isDone()) {
      throw server.refused("GET " + path, reply);
    }
    if (!ReplyKind.isOneOf(reply, SECRET)) {
      throw server.unexpected("GET " + path, reply, "an object of kind Secret");
    }
    return Optional.of(reply.json());
  }

  /** Puts a token in the place of an earlier one of the same launch, which expires soon. */
  private static void replace(
      ApiServer server, JsonNode before, JoinToken token, CallContext call) {
    String path = SECRETS + "/" + token.name();
    ApiServer.Reply reply = server.write(
        "DELETE",
        path,
        ApiCluster.options(before.path("metadata").path("uid").asText(""), Optional.empty()),
        Set.of("Secret", ReplyKind.STATUS),
        call);
    if (!reply.isDone() && reply.status() != 404) {
      throw server.refused("DELETE " + path, reply);
    }
    if (!create(server, token, call)) {
      throw changed(server);
    }
  }

  private static CloudException changed(ApiServer server) {
    return CloudException.of(
            Kind.CONFLICT,
            Effect.NONE,
            "the token of this launch changed at the API server " + server.address()
                + " while it was looked up")
        .build();
  }
}

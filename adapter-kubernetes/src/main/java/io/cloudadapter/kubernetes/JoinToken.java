package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.LaunchKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A bootstrap token of kubeadm, with which one machine joins a cluster.
 *
 * @param id its public part, 6 letters and digits
 * @param secret its other part, 16 letters and digits
 * @param launch the pool and the key of the launch that it is for
 * @param expiration when the cluster stops to accept it
 */
record JoinToken(String id, String secret, String launch, Instant expiration) {
  /** The shortest and the longest time of a token. */
  static final Duration SHORTEST = Duration.ofMinutes(20);

  static final Duration LONGEST = Duration.ofHours(24);

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ID = 6;
  private static final int SECRET = 16;
  private static final String LAUNCH = "cloudadapter.io/launch";

  /**
   * A token of a launch. Its id follows from the launch; the rest is by chance.
   *
   * @param number 0, or more if other launches have the ids before
   */
  static JoinToken draw(
      PoolName pool, LaunchKey key, int number, Instant expiration, RandomGenerator random) {
    String launch = pool.value() + "/" + key.value();
    byte[] digest = digest("join token " + number + " of launch " + launch);
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < ID; i++) {
      id.append(LETTERS.charAt(Byte.toUnsignedInt(digest[i]) % LETTERS.length()));
    }
    StringBuilder secret = new StringBuilder();
    for (int i = 0; i < SECRET; i++) {
      secret.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return new JoinToken(
        id.toString(), secret.toString(), launch, expiration.truncatedTo(ChronoUnit.SECONDS));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JDK has SHA-256", e);
    }
  }

  /** The token as {@code kubeadm join} takes it. */
  String text() {
    return id + "." + secret;
  }

  /** The name of its Secret. */
  String name() {
    return "bootstrap-token-" + id;
  }

  /** The Secret that makes it valid. */
  ObjectNode object() {
    ObjectNode object = ApiServer.JSON.createObjectNode();
    object
        .put("apiVersion", "v1")
        .put("kind", "Secret")
        .put("type", "bootstrap.kubernetes.io/token");
    ObjectNode metadata = object.putObject("metadata").put("name", name());
    metadata.putObject("annotations").put(LAUNCH, launch);
    ObjectNode data = object.putObject("data");
    Map<String, String> texts = new TreeMap<>(Map.of(
        "token-id",
        id,
        "token-secret",
        secret,
        "expiration",
        expiration.toString(),
        "usage-bootstrap-authentication",
        "true",
        "usage-bootstrap-signing",
        "true",
        "auth-extra-groups",
        "system:bootstrappers:kubeadm:default-node-token"));
    texts.forEach((key, text) ->
        data.put(key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    return object;
  }

  /** Reads a Secret; empty if it is no such token. */
  static Optional<JoinToken> read(JsonNode object) {
    JsonNode data = object.path("data");
    try {
      return Optional.of(new JoinToken(
          decoded(data, "token-id"),
          decoded(data, "token-secret"),
          object.path("metadata").path("annotations").path(LAUNCH).asText(""),
          Instant.parse(decoded(data, "expiration"))));
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static String decoded(JsonNode data, String key) {
    return new String(
        Base64.getDecoder().decode(data.path(key).asText("")), StandardCharsets.UTF_8);
  }

  /** Leaves the secret part out, because logs must not show it. */
  @Override
  public String toString() {
    return "join token " + id + " of launch " + launch + ", until " + expiration;
  }
}

package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.fake.kubernetes.ApiObjects;
import io.cloudadapter.fake.kubernetes.ApiStandIn.Fault;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens with which new machines join a cluster of kubeadm. */
class JoinTokensTest {
  private static final PoolName POOL = new PoolName("workers");
  private static final LaunchKey FIRST = new LaunchKey("a".repeat(27));
  private static final LaunchKey SECOND = new LaunchKey("b".repeat(27));

  @TempDir
  private Path directory;

  private final JoinCluster joined = new JoinCluster();
  private TestCluster test;
  private ApiObjects objects;
  private JoinTokens tokens;

  @BeforeEach
  void start() throws IOException {
    test = new TestCluster(directory);
    objects = test.standIn.objects();
    joined.publish(objects);
    tokens = new JoinTokens(test.servers, new Random(1));
  }

  @AfterEach
  void end() {
    test.close();
  }

  private LifecycleHook hook(String... keys) {
    Map<String, String> parameters = new TreeMap<>(
        Map.of("namespace", "cloudadapter", "kubeconfig", test.kubeconfig.toString()));
    for (int i = 0; i < keys.length; i += 2) {
      parameters.put(keys[i], keys[i + 1]);
    }
    return LifecycleHook.onLaunch(
        "node-ready",
        Duration.ofMinutes(15),
        new HookTarget(NodeChannel.NAME, parameters, Optional.empty()));
  }

  private Map<String, Secret> values(LaunchKey key) {
    return tokens.values(
        hook("joinToken", "1h"),
        POOL,
        key,
        new TimedCall(System::nanoTime, Duration.ofSeconds(20)));
  }

  private String token(LaunchKey key) {
    return values(key).get(JoinTokens.TOKEN).reveal();
  }

  private static String data(JsonNode secret, String key) {
    return new String(
        Base64.getDecoder().decode(secret.path("data").path(key).asText()), StandardCharsets.UTF_8);
  }

  private JsonNode secretOf(String token) {
    return objects
        .find("secrets", "kube-system/bootstrap-token-" + token.substring(0, 6))
        .orElseThrow();
  }

  @Test
  void a_hook_has_placeholders_only_if_its_target_asks_for_tokens() {
    assertThat(tokens.placeholders(hook("joinToken", "1h")))
        .containsExactlyInAnyOrder("join-token", "join-endpoint", "join-ca-hash");
    assertThat(tokens.placeholders(hook())).isEmpty();
  }

  @Test
  void a_token_is_a_secret_that_kubeadm_accepts_and_the_rest_is_of_the_cluster_info() {
    Instant before = Instant.now().minusSeconds(2);
    Map<String, Secret> values = values(FIRST);

    String token = values.get("join-token").reveal();
    assertThat(token).matches("[a-z0-9]{6}\\.[a-z0-9]{16}");
    assertThat(values.get("join-endpoint").reveal()).isEqualTo(JoinCluster.ENDPOINT);
    assertThat(values.get("join-ca-hash").reveal()).isEqualTo(joined.pin());
    JsonNode secret = secretOf(token);
    assertThat(secret.path("type").asText()).isEqualTo("bootstrap.kubernetes.io/token");
    assertThat(data(secret, "token-id") + "." + data(secret, "token-secret")).isEqualTo(token);
    assertThat(data(secret, "usage-bootstrap-authentication")).isEqualTo("true");
    assertThat(data(secret, "usage-bootstrap-signing")).isEqualTo("true");
    assertThat(data(secret, "auth-extra-groups"))
        .isEqualTo("system:bootstrappers:kubeadm:default-node-token");
    assertThat(Instant.parse(data(secret, "expiration")))
        .isBetween(before.plusSeconds(3600), Instant.now().plusSeconds(3602));
  }

  @Test
  void each_launch_has_a_token_of_its_own_and_the_same_one_again() {
    String first = token(FIRST);
    assertThat(token(SECOND)).isNotEqualTo(first);
    assertThat(token(FIRST)).isEqualTo(first);

    tokens = new JoinTokens(test.servers, new Random(2));
    assertThat(token(FIRST)).as("in the next process").isEqualTo(first);
    assertThat(objects.keys("secrets")).hasSize(2);
  }

  @Test
  void a_lost_reply_leaves_one_token_behind_which_the_next_attempt_returns() {
    test.standIn.next("POST", "/secrets", Fault.LOST_REPLY);
    assertThatThrownBy(() -> token(FIRST)).isInstanceOf(CloudException.class);
    String made = objects.keys("secrets").get(0);

    String token = token(FIRST);
    assertThat(made).endsWith("/bootstrap-token-" + token.substring(0, 6));
    assertThat(data(secretOf(token), "token-secret")).isEqualTo(token.substring(7));
    assertThat(objects.keys("secrets")).hasSize(1);
  }

  @Test
  void a_token_that_was_made_less_than_five_minutes_ago_is_used_again() {
    String early = token(FIRST);
    String key = "kube-system/bootstrap-token-" + early.substring(0, 6);
    // As if it had been made two minutes before.
    Instant expires = Instant.parse(data(secretOf(early), "expiration"));
    objects.secret(key, "expiration", expires.minusSeconds(120).toString());

    assertThat(token(FIRST)).isEqualTo(early);
  }

  @Test
  void a_token_that_was_made_five_minutes_ago_is_replaced() {
    String early = token(FIRST);
    String key = "kube-system/bootstrap-token-" + early.substring(0, 6);
    Instant expires = Instant.parse(data(secretOf(early), "expiration"));
    objects.secret(key, "expiration", expires.minusSeconds(301).toString());

    String late = token(FIRST);

    assertThat(late).isNotEqualTo(early).startsWith(early.substring(0, 6));
    assertThat(objects.keys("secrets")).containsExactly(key);
    assertThat(Instant.parse(data(secretOf(late), "expiration"))).isAfterOrEqualTo(expires);
  }

  @Test
  void a_token_of_something_else_under_the_same_name_stays() {
    String own = token(FIRST);
    String key = "kube-system/bootstrap-token-" + own.substring(0, 6);
    objects.annotate("secrets", key, "cloudadapter.io/launch", "another/launch");

    String other = token(FIRST);

    assertThat(other.substring(0, 6)).isNotEqualTo(own.substring(0, 6));
    assertThat(data(secretOf(own), "token-secret")).isEqualTo(own.substring(7));
    assertThat(objects.keys("secrets")).hasSize(2);
  }

  @Test
  void without_a_permission_there_is_no_token_and_the_error_names_it() {
    test.standIn.forbids(request -> request.method().equals("POST"));
    assertThatThrownBy(() -> token(FIRST))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED))
        .hasMessageContaining("does not allow POST /api/v1/namespaces/kube-system/secrets");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "clusters: []", "{", "clusters: [{cluster: {server: 'https://a'}}]"})
  void a_cluster_without_a_whole_cluster_info_is_named(String kubeconfig) {
    objects.configMap("kube-public", "cluster-info", "kubeconfig", kubeconfig);
    assertThatThrownBy(() -> token(FIRST))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("it must be the cluster-info of kubeadm with a server and its CA");
    assertThat(objects.keys("secrets")).isEmpty();
  }

  @Test
  void what_a_proxy_answers_is_no_token() {
    test.standIn.next("POST", "/secrets", Fault.GARBLED);
    assertThatThrownBy(() -> token(FIRST))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("it must be an object of kind Secret");
  }

  @Test
  void logs_show_no_token() {
    JoinToken token = JoinToken.draw(POOL, FIRST, 0, Instant.EPOCH, new Random(1));
    assertThat(token.toString()).contains(token.id()).doesNotContain(token.secret());
    assertThat(values(FIRST).toString()).doesNotContain(token(FIRST).substring(7));
  }
}

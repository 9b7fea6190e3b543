package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.fake.kubernetes.ApiObjects;
import io.cloudadapter.fake.kubernetes.ApiStandIn.Fault;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a proxy on the way answers is never taken for a word of the API server. */
class ForeignRepliesTest {
  private static final UUID TOKEN = UUID.fromString("00000000-0000-0000-0000-00000000000a");

  @TempDir
  private Path directory;

  private TestCluster test;
  private ApiObjects objects;

  @BeforeEach
  void start() throws IOException {
    test = new TestCluster(directory);
    objects = test.standIn.objects();
    objects.node("n1", "x://1", true);
    objects.pod("a", "n1");
    test.advance();
  }

  @AfterEach
  void end() {
    test.close();
  }

  private void send() {
    HookMessage message = new HookMessage(
        TOKEN,
        new PoolName("web"),
        new MachineId("i-1"),
        LifecycleTransition.LAUNCH,
        "ready",
        Instant.EPOCH,
        Instant.EPOCH,
        "",
        1);
    HookTarget target = new HookTarget(
        NodeChannel.NAME,
        Map.of("namespace", "cloudadapter", "kubeconfig", test.kubeconfig.toString()),
        Optional.empty());
    try (NodeChannel channel = new NodeChannel()) {
      channel.send(message, target, new TimedCall(System::nanoTime, Duration.ofSeconds(10)));
    }
  }

  private void fails(ThrowingCallable call, String expected, String arrived) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
        .hasMessageContaining("the API server " + test.standIn.uri() + " answered ")
        .hasMessageContaining(arrived)
        .hasMessageContaining("it must be " + expected)
        .hasMessageNotContaining("<p>")
        .hasMessageNotContaining(TOKEN.toString());
  }

  @ParameterizedTest
  @EnumSource(names = {"GARBLED", "EMPTY", "OTHER_JSON", "NO_PAGE"})
  void a_message_that_a_proxy_answers_has_not_arrived(Fault fault) {
    test.standIn.next("POST", "/secrets", fault);

    fails(
        this::send,
        fault == Fault.NO_PAGE ? "an object of kind Status" : "an object of kind Secret",
        switch (fault) {
          case EMPTY -> "status 200 and 0 bytes that are no JSON object";
          case OTHER_JSON -> "status 200 and a JSON object without a kind";
          case NO_PAGE -> "status 404 and 13 bytes of text/html that are no JSON object";
          default -> "status 200 and 13 bytes of text/html that are no JSON object";
        });
    assertThat(objects.keys("secrets")).isEmpty();

    send();
    send();
    assertThat(objects.keys("secrets")).containsExactly("cloudadapter/" + NodeMessage.name(TOKEN));
  }

  @Test
  void pods_that_a_proxy_lists_are_not_taken_for_none() {
    test.standIn.next("GET", "/pods", Fault.GARBLED);
    Node node = test.node("n1");
    fails(() -> test.cluster.pods(node), "an object of kind PodList", "text/html");
    assertThat(test.cluster.pods(node)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"GARBLED", "NO_PAGE", "OTHER_JSON"})
  void a_write_that_a_proxy_answers_is_not_taken_for_done(Fault fault) {
    Node node = test.node("n1");
    Pod pod = test.cluster.pods(node).get(0);
    boolean isMissing = fault == Fault.NO_PAGE;
    String arrived = fault == Fault.OTHER_JSON ? "without a kind" : "text/html";

    test.standIn.next("PATCH", "/n1", fault);
    fails(
        () -> test.cluster.cordon(node),
        "an object of kind " + (isMissing ? "Status" : "Node"),
        arrived);
    test.standIn.next("POST", "/eviction", fault);
    fails(
        () -> test.cluster.evict(pod, Optional.empty()),
        "an object of kind " + (isMissing ? "Status" : "Eviction or Status"),
        arrived);
    test.standIn.next("DELETE", "/a", fault);
    fails(
        () -> test.cluster.deletePod(pod, Optional.empty()),
        "an object of kind " + (isMissing ? "Status" : "Pod or Status"),
        arrived);
    test.standIn.next("DELETE", "/n1", fault);
    fails(
        () -> test.cluster.deleteNode(node),
        "an object of kind " + (isMissing ? "Status" : "Node or Status"),
        arrived);

    assertThat(objects.keys("nodes")).containsExactly("n1");
    assertThat(objects.keys("pods")).containsExactly("default/a");
  }
}

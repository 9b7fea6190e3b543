package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.fake.kubernetes.ApiObjects;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
import io.cloudadapter.fake.kubernetes.ApiStandIn.Fault;
import io.cloudadapter.kubernetes.Cluster.Eviction;
import io.cloudadapter.kubernetes.Cluster.EvictionReply;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of a drain against an API server. */
class ApiClusterTest {
  @TempDir
  private Path directory;

  private TestCluster test;
  private ApiObjects objects;

  @BeforeEach
  void start() throws IOException {
    test = new TestCluster(directory);
    objects = test.standIn.objects();
    objects.node("n1", "x://1", true);
    objects.node("n2", "x://2", true);
    test.advance();
  }

  @AfterEach
  void end() {
    test.close();
  }

  private Pod pod(String name) {
    return test.cluster.pods(test.node("n1")).stream()
        .filter(pod -> pod.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void pods_are_those_of_the_node_with_what_decides_about_them() {
    objects.pod("a", "n1");
    objects.pod("b", "n2");
    objects.pod("bare", "n1", "");
    objects.pod("agent", "n1", "DaemonSet");
    objects.pod("static", "n1");
    objects.annotatePod("static", "kubernetes.io/config.mirror");
    objects.pod("scratch", "n1");
    objects.emptyDir("scratch");
    objects.pod("finished", "n1");
    objects.phase("finished", "Succeeded");
    objects.pageSize(2);

    assertThat(test.cluster.pods(test.node("n1")))
        .extracting(Pod::name)
        .containsExactly("a", "agent", "bare", "finished", "scratch", "static");
    assertThat(pod("bare").controller()).isEmpty();
    assertThat(pod("agent").isSpared()).isTrue();
    assertThat(pod("static").isSpared()).isTrue();
    assertThat(pod("finished").isSpared()).isTrue();
    assertThat(pod("scratch").emptyDir()).isTrue();
    assertThat(pod("a").isSpared()).isFalse();
  }

  @Test
  void a_node_is_cordoned_with_a_note_and_uncordoned() {
    test.cluster.cordon(test.node("n1"));
    test.advance();
    assertThat(test.node("n1").unschedulable()).isTrue();
    assertThat(test.node("n1").cordonedHere()).isTrue();

    test.cluster.uncordon(test.node("n1"));
    test.advance();
    assertThat(test.node("n1").unschedulable()).isFalse();
    assertThat(test.node("n1").cordonedHere()).isFalse();
  }

  @Test
  void an_eviction_is_refused_by_a_budget_with_429_and_is_done_later() {
    objects.pod("a", "n1");
    objects.budget("a", 1);
    Pod pod = pod("a");

    assertThat(test.cluster.evict(pod, Optional.empty()))
        .isEqualTo(EvictionReply.refused(
            Optional.empty(),
            "The disruption budget of-a needs 1 healthy pods and has 1 currently"));
    assertThat(test.cluster.evict(pod, Optional.of(Duration.ofSeconds(7))).result())
        .isEqualTo(Eviction.ACCEPTED);
    assertThat(test.cluster.evict(pod, Optional.empty()).result())
        .as("one that is gone")
        .isEqualTo(Eviction.ACCEPTED);

    assertThat(objects.keys("pods")).isEmpty();
    assertThat(test.standIn.requests("POST", "/eviction").get(1).body().path("deleteOptions"))
        .hasToString(
            "{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"preconditions\":{\"uid\":\""
                + pod.uid() + "\"},\"gracePeriodSeconds\":7}");
  }

  @Test
  void a_refusal_that_names_no_budget_has_the_message_of_the_api_server() {
    objects.pod("a", "n1");
    Pod pod = pod("a");
    test.standIn.next("POST", "/eviction", Fault.THROTTLED);

    assertThat(test.cluster.evict(pod, Optional.empty()))
        .isEqualTo(EvictionReply.refused(Optional.of(Duration.ofSeconds(1)), "too many"));
  }

  @Test
  void a_successor_with_the_same_name_is_left_alone() {
    objects.pod("a", "n1");
    Pod before = pod("a");
    objects.endPod("a");
    objects.pod("a", "n1");
    Node node = test.node("n1");
    test.cluster.deleteNode(node);
    objects.node("n1", "x://9", true);

    assertThat(test.cluster.evict(before, Optional.empty()).result()).isEqualTo(Eviction.ACCEPTED);
    test.cluster.deletePod(before, Optional.empty());
    test.cluster.deleteNode(node);
    assertThat(test.cluster.cordon(node)).isFalse();
    assertThat(test.cluster.uncordon(node)).isFalse();

    assertThat(objects.keys("pods")).containsExactly("default/a");
    assertThat(objects.keys("nodes")).containsExactly("n1", "n2");
    assertThat(objects.find("nodes", "n1").orElseThrow().path("spec").has("unschedulable"))
        .isFalse();
  }

  @Test
  void a_reply_that_is_lost_is_an_error_and_to_try_again_does_no_harm() {
    objects.pod("a", "n1");
    Pod pod = pod("a");
    test.standIn.next("POST", "/eviction", Fault.LOST_REPLY);

    assertThatThrownBy(() -> test.cluster.evict(pod, Optional.empty()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    assertThat(test.cluster.evict(pod, Optional.empty()).result()).isEqualTo(Eviction.ACCEPTED);
    assertThat(objects.keys("pods")).isEmpty();
  }

  @Test
  void a_request_ends_by_the_moment_that_it_is_given() {
    objects.pod("a", "n1");
    test.standIn.next("GET", "/pods", Fault.HELD);
    Node node = test.node("n1");
    Duration most = Duration.ofMillis(300);

    long began = System.nanoTime();
    assertThatThrownBy(() -> test.cluster.until(began + most.toNanos()).pods(node))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isBetween(most, ApiCluster.TIMEOUT.minusSeconds(1));
    test.standIn.release();
  }

  @Test
  void refused_credentials_are_named_and_not_shown() {
    test.standIn.accepts("another");

    assertThatThrownBy(() -> test.cluster.pods(test.node("n1")))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAUTHENTICATED))
        .hasMessageContaining("does not accept the credentials of user robot of " + test.kubeconfig)
        .hasMessageContaining(test.standIn.uri().toString())
        .hasMessageNotContaining(ApiStandIn.TOKEN);
  }

  @Test
  void a_missing_permission_is_named_with_what_the_api_server_answers() {
    test.standIn.forbids(request -> request.method().equals("PATCH"));

    assertThatThrownBy(() -> test.cluster.cordon(test.node("n1")))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED))
        .hasMessageContaining("does not allow PATCH /api/v1/nodes/n1 to user robot")
        .hasMessageContaining("User \"robot\" cannot do PATCH /api/v1/nodes/n1");
  }

  @Test
  void renewed_credentials_take_effect_at_the_next_request() throws IOException {
    test.standIn.accepts("renewed");
    Files.writeString(test.kubeconfig, ApiStandIn.kubeconfig(test.standIn.uri(), "", "renewed"));

    assertThat(test.cluster.pods(test.node("n1"))).isEmpty();
  }

  /** The error of a request that gets no reply, without the address before it. */
  private String unanswered() {
    String start = "GET /api/v1/pods at " + test.standIn.uri() + " had no whole reply: ";
    CloudException error =
        catchThrowableOfType(CloudException.class, () -> test.cluster.pods(test.node("n1")));
    assertThat(error.getMessage())
        .startsWith(start)
        .doesNotContain("Exception")
        .doesNotContain(ApiStandIn.TOKEN);
    return error.getMessage().substring(start.length());
  }

  @Test
  void an_api_server_that_refuses_connections_is_named_with_what_to_check() {
    test.standIn.close();

    assertThat(unanswered())
        .isEqualTo("the connection was refused; check whether it runs, and host and port");
  }

  @Test
  void a_connection_that_ends_is_named_as_such() {
    test.standIn.next("GET", "/pods", Fault.RESET);

    assertThat(unanswered()).startsWith("the reply did not arrive as a whole: ");
  }
}

package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The API server of the tests does what Cluster Autoscaler and drains rely on, for objects of any resource. */
class ApiStandInTest {
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

  private final HttpClient client = HttpClient.newHttpClient();
  private ApiStandIn standIn;

  @BeforeEach
  void start() throws IOException {
    standIn = ApiStandIn.start();
  }

  @AfterEach
  void end() {
    standIn.close();
  }

  private record Answer(int status, String text) {
    JsonNode json() throws IOException {
      return ApiServer.JSON.readTree(text);
    }
  }

  private Answer send(String method, String path, String body) throws Exception {
    var reply = client.send(
        HttpRequest.newBuilder(URI.create(standIn.uri() + path))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
    return new Answer(reply.statusCode(), reply.body());
  }

  private static String lease(String version) {
    ObjectNode lease = ApiServer.JSON.createObjectNode();
    lease.put("kind", "Lease").put("apiVersion", "coordination.k8s.io/v1");
    lease
        .putObject("metadata")
        .put("name", "a")
        .put("namespace", "kube-system")
        .put("resourceVersion", version);
    return lease.toString();
  }

  @Test
  void a_request_without_a_token_is_refused_unless_all_are_accepted() throws Exception {
    assertThat(send("GET", LEASES, "").status()).isEqualTo(401);
    standIn.acceptsAll();
    assertThat(send("GET", LEASES, "").json().path("kind").asText("")).isEqualTo("LeaseList");
  }

  @Test
  void an_object_of_any_resource_is_replaced_only_in_the_version_that_is_known() throws Exception {
    standIn.acceptsAll();
    Answer made = send("POST", LEASES, lease(""));
    assertThat(made.status()).isEqualTo(201);
    assertThat(send("POST", LEASES, lease("")).status()).isEqualTo(409);
    String version = made.json().path("metadata").path("resourceVersion").asText("");

    assertThat(send("PUT", LEASES + "/a", lease(version)).status()).isEqualTo(200);
    Answer late = send("PUT", LEASES + "/a", lease(version));
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.json().path("reason").asText("")).isEqualTo("Conflict");
    assertThat(standIn.objects().keys("leases")).containsExactly("kube-system/a");
  }

  @Test
  void an_object_that_a_selector_no_longer_finds_is_deleted_to_its_watcher() throws Exception {
    standIn.acceptsAll();
    String pods = "/api/v1/pods?fieldSelector=spec.nodeName%3D";
    standIn.objects().pod("a", "");
    standIn.objects().pod("b", "n1");
    standIn
        .objects()
        .change("pods", "default/a", pod -> pod.withObject("/spec").put("nodeName", "n1"));

    List<String> events = new ArrayList<>();
    for (String line :
        send("GET", pods + "&watch=true&timeoutSeconds=0", "").text().split("\n", -1)) {
      if (!line.isBlank()) {
        JsonNode event = ApiServer.JSON.readTree(line);
        events.add(event.path("type").asText("") + " "
            + event.path("object").path("metadata").path("name").asText(""));
      }
    }
    assertThat(events).containsExactly("ADDED a", "DELETED a");
    assertThat(send("GET", pods, "").json().path("items")).isEmpty();
    assertThat(send("GET", "/api/v1/pods?fieldSelector=spec.nodeName!%3D", "")
            .json()
            .path("items"))
        .hasSize(2);
  }
}

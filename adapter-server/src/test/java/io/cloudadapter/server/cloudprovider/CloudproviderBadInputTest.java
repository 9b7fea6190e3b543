package io.cloudadapter.server.cloudprovider;

import static io.cloudadapter.server.kube.KubernetesScene.balancer;
import static io.cloudadapter.server.kube.KubernetesScene.port;
import static io.cloudadapter.server.kube.KubernetesScene.route;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.RawClient;
import io.cloudadapter.server.kube.KubernetesClient;
import io.cloudadapter.server.kube.KubernetesClient.Reply;
import io.cloudadapter.server.kube.KubernetesScene;
import io.cloudadapter.server.options.CloudproviderOptions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every error is a Status, and nothing has changed. */
class CloudproviderBadInputTest {
  private static KubernetesScene scene;
  private static String machine;

  @BeforeAll
  static void start() {
    scene = new KubernetesScene(
        CloudproviderOptions.usual().semanticCodes(), cloud -> cloud.udp(false));
    machine = scene.machine();
    scene.client.post("routes", route("kept", "", machine, "10.1.0.0/16"));
    scene.client.post("tcpLoadBalancers", balancer("kept", "[" + port("a", 80, 1) + "]", "null"));
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  @AfterEach
  void nothingHasChanged() {
    assertThat(scene.cloud.routes()).hasSize(1);
    assertThat(scene.cloud.sshKeys()).isEmpty();
    assertThat(scene.cloud.loadBalancers()).singleElement().satisfies(kept -> {
      assertThat(kept.spec().name()).isEqualTo("kept");
      assertThat(kept.spec().listeners()).hasSize(1);
    });
  }

  private static void refused(Reply reply, int code) {
    assertThat(reply.at("/kind").asText()).as(reply.body()).isEqualTo("Status");
    assertThat(reply.at("/status").asText()).isEqualTo("Failure");
    assertThat(reply.at("/code").asInt()).as(reply.body()).isEqualTo(code);
    assertThat(reply.at("/message").asText()).isNotBlank().hasSizeLessThan(1000);
    assertThat(reply.status()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((x%7B1000%7D)%7B1000%7D)%7B1000%7D",
        "((x{1000}){1000}){1000}",
        "(",
        "a%00b",
        "%0d%0aX:y",
        "a%zz",
        "%ff%fe",
        "%"
      })
  void expressionsThatAreNone(String expression) {
    refused(scene.client.get("instances/" + expression), 400);
  }

  @Test
  void anExpressionOf10KilobytesAndOneOf100() {
    refused(scene.client.get("instances/" + "x".repeat(10_000)), 400);
    refused(scene.client.get("instances/" + "x".repeat(100_000)), 414);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..", ".", "%2e%2e", "a%2Fb", "a%00", "%20", "a%0Ab", "a%25", "%C3%A4", "..%2f..", "~x"
      })
  void tricksInPaths(String name) {
    String body = "{\"hosts\":[]}";
    refused(scene.client.get("tcpLoadBalancers/simulated/" + name), 400);
    refused(scene.client.put("tcpLoadBalancers/simulated/" + name, body), 400);
    refused(scene.client.delete("tcpLoadBalancers/simulated/" + name), 400);
    refused(scene.client.delete("tcpLoadBalancers/" + name + "/kept"), 400);
    refused(scene.client.delete("routes/k/" + name), 400);
    refused(scene.client.delete("routes/" + name + "/k-kept"), 400);
    refused(scene.client.get("routes/" + name), 400);
    refused(scene.client.get("clusters/" + name + "/master"), 400);
  }

  static Stream<Arguments> wrongBalancers() {
    String ok = port("a", 81, 1);
    return Stream.of(
        Arguments.of("ports[0].port", "[" + port("a", 0, 1) + "]"),
        Arguments.of("ports[0].port", "[" + port("a", 65536, 1) + "]"),
        Arguments.of("ports[0].port", "[" + port("a", -1, 1) + "]"),
        Arguments.of("ports[0].nodePort", "[" + port("a", 80, 65536) + "]"),
        Arguments.of("ports[0].nodePort", "[" + port("a", 80, -1) + "]"),
        Arguments.of("ports[0].port", "[{\"port\":80.5}]"),
        Arguments.of("ports[0].port", "[{\"port\":\"80\"}]"),
        Arguments.of("ports[0].port", "[{\"port\":99999999999999999999}]"),
        Arguments.of("ports[0].targetPort", "[{\"port\":80,\"targetPort\":70000}]"),
        Arguments.of("ports[0].targetPort", "[{\"port\":80,\"targetPort\":\"web\"}]"),
        Arguments.of("ports[0].protocol", "[" + ok.replace("TCP", "UDP") + "]"),
        Arguments.of("ports[0].protocol", "[" + ok.replace("TCP", "tcp") + "]"),
        Arguments.of("ports[1].name", "[" + ok + "," + port("a", 82, 2) + "]"),
        Arguments.of("ports[1].port", "[" + ok + "," + port("b", 81, 2) + "]"),
        Arguments.of("ports", "{}"),
        Arguments.of("ports[0]", "[7]"),
        Arguments.of("ports[0].name", "[{\"port\":80,\"name\":7}]"));
  }

  @ParameterizedTest
  @MethodSource("wrongBalancers")
  void portsOfLoadBalancers(String field, String ports) {
    for (String name : List.of("kept", "other")) {
      Reply reply = scene.client.post("tcpLoadBalancers", balancer(name, ports, "[]"));

      refused(reply, 422);
      assertThat(reply.at("/details/causes").findValuesAsText("field")).contains(field);
    }
  }

  @Test
  void namesHostsAndRegionsOfLoadBalancers() {
    refused(scene.client.post("tcpLoadBalancers", balancer("a/b", "[]", "[]")), 422);
    refused(scene.client.post("tcpLoadBalancers", balancer("..", "[]", "[]")), 422);
    refused(scene.client.post("tcpLoadBalancers", balancer("", "[]", "[]")), 422);
    refused(scene.client.post("tcpLoadBalancers", balancer("x", "[]", "[{}]")), 422);
    refused(scene.client.post("tcpLoadBalancers", balancer("x", "[]", "\"a\"")), 422);
    refused(
        scene.client.post("tcpLoadBalancers", balancer("x", "[]", "[{\"hostname\":\"a\\nb\"}]")),
        422);
    refused(
        scene.client.post(
            "tcpLoadBalancers", balancer("x", "[]", "[]").replace("simulated", "mars")),
        404);
    refused(scene.client.put("tcpLoadBalancers/simulated/kept", "{\"hosts\":[{}]}"), 422);
    refused(scene.client.put("tcpLoadBalancers/simulated/missing", "{\"hosts\":[]}"), 404);
  }

  @Test
  void eachFieldThatIsWrongIsNamedOnceWithWhatItWas() {
    String ports =
        "[{\"port\":70000,\"protocol\":\"SCTP\",\"name\":7},{\"port\":\"http\",\"nodePort\":{}}]";
    String body = balancer("a b", ports, "[]")
        .replace("\"None\"", "\"Cookie\"")
        .replace("\"externalIP\":\"\"", "\"externalIP\":\"banana\"");

    Reply reply = scene.client.post("tcpLoadBalancers", body);

    refused(reply, 422);
    assertThat(reply.at("/message").asText())
        .isEqualTo("loadBalancerName must be 1 to 128 of [A-Za-z0-9._-], was \"a b\";"
            + " ports[0].name must be a text, was 7;"
            + " ports[0].protocol must be TCP or UDP, was \"SCTP\";"
            + " ports[0].port must be a whole number from 1 to 65535, was 70000;"
            + " ports[1].port must be a whole number from 1 to 65535, was \"http\";"
            + " ports[1].nodePort must be a whole number from 1 to 65535, or 0 if there is none,"
            + " was an object;"
            + " sessionAffinity must be None or ClientIP, was \"Cookie\";"
            + " externalIP must be an IP address, or empty, was \"banana\"");
  }

  @Test
  void aPortHasOneRangeInEveryMessage() {
    for (String port : List.of("0", "65536", "-1", "-0", "80.0")) {
      Reply reply =
          scene.client.post("tcpLoadBalancers", balancer("x", "[{\"port\":" + port + "}]", "[]"));

      refused(reply, 422);
      assertThat(reply.at("/message").asText())
          .isEqualTo("ports[0].port must be a whole number from 1 to 65535, was " + port);
    }
    Reply none = scene.client.post("tcpLoadBalancers", balancer("x", "[{}]", "[]"));
    refused(none, 422);
    assertThat(none.at("/message").asText()).isEqualTo("ports[0].port is required");
  }

  @Test
  void aFieldThatIsThereTwiceIsNamed() {
    Reply reply = scene.client.post("routes", "{\"clusterName\":\"a\",\"clusterName\":\"b\"}");

    refused(reply, 400);
    assertThat(reply.at("/message").asText()).contains("it has field \"clusterName\" twice");
  }

  @Test
  void interfacesThatAreNone() {
    for (String method : List.of("GET", "POST", "PUT", "DELETE")) {
      Reply reply = scene.client.send(method, KubernetesClient.PREFIX + "nope", "");

      refused(reply, 404);
      assertThat(reply.at("/message").asText()).startsWith("there is no interface \"nope\"");
    }
  }

  @Test
  void hostsOfLoadBalancersThatAreNoMachines() {
    String hosts = "[{\"hostname\":\"" + machine + "\"},{\"hostname\":\"ghost\"}]";

    for (Reply reply : List.of(
        scene.client.post("tcpLoadBalancers", balancer("x", "[]", hosts)),
        scene.client.put("tcpLoadBalancers/simulated/kept", "{\"hosts\":" + hosts + "}"))) {
      refused(reply, 404);
      assertThat(reply.at("/message").asText()).isEqualTo("there is no instance ghost");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.2.0.1/16",
        "10.2.0.0",
        "10.2.0.0/33",
        "300.0.0.0/8",
        "x",
        "10.2.0.0/16 ",
        "::/200"
      })
  void blocksThatAreNone(String block) {
    Reply reply = scene.client.post("routes", route("h", "", machine, block));

    refused(reply, 422);
    assertThat(reply.at("/details/causes/0/field").asText()).isEqualTo("route.destinationCIDR");
    assertThat(reply.at("/message").asText())
        .startsWith("route.destinationCIDR must be written as 10.1.2.0/24 or fd00:1::/64, was '"
            + block + "': ");
  }

  @Test
  void routesThatCannotStandBesideTheOther() {
    refused(scene.client.post("routes", route("h", "", machine, "10.0.0.0/8")), 409);
    refused(scene.client.post("routes", route("h", "", machine, "10.1.2.0/24")), 409);
    Reply taken = scene.client.post("routes", route("kept", "", machine, "10.9.0.0/16"));
    refused(taken, 409);
    assertThat(taken.at("/reason").asText()).isEqualTo("AlreadyExists");
    refused(scene.client.post("routes", route("h", "", "missing", "10.9.0.0/16")), 404);
    refused(scene.client.post("routes", route("h", "a/b", machine, "10.9.0.0/16")), 422);
    refused(scene.client.post("routes", "{\"clusterName\":\"k\"}"), 422);
    refused(scene.client.post("routes", "{\"clusterName\":\"k\",\"route\":[]}"), 422);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "7",
        "null",
        "\"x\"",
        "{}{}",
        "{\"a\":1,\"a\":2}",
        "<a/>",
        "{'a':1}",
        "{\"a\":NaN}"
      })
  void bodiesThatAreNoObject(String body) {
    refused(scene.client.post("tcpLoadBalancers", body), 400);
    refused(scene.client.post("routes", body), 400);
    refused(scene.client.post("instances/sshKey", body), 400);
    refused(scene.client.put("tcpLoadBalancers/simulated/kept", body), 400);
  }

  @Test
  void noBodyAndOneThatIsTooLong() {
    refused(scene.client.post("tcpLoadBalancers", ""), 400);
    refused(scene.client.post("routes", " ".repeat(70_000)), 413);
    refused(scene.client.post("routes", "[".repeat(10_000)), 400);
    refused(scene.client.post("instances/sshKey", "{\"user\":\"\",\"keyData\":\"\"}"), 422);
    refused(
        scene.client.post("instances/sshKey", "{\"user\":\"a\\u0000b\",\"keyData\":\"x\"}"), 422);
  }

  @Test
  void methodsThatAreNotThere() {
    refused(scene.client.send("PATCH", KubernetesClient.PREFIX + "zones", ""), 405);
    refused(scene.client.delete("instances/" + machine), 405);
    refused(scene.client.get("tcpLoadBalancers"), 405);
    refused(scene.client.send("GET", "/cloudprovider/v2/zones", ""), 404);
    refused(scene.client.get("nonsense/x"), 404);
  }

  @Test
  void pagesOfOtherOriginsAndNamesOfOtherServers() {
    String path = KubernetesClient.PREFIX + "tcpLoadBalancers/simulated/kept";
    try (RawClient raw = new RawClient(scene.server.server.plainCloudprovider().orElseThrow())) {
      RawClient.Raw origin = raw.send("DELETE " + path + " HTTP/1.1\r\nHost: localhost\r\n"
              + "Origin: https://evil.example\r\n\r\n")
          .reply();
      RawClient.Raw host =
          raw.send("DELETE " + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n").reply();

      assertThat(List.of(origin.status(), host.status())).containsExactly(403, 403);
      assertThat(origin.body()).contains("\"kind\":\"Status\"");
    }
  }
}

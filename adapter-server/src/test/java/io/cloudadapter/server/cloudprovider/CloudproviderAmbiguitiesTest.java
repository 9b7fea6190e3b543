package io.cloudadapter.server.cloudprovider;

import static io.cloudadapter.server.kube.KubernetesScene.balancer;
import static io.cloudadapter.server.kube.KubernetesScene.port;
import static io.cloudadapter.server.kube.KubernetesScene.route;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.LogCapture;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.kube.KubernetesClient.Reply;
import io.cloudadapter.server.kube.KubernetesScene;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.simulated.SimulatedCloudBuilder;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Routes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where the document is silent or contradicts itself, point by point; the reading is that of its client. */
class CloudproviderAmbiguitiesTest {
  private KubernetesScene scene = new KubernetesScene();
  private final List<SshKey> keys = new ArrayList<>();

  @AfterEach
  void close() {
    scene.close();
  }

  private void startAnew(
      CloudproviderOptions settings, UnaryOperator<SimulatedCloudBuilder> shape) {
    scene.close();
    scene = new KubernetesScene(settings, shape);
  }

  private Reply get(String path) {
    return scene.client.get(path);
  }

  /** Machines that are named as no machine of the simulated cloud is. */
  private void machines(boolean takeKeys, String... names) {
    List<Instance> all = new ArrayList<>();
    for (String name : names) {
      all.add(new Instance(
          new MachineId("id-" + all.size()),
          name,
          "host-" + all.size(),
          false,
          List.of(
              new NodeAddress(NodeAddress.Kind.INTERNAL_DNS, "dns-" + all.size() + ".internal")),
          Optional.empty(),
          Optional.of(new Zone("z", "r")),
          Map.of()));
    }
    scene.account.with(Instances.class, new Instances() {
      @Override
      public List<Instance> all(CallContext call) {
        return all;
      }

      @Override
      public boolean addSshKey(SshKey key, CallContext call) {
        keys.add(key);
        return takeKeys;
      }
    });
  }

  private List<String> names(String path) {
    Reply reply = get(path);
    assertThat(reply.status()).as(path + ": " + reply.body()).isEqualTo(200);
    return reply.at("/instances").findValuesAsText("instanceName");
  }

  @Test
  void a1_bothSpellingsOfTheVersionAreServedAlike() {
    for (String version : List.of("v1aplha1", "v1alpha1")) {
      Reply reply = scene.client.send("GET", "/cloudprovider/" + version + "/providerName", "");

      assertThat(reply.body()).isEqualTo("{\"providerName\":\"simulated\"}");
    }
  }

  @Test
  void a2_theLongestLiteralDecidesWhatAPathBelowInstancesMeans() {
    machines(true, "web", "node", "sshKey", "a/b");

    assertThat(get("instances/web/ID").at("/instanceID").asText()).isEqualTo("id-0");
    assertThat(get("instances/a%2Fb/ID").at("/instanceID").asText()).isEqualTo("id-3");
    assertThat(get("instances/a/b/ID").at("/instanceID").asText()).isEqualTo("id-3");
    assertThat(get("instances/node/host-0").at("/nodeName").asText()).isEqualTo("web");
    assertThat(names("instances/node")).containsExactly("node");
    assertThat(names("instances/sshKey")).containsExactly("sshKey");
    assertThat(get("instances/node/ID").at("/instanceID").asText()).isEqualTo("id-1");
    machines(true, "web");
    assertThat(get("instances/node/ID").at("/message").asText()).contains("\"ID\"");
    Reply elsewhere = scene.client.post("instances/web", "{}");
    assertThat(elsewhere.at("/code").asInt()).isEqualTo(405);
    assertThat(elsewhere.head()).contains("Allow: GET, HEAD, OPTIONS");
  }

  @Test
  void a3_theNameIsSearchedWithGosExpressions() {
    machines(true, "web-1", "web-2", "db-1");

    assertThat(names("instances/eb")).containsExactly("web-1", "web-2");
    assertThat(names("instances/^web")).containsExactly("web-1", "web-2");
    assertThat(names("instances/(?P<x>1)$")).containsExactly("web-1", "db-1");
    assertThat(names("instances/[[:alpha:]]b-")).containsExactly("web-1", "web-2", "db-1");
    assertThat(names("instances/")).hasSize(3);
    assertThat(get("instances/(?=w)").at("/reason").asText()).isEqualTo("BadRequest");
    assertThat(get("instances/(w)%5C1").at("/reason").asText()).isEqualTo("BadRequest");
    assertThat(get("instances/w++").at("/reason").asText()).isEqualTo("BadRequest");
  }

  @Test
  void a4_aHostNameIsThatOfTheMachineThenOfTheDnsThenItsName() {
    machines(true, "host-1", "web");

    assertThat(get("instances/node/host-1").at("/nodeName").asText()).isEqualTo("web");
    assertThat(get("instances/node/HOST-0").at("/nodeName").asText()).isEqualTo("host-1");
    assertThat(get("instances/node/dns-1.internal").at("/nodeName").asText()).isEqualTo("web");
    assertThat(get("instances/node/Web").at("/nodeName").asText()).isEqualTo("web");
    assertThat(get("instances/node/missing").at("/code").asInt()).isEqualTo(404);
  }

  @Test
  void a4_whatTakesANameTakesAHostNameAndTheNameWins() {
    machines(true, "host-1", "web");

    assertThat(get("instances/host-0/ID").at("/instanceID").asText()).isEqualTo("id-0");
    assertThat(get("instances/HOST-0/ID").at("/instanceID").asText()).isEqualTo("id-0");
    assertThat(get("instances/host-1/ID").at("/instanceID").asText()).isEqualTo("id-0");
    assertThat(get("instances/dns-1.internal/ID").at("/instanceID").asText()).isEqualTo("id-1");
    assertThat(get("instances/dns-1.internal/nodeAddresses").body())
        .isEqualTo(get("instances/web/nodeAddresses").body())
        .contains("dns-1.internal");
    assertThat(get("instances/dns-1.internal/metadata").body())
        .isEqualTo(get("instances/web/metadata").body());
    assertThat(get("instances/missing/ID").at("/code").asInt()).isEqualTo(404);
    assertThat(get("instances/missing/nodeAddresses").at("/code").asInt()).isEqualTo(404);
  }

  @Test
  void a5_aKeyComesInBase64OrAsItIsUnderEitherName() {
    machines(true, "web");
    String key = "ssh-ed25519 AAAA me";
    String coded = Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));

    send("\"keyData\":\"" + coded + "\"");
    send("\"keydata\":\"" + key + "\"");
    send("\"keydata\":\"x\",\"keyData\":\"" + coded + "\"");
    send("\"keyData\":\"elBqb2loc3N3UlRHSVVIS0xISUhPMzQ1QDQzNQ==\"");
    send("\"keyData\":\"zPjoihsswRTGIUHKLHIHO345@435\"");

    assertThat(keys.stream().map(SshKey::text))
        .containsExactly(
            key,
            key,
            key,
            "elBqb2loc3N3UlRHSVVIS0xISUhPMzQ1QDQzNQ==",
            "zPjoihsswRTGIUHKLHIHO345@435");
    machines(false, "web");
    Reply partly = scene.client.post("instances/sshKey", "{\"user\":\"me\",\"keyData\":\"x\"}");
    assertThat(partly.status()).isEqualTo(200);
    assertThat(partly.body()).isEqualTo("{\"SSHKeyAdded\":false}");
  }

  private void send(String data) {
    Reply reply = scene.client.post("instances/sshKey", "{\"user\":\"me\"," + data + "}");
    assertThat(reply.body()).isEqualTo("{\"SSHKeyAdded\":true}");
  }

  @Test
  void a5_aKeyIsJsonOfAnyTypeButNull() {
    machines(true, "web");

    send("\"keyData\":{\"kty\":\"OKP\",\"x\":[1]}");
    send("\"keyData\":[115,115,104,45,114,115,97,32,120]");
    send("\"keyData\":[1,256]");
    send("\"keyData\":42");
    send("\"keyData\":4.50");
    send("\"keyData\":true");
    send("\"keydata\":[]");

    assertThat(keys.stream().map(SshKey::text))
        .containsExactly(
            "{\"kty\":\"OKP\",\"x\":[1]}", "ssh-rsa x", "[1,256]", "42", "4.5", "true", "[]");
    for (String none :
        List.of("\"x\":1", "\"keyData\":null", "\"keyData\":\"\"", "\"keyData\":\" \"")) {
      Reply refused = scene.client.post("instances/sshKey", "{\"user\":\"me\"," + none + "}");
      assertThat(refused.at("/code").asInt()).as(none).isEqualTo(422);
      assertThat(refused.at("/message").asText()).contains("keyData must be a key");
    }
  }

  @Test
  void a5_aKeyIsLoggedNowhere() {
    List<String> lines;
    try (LogCapture ours = new LogCapture("io.cloudadapter")) {
      scene.client.post("instances/sshKey", "{\"user\":\"me\",\"keyData\":\"ssh-rsa canary\"}");
      scene.client.post("instances/sshKey", "{\"user\":\"\",\"keyData\":\"ssh-rsa canary\"}");
      scene.client.post("instances/sshKey", "{\"user\":\"me\",\"keyData\":[\"canary\"]}");
      lines = ours.lines();
    }

    assertThat(lines).isNotEmpty();
    assertThat(String.join("\n", lines)).doesNotContain("canary").contains("sshKey");
    assertThat(scene
            .client
            .post("instances/sshKey", "{\"user\":\"me\",\"keyData\":{\"a\":\"canary\"}}")
            .body())
        .doesNotContain("canary");
  }

  @Test
  void a6_theMakerOfALoadBalancerHearsThatItExists() {
    Reply made = scene.client.post("tcpLoadBalancers", balancer("lb", "null", "null"));

    assertThat(made.at("/exists").asBoolean()).isTrue();
  }

  @Test
  void a7_aLoadBalancerThatIsNotThereIsNoError() {
    Reply reply = get("tcpLoadBalancers/simulated/lb");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("{\"ingress\":[],\"exists\":false}");
  }

  @Test
  void a8_theBytesOfAnAddressAreReadWhereTheyCanBe() {
    String mapped = "\\u0000".repeat(10) + "\\ufffd\\ufffd";

    assertThat(ingress("one", mapped + "\\u007f\\u0000\\u0000\\u0001")).isEqualTo("127.0.0.1");
    assertThat(ingress("two", "203.0.113.200")).isEqualTo("203.0.113.200");
    assertThat(ingress("three", "2001:db8::1")).isEqualTo("2001:db8:0:0:0:0:0:1");
    assertThat(ingress("four", mapped + "\\ufffd\\u0000\\u0000\\u0001")).isEqualTo("198.18.0.1");
    assertThat(ingress("five", "999.1.1.1")).isEqualTo("198.18.0.2");
    assertThat(ingress("six", "")).isEqualTo("198.18.0.3");
    assertThat(ingress("seven", "example.org")).isEqualTo("198.18.0.4");
    // Go writes this byte as it is, and the others escaped.
    String loopback = mapped + (char) 0x7f + "\\u0000\\u0000\\u0002";
    assertThat(ingress("eight", loopback)).isEqualTo("127.0.0.2");
  }

  @Test
  void a8_whoGaveAnAddressThatCannotBeReadIsWarned() {
    assertThat(ensured("one", "example.org").head())
        .contains("Warning: 299 - \"externalIP could not be read, so the cloud chose an address\"");
    assertThat(ensured("two", "203.0.113.200").head()).doesNotContain("Warning");
    assertThat(ensured("three", "").head()).doesNotContain("Warning");
  }

  private String ingress(String name, String externalIp) {
    Reply reply = ensured(name, externalIp);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.at("/ingress/0/ip").asText();
  }

  private Reply ensured(String name, String externalIp) {
    String body = balancer(name, "[" + port("", 80, 0) + "]", "[]")
        .replace("\"externalIP\":\"\"", "\"externalIP\":\"" + externalIp + "\"");
    return scene.client.post("tcpLoadBalancers", body);
  }

  @Test
  void a9_sessionAffinityIsNoneUnlessItIsSaid() {
    String body = balancer("lb", "[]", "[]");

    scene.client.post("tcpLoadBalancers", body.replace("\"None\"", "\"ClientIP\""));
    assertThat(scene.cloud.loadBalancers().get(0).spec().affinity()).isEqualTo(Affinity.CLIENT_IP);
    scene.client.post("tcpLoadBalancers", body.replace("\"None\"", "null"));
    assertThat(scene.cloud.loadBalancers().get(0).spec().affinity()).isEqualTo(Affinity.NONE);
    Reply wrong = scene.client.post("tcpLoadBalancers", body.replace("\"None\"", "\"Sticky\""));
    assertThat(wrong.at("/details/causes/0/field").asText()).isEqualTo("sessionAffinity");
  }

  @Test
  void a10_udpIsTakenWhereTheCloudSpeaksIt() {
    String body = balancer("dns", "[" + port("", 53, 0).replace("TCP", "UDP") + "]", "[]");

    assertThat(scene.client.post("tcpLoadBalancers", body).status()).isEqualTo(200);
    startAnew(CloudproviderOptions.usual(), cloud -> cloud.udp(false));
    Reply refused = scene.client.post("tcpLoadBalancers", body);
    assertThat(refused.at("/code").asInt()).isEqualTo(422);
    assertThat(refused.at("/details/causes/0/field").asText()).isEqualTo("ports[0].protocol");
    assertThat(scene.cloud.loadBalancers()).isEmpty();
  }

  @Test
  void a11_equalPortsCountOnceUnlessCodesMeanWhatTheyMean() {
    String twice =
        balancer("lb", "[" + port("SMTP", 1234, 1) + "," + port("SMTP", 1234, 1) + "]", "[]");
    String different =
        balancer("other", "[" + port("SMTP", 25, 1) + "," + port("SMTP", 26, 2) + "]", "[]");

    assertThat(scene.client.post("tcpLoadBalancers", twice).status()).isEqualTo(200);
    assertThat(scene.cloud.loadBalancers().get(0).spec().listeners()).hasSize(1);
    assertThat(scene.client.post("tcpLoadBalancers", different).at("/code").asInt())
        .isEqualTo(422);
    startAnew(CloudproviderOptions.usual().semanticCodes(), cloud -> cloud);
    Reply strict = scene.client.post("tcpLoadBalancers", twice);
    assertThat(strict.status()).isEqualTo(422);
    assertThat(strict.at("/details/causes/0/reason").asText()).isEqualTo("FieldValueDuplicate");
    String nameless = balancer("lb", "[" + port("", 25, 1) + "," + port("x", 26, 2) + "]", "[]");
    assertThat(scene.client.post("tcpLoadBalancers", nameless).status()).isEqualTo(422);
  }

  @Test
  void a12_trafficGoesToTheNodePortThenTheTargetPortThenThePort() {
    String ports = "[{\"name\":\"a\",\"port\":80,\"targetPort\":8080,\"nodePort\":30080},"
        + "{\"name\":\"b\",\"port\":81,\"targetPort\":8081,\"nodePort\":0},"
        + "{\"name\":\"c\",\"port\":82,\"targetPort\":\"8082\"},"
        + "{\"name\":\"d\",\"port\":83,\"targetPort\":0,\"nodePort\":0},"
        + "{\"name\":\"e\",\"port\":84,\"targetPort\":\"http\",\"nodePort\":30084}]";

    assertThat(
            scene.client.post("tcpLoadBalancers", balancer("lb", ports, "[]")).status())
        .isEqualTo(200);
    assertThat(scene.cloud.loadBalancers().get(0).spec().listeners().stream()
            .map(Listener::targetPort))
        .containsExactly(30080, 8081, 8082, 83, 30084);
    Reply named = scene.client.post(
        "tcpLoadBalancers", balancer("x", "[{\"port\":84,\"targetPort\":\"http\"}]", "[]"));
    assertThat(named.at("/details/causes/0/field").asText()).isEqualTo("ports[0].targetPort");
  }

  @Test
  void a13_nullIsAnEmptyListAndALoadBalancerMayHaveNoHosts() {
    assertThat(scene
            .client
            .post("tcpLoadBalancers", balancer("lb", "null", "null"))
            .status())
        .isEqualTo(200);
    assertThat(scene
            .client
            .put("tcpLoadBalancers/simulated/lb", "{\"hosts\":null}")
            .status())
        .isEqualTo(204);
    // To say nothing of hosts is not to say that there are none.
    assertThat(
            scene.client.put("tcpLoadBalancers/simulated/lb", "{}").at("/code").asInt())
        .isEqualTo(422);
  }

  @Test
  void a14_whoAsksForOneThatIsThereChangesIt() {
    scene.client.post("tcpLoadBalancers", balancer("lb", "[" + port("", 80, 1) + "]", "[]"));

    scene.client.post("tcpLoadBalancers", balancer("lb", "[" + port("", 81, 1) + "]", "[]"));

    assertThat(scene.cloud.loadBalancers())
        .singleElement()
        .satisfies(balancer -> assertThat(balancer.spec().listeners())
            .containsExactly(new Listener("", Protocol.TCP, 81, 1)));
    Reply moved = scene.client.post(
        "tcpLoadBalancers",
        balancer("lb", "[]", "[]").replace("\"externalIP\":\"\"", "\"externalIP\":\"192.0.2.9\""));
    assertThat(moved.at("/reason").asText()).isEqualTo("Conflict");
  }

  @Test
  void a15_hostsOfALoadBalancerThatIsNotThereAreAnError() {
    Reply reply = scene.client.put("tcpLoadBalancers/simulated/lb", "{\"hosts\":[]}");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.at("/reason").asText()).isEqualTo("NotFound");
  }

  @Test
  void a16_nothingIsAnsweredWith201() {
    assertThat(scene.client.post("tcpLoadBalancers", balancer("lb", "[]", "[]")).status())
        .isEqualTo(200);
    assertThat(scene
            .client
            .post("routes", route("h", "", scene.machine(), "10.0.0.0/24"))
            .status())
        .isEqualTo(200);
  }

  @Test
  void a17_theZoneIsTheConfiguredOneAndThatOfAMachineCanBeAskedFor() {
    startAnew(
        new CloudproviderOptions(false, Optional.of("c"), Optional.empty(), Optional.empty()),
        cloud -> cloud);
    String machine = scene.machine();

    assertThat(get("zones").at("/failureDomain").asText()).isEqualTo("c");
    assertThat(get("zones/" + machine).at("/failureDomain").asText()).isEqualTo("a");
    assertThat(get("zones").at("/spec/region").asText()).isEqualTo("simulated");
  }

  @Test
  void a18_aRouteGetsANameThatCanStandInAPathAndIsMadeOnce() {
    String machine = scene.machine();

    for (int i = 0; i < 2; i++) {
      scene.client.post("routes", route("node/1 of 10.0.0.0/24", "", machine, "10.0.0.0/24"));
      scene.client.post("routes", route("", "", machine, "10.0.1.0/24"));
      scene.client.post("routes", route("", "mine", machine, "10.0.2.0/24"));
    }

    List<String> names = get("routes/k").at("/routes").findValuesAsText("routeName");
    assertThat(names).hasSize(3).contains("k-node-1-of-10.0.0.0-24", "mine").allSatisfy(name -> {
      assertThat(name).matches("[A-Za-z0-9._-]+");
      assertThat(scene.client.delete("routes/k/" + name).status()).isEqualTo(204);
    });
    assertThat(scene.cloud.routes()).isEmpty();
  }

  @Test
  void a19_aRouteThatIsNotThereIsDeletedAlready() {
    assertThat(scene.client.delete("routes/k/missing").status()).isEqualTo(204);
  }

  @Test
  void a20_aCloudWithoutClustersLacksTheInterface() {
    startAnew(CloudproviderOptions.usual(), cloud -> cloud.clusters(List.of()));

    assertThat(scene.client.options("clusters").status()).isEqualTo(501);
    scene.account.with(Clusters.class, call -> List.of());
    assertThat(get("clusters").at("/reason").asText()).isEqualTo("NotFound");
  }

  @Test
  void a21_segmentsAreDecodedOnceAndNamesThatCannotStandThereAreNotTold() {
    machines(true, "a b", "a%b", "a+b", "a/b", "ok");

    assertThat(get("instances/a%20b/ID").at("/instanceID").asText()).isEqualTo("id-0");
    assertThat(get("instances/a%25b/ID").at("/instanceID").asText()).isEqualTo("id-1");
    assertThat(get("instances/a+b/ID").at("/instanceID").asText()).isEqualTo("id-2");
    assertThat(names("instances/")).containsExactly("ok");
  }

  @Test
  void a22_eachInterfaceIsThereOrNotByItself() {
    scene.account.without(Routes.class);

    assertThat(scene.client.options("routes").status()).isEqualTo(501);
    assertThat(scene.client.options("zones").status()).isEqualTo(200);
    Reply reply = scene.client.delete("routes/k/x");
    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.at("/reason").asText()).isEqualTo("MethodNotAllowed");
  }

  @Test
  void a23_theMainListenerWantsOurCredentials() {
    try (TestServer closed = new TestServer(builder -> builder
        .cloudprovider(scene.account, CloudproviderOptions.usual())
        .tokens(List.of(BearerToken.sha256(
            "k8s", Role.OPERATE, HashedTokens.sha256("a-token-for-kubernetes")))))) {
      String path = "/cloudprovider/v1aplha1/zones";

      var stranger = closed.get(path);
      assertThat(stranger.statusCode()).isEqualTo(401);
      assertThat(stranger.body()).contains("\"kind\":\"Status\"").contains("Unauthorized");
      assertThat(
              closed.get(path, "Authorization", "Bearer a-token-for-kubernetes").statusCode())
          .isEqualTo(200);
      assertThat(closed.server.plainCloudprovider()).isEmpty();
    }
  }

  @Test
  void a24_headIsGetAnUnknownInterfaceIsNotSupportedAndOneSlashMoreIsNoMatter() {
    assertThat(scene.server.send("HEAD", "/cloudprovider/v1aplha1/zones", "").statusCode())
        .isEqualTo(200);
    assertThat(scene.client.options("nonsense").status()).isEqualTo(501);
    assertThat(scene.client.options("zones/").status()).isEqualTo(200);
    assertThat(get("zones/").at("/failureDomain").asText()).isEqualTo("a");
    assertThat(get("routes/k/").body()).isEqualTo("{\"routes\":[]}");
    assertThat(get("instances/" + scene.machine() + "/ID/").status()).isEqualTo(200);
  }
}

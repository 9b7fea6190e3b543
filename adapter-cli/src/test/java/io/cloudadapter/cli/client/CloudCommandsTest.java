package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Looks at and changes what lies beside machines, with a server that answers as told. */
class CloudCommandsTest {
  private static final String PREFIX = "GET /cloudprovider/v1alpha1/";

  private FakeServer server;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer();
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void instances(String path) {
    server
        .on(
            PREFIX + "instances/" + path,
            200,
            "{\"instances\":[{\"instanceName\":\"i-1\"},{\"instanceName\":\"i-2\"}]}")
        .on(PREFIX + "instances/i-1/metadata", 200, """
            {"exists": true, "shutdown": true, "providerID": "simulated://i-1",
             "instanceName": "i-1", "hostName": "host-1", "instanceType": "small",
             "nodeAddresses": [{"type": "InternalIP", "address": "10.0.0.1"},
                               {"type": "InternalDNS", "address": "host-1.internal"},
                               {"type": "ExternalIP", "address": "203.0.113.1"}],
             "zone": "a", "region": "north", "labels": {"team": "blue"}}
            """)
        .on(PREFIX + "instances/i-2/metadata", 200, "{\"exists\": false}");
  }

  @Test
  void showsMachinesThatAreStillThere() {
    instances("%5Ei-%5B0-9%5D%3F");

    CommandRunner.Result result = shell.run("instances", "^i-[0-9]?");

    assertThat(result.err()).isEmpty();
    assertThat(result.lines())
        .containsExactly(
            "INSTANCE  SIZE   ZONE  REGION  STATE    ADDRESSES",
            "i-1       small  a     north   stopped  10.0.0.1,203.0.113.1");
  }

  @Test
  void showsAllOfThemToPrograms() {
    instances("");

    assertThat(shell.run("instances", "--json").out())
        .contains("\"name\"")
        .contains("\"shutDown\"")
        .contains("203.0.113.1")
        .doesNotContain("i-2");
  }

  @Test
  void showsWhereALoadBalancerIsReached() {
    server
        .on(PREFIX + "zones", 200, "{\"failureDomain\": \"a\", \"region\": \"north\"}")
        .on(
            PREFIX + "tcpLoadBalancers/north/web",
            200,
            "{\"ingress\": [{\"ip\": \"198.18.0.1\"}, {\"hostname\": \"web.example\"}],"
                + " \"exists\": true}")
        .on(
            PREFIX + "tcpLoadBalancers/north/web/hosts",
            200,
            "{\"hosts\": [{\"hostname\": \"i-1\", \"health\": \"HEALTHY\"}], \"exists\": true}")
        .on(PREFIX + "tcpLoadBalancers/south/web", 200, "{\"ingress\": [], \"exists\": true}")
        .on(PREFIX + "tcpLoadBalancers/south/web/hosts", 200, "{\"hosts\": [], \"exists\": true}")
        .on(PREFIX + "tcpLoadBalancers/north/x", 200, "{\"ingress\": [], \"exists\": false}");

    assertThat(shell.run("lb", "web").lines())
        .isEqualTo(List.of("load balancer web in north: 198.18.0.1, web.example", "i-1  HEALTHY"));
    assertThat(shell.run("lb", "web", "--json").out()).contains("\"health\"");
    assertThat(shell.run("lb", "web", "--region", "south").lines())
        .isEqualTo(List.of("load balancer web in south: being prepared"));
    CommandRunner.Result none = shell.run("lb", "x");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("there is no load balancer x in region north");
  }

  @Test
  void showsRoutesAndWhichLeadNowhere() {
    server.on(PREFIX + "routes/k", 200, """
        {"routes": [{"routeName": "k-1", "targetInstance": "i-1", "destinationCIDR": "10.1.0.0/24"},
                    {"routeName": "k-2", "targetInstance": "i-2", "destinationCIDR": "10.2.0.0/24",
                     "blackhole": true}]}
        """);

    assertThat(shell.run("routes", "k").lines())
        .containsExactly(
            "ROUTE  DESTINATION  TARGET",
            "k-1    10.1.0.0/24  i-1",
            "k-2    10.2.0.0/24  i-2     leads nowhere");
    assertThat(shell.run("routes", "k", "--json").out()).contains("\"blackhole\"");
  }

  @Test
  void makesALoadBalancerSo() {
    server
        .on(PREFIX + "zones", 200, "{\"failureDomain\": \"a\", \"region\": \"north\"}")
        .on(
            "POST /cloudprovider/v1alpha1/tcpLoadBalancers",
            200,
            "{\"ingress\": [{\"ip\": \"198.18.0.1\"}], \"exists\": true}");

    CommandRunner.Result made = shell.run(
        "lb",
        "ensure",
        "web",
        "--port",
        "http=80:30080",
        "--port",
        "53/udp",
        "--host",
        "i-1",
        "--host",
        "i-2",
        "--sticky",
        "--address",
        "203.0.113.7");

    assertThat(made.err()).isEmpty();
    assertThat(made.lines()).containsExactly("load balancer web in north: 198.18.0.1");
    assertThat(server.writes())
        .singleElement()
        .asString()
        .startsWith("POST /cloudprovider/v1alpha1/tcpLoadBalancers {\"loadBalancerName\":\"web\","
            + "\"region\":\"north\",\"externalIP\":\"203.0.113.7\",\"ports\":[")
        .contains("\"port\":80", "\"nodePort\":30080", "\"name\":\"http\"", "\"protocol\":\"TCP\"")
        .contains("\"port\":53", "\"nodePort\":53", "\"name\":\"port-53\"", "\"protocol\":\"UDP\"")
        .endsWith("\"hosts\":[{\"hostname\":\"i-1\"},{\"hostname\":\"i-2\"}],"
            + "\"sessionAffinity\":\"ClientIP\"}");
  }

  @Test
  void replacesTheHostsOfALoadBalancerAndDeletesIt() {
    String web = "/cloudprovider/v1alpha1/tcpLoadBalancers/south/web";
    server.on("PUT " + web, 204, "").on("DELETE " + web, 204, "");

    assertThat(
            shell.run("lb", "hosts", "web", "i-1", "i-2", "--region", "south").lines())
        .containsExactly("load balancer web in south: i-1, i-2");
    assertThat(shell.run("lb", "hosts", "web", "--none", "--region", "south").lines())
        .containsExactly("load balancer web in south: no hosts");
    assertThat(shell.run("lb", "delete", "web", "--region", "south").lines())
        .containsExactly("load balancer web in south: deleted");
    assertThat(server.writes())
        .containsExactly(
            "PUT " + web + " {\"hosts\":[{\"hostname\":\"i-1\"},{\"hostname\":\"i-2\"}]}",
            "PUT " + web + " {\"hosts\":[]}",
            "DELETE " + web);
  }

  @Test
  void makesAndDeletesRoutes() {
    server
        .on("POST /cloudprovider/v1alpha1/routes", 200, "{\"routeCreated\": true}")
        .on("DELETE /cloudprovider/v1alpha1/routes/k/k-1", 204, "");

    assertThat(shell
            .run("routes", "create", "k", "i-1", "10.1.0.0/24", "--name", "r")
            .lines())
        .containsExactly("cluster k: 10.1.0.0/24 leads to i-1");
    assertThat(shell.run("routes", "delete", "k", "k-1").lines())
        .containsExactly("route k-1 of cluster k: deleted");
    assertThat(server.writes().get(0))
        .contains("\"clusterName\":\"k\"", "\"routeName\":\"r\"", "\"targetInstance\":\"i-1\"");
    assertThat(server.writes()).hasSize(2);
  }

  @Test
  void refusesWhatNoServerNeedsToSee() {
    List<String> region = List.of("--region", "north");

    assertThat(shell.run("lb").err()).contains("a name is missing, or a command: ensure");
    assertThat(shell.run("routes").err()).contains("a cluster is missing, or a command: create");
    assertThat(
            shell.run("lb", "ensure", "web", "--port", "http", "--region", "n").err())
        .contains("--port must be [NAME=]PORT[:TARGET][/udp], such as http=80:30080, was http");
    assertThat(
            shell.run("lb", "ensure", "web", "--port", "70000", "--region", "n").err())
        .contains("port must be 1 to 65535, was 70000");
    assertThat(shell.run("lb", "hosts", "web", region.get(0), region.get(1)).err())
        .contains("give the machines behind it, or --none");
    assertThat(shell.run("routes", "create", "k", "i-1", "10.1.0.1/24").err())
        .contains("10.1.0.1/24");
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void tellsARefusalByTheCodeInside() {
    server.on(
        "POST /cloudprovider/v1alpha1/routes",
        404,
        "{\"kind\": \"Status\", \"message\": \"the block overlaps\", \"code\": 409}");

    CommandRunner.Result refused = shell.run("routes", "create", "k", "i-1", "10.1.0.0/24");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("the block overlaps").doesNotContain("404");
  }

  @Test
  void passesOnWhatTheServerSays() {
    server
        .on(
            PREFIX + "routes/k",
            404,
            "{\"kind\": \"Status\", \"message\": \"too many requests\", \"code\": 429}")
        .on(
            PREFIX + "routes/j",
            200,
            "{\"routes\": [{\"routeName\": \"a/b\","
                + " \"targetInstance\": \"i-1\", \"destinationCIDR\": \"10.1.0.0/24\"}]}");

    assertThat(shell.run("routes", "k").err()).contains("too many requests");
    assertThat(shell.run("routes", "j").err()).contains("cannot be read");
    assertThat(shell.run("lb", "web").code()).isEqualTo(1);
  }
}

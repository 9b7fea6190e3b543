package io.cloudadapter.server.cloudprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.SingleAccount;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.kube.KubernetesScene;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each route of the HTTP cloudprovider API on the main listener × each role. */
class CloudproviderRolesTest {
  private static final Map<Role, String> TOKENS = Map.of(
      Role.READ, "token-for-reading-1",
      Role.OPERATE, "token-for-operating-1",
      Role.ADMIN, "token-for-everything-1");
  private static KubernetesScene scene;
  private static TestServer server;
  private static String machine;

  @BeforeAll
  static void start() {
    List<BearerToken> tokens = new ArrayList<>();
    TOKENS.forEach((role, token) ->
        tokens.add(BearerToken.sha256(role.name(), role, HashedTokens.sha256(token))));
    scene = new KubernetesScene();
    machine = scene.machine();
    server = new TestServer(builder ->
        builder.cloudprovider(scene.account, CloudproviderOptions.usual()).tokens(tokens));
  }

  @AfterAll
  static void stop() {
    server.close();
    scene.close();
  }

  /** Who looks needs to read, who changes anything to operate. */
  private static Role needed(HttpRoute route) {
    return switch (route.method()) {
      case "GET", "OPTIONS" -> Role.READ;
      default -> Role.OPERATE;
    };
  }

  static Stream<Arguments> cells() {
    List<HttpRoute> routes =
        new CloudproviderRoutes(SingleAccount.empty(), CloudproviderOptions.usual()).routes();
    assertThat(routes).hasSize(110);
    return routes.stream()
        .flatMap(route -> Stream.concat(
                Stream.of(Optional.<Role>empty()), Stream.of(Role.values()).map(Optional::of))
            .map(role -> Arguments.of(route.method(), route.template(), needed(route), role)));
  }

  @ParameterizedTest(name = "{0} {1} asked with {3}")
  @MethodSource("cells")
  void aRouteAnswersThoseWhoMayAskOnly(
      String method, String template, Role needed, Optional<Role> role) {
    String path = template
        .replace("{region}/{name}", "simulated/lb")
        .replace("{cluster}", "simulated")
        .replace("{instance}", machine)
        .replace("{route}", "r")
        .replace("{rest...}", machine + "/ID")
        .replace("{interface}", "nonsense");
    String[] headers = role.isEmpty()
        ? new String[0]
        : new String[] {"Authorization", "Bearer " + TOKENS.get(role.get())};

    int status = server.send(method, path, body(method, path), headers).statusCode();

    if (role.isEmpty()) {
      assertThat(status).isEqualTo(401);
    } else if (!role.get().covers(needed)) {
      assertThat(status).isEqualTo(403);
    } else {
      assertThat(status).isEqualTo(right(method, path));
    }
  }

  private static int right(String method, String path) {
    if (path.contains("nonsense")) {
      return method.equals("OPTIONS") ? 501 : 404;
    }
    return method.equals("PUT") || method.equals("DELETE") ? 204 : 200;
  }

  private static String body(String method, String path) {
    if (method.equals("PUT")) {
      // There has to be one.
      scene.client.post("tcpLoadBalancers", KubernetesScene.balancer("lb", "[]", "[]"));
      return "{\"hosts\":[]}";
    }
    if (!method.equals("POST")) {
      return "";
    }
    if (path.contains("sshKey")) {
      return "{\"user\":\"me\",\"keyData\":\"ssh-rsa x\"}";
    }
    return path.contains("routes")
        ? KubernetesScene.route("h", "", machine, "10.0.0.0/24")
        : KubernetesScene.balancer("lb", "[]", "[]");
  }
}

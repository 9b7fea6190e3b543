package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
import io.cloudadapter.fake.kubernetes.ApiStandIn.Fault;
import io.cloudadapter.kubernetes.ClusterCheck.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor finds out about the clusters to which hooks lead. */
class ClusterCheckTest {
  private static final String ACCESS =
      "; see docs/how-to/drain-nodes.md#credentials-and-permissions";

  @TempDir
  private Path directory;

  private TestCluster test;

  @BeforeEach
  void start() throws IOException {
    test = new TestCluster(directory);
  }

  @AfterEach
  void end() {
    test.close();
  }

  private LifecycleHook hook(String name, LifecycleTransition on, String... keys) {
    Map<String, String> parameters = new TreeMap<>(
        Map.of("namespace", "cloudadapter", "kubeconfig", test.kubeconfig.toString()));
    for (int i = 0; i < keys.length; i += 2) {
      parameters.put(keys[i], keys[i + 1]);
    }
    return LifecycleHook.on(
        name,
        on,
        Duration.ofMinutes(2),
        new HookTarget(NodeChannel.NAME, parameters, Optional.empty()));
  }

  private List<Finding> check(LifecycleHook... hooks) {
    var pool = PoolConfig.named("web", "lab", 10);
    for (LifecycleHook hook : hooks) {
      pool.hook(hook);
    }
    return new ClusterCheck(System::nanoTime).of(List.of(pool.build()));
  }

  @Test
  void a_cluster_that_answers_and_allows_all_is_named_with_its_version() {
    List<Finding> findings = check(
        hook("ready", LifecycleTransition.LAUNCH), hook("drain", LifecycleTransition.TERMINATE));

    assertThat(findings).allMatch(Finding::isOk);
    assertThat(findings)
        .extracting(Finding::toString)
        .containsExactly(
            "pools.web.hooks.ready: the API server " + test.standIn.uri()
                + " answers, version v1.30.2" + ACCESS,
            "pools.web.hooks.ready: user robot of " + test.kubeconfig
                + " has the 11 permissions that the hooks need" + ACCESS);
    assertThat(test.standIn.requests("POST", "selfsubjectaccessreviews")).hasSize(11);
  }

  @Test
  void each_permission_that_is_missing_has_a_line() {
    test.standIn.forbids(request -> request.path().endsWith("/eviction")
        || (request.method().equals("PATCH") && request.path().endsWith("/nodes")));

    assertThat(check(hook("drain", LifecycleTransition.TERMINATE)))
        .filteredOn(finding -> !finding.isOk())
        .extracting(Finding::toString)
        .containsExactly(
            "pools.web.hooks.drain: user robot of " + test.kubeconfig
                + " has no permission to patch nodes" + ACCESS,
            "pools.web.hooks.drain: user robot of " + test.kubeconfig
                + " has no permission to create pods/eviction" + ACCESS);
  }

  @Test
  void only_what_the_hooks_need_is_asked_for() {
    test.standIn.forbids(request -> request.path().contains("/pods")
        || (request.method().equals("DELETE") && request.path().endsWith("/nodes")));

    assertThat(check(hook("ready", LifecycleTransition.LAUNCH))).allMatch(Finding::isOk);
    assertThat(check(hook("drain", LifecycleTransition.WARM_RETURN, "deleteAtTimeout", "true")))
        .filteredOn(finding -> !finding.isOk())
        .extracting(Finding::what)
        .extracting(what -> what.replaceAll(".*permission to ", ""))
        .containsExactly("list pods", "create pods/eviction", "delete pods");
  }

  @Test
  void a_role_that_allows_the_cluster_info_alone_is_enough_for_join_tokens() {
    test.standIn.forbids(request -> request.path().contains("/configmaps")
        && !request.path().endsWith("/kube-public/configmaps/cluster-info"));
    LifecycleHook join = hook("join", LifecycleTransition.LAUNCH, "joinToken", "1h");
    assertThat(check(join)).allMatch(Finding::isOk);

    test.standIn.forbids(request -> request.path().contains("/configmaps"));
    assertThat(check(join))
        .filteredOn(finding -> !finding.isOk())
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .endsWith("has no permission to get configmaps cluster-info in namespace kube-public");
  }

  @Test
  void a_cluster_that_is_away_is_named_with_its_address() {
    test.standIn.away(true);

    assertThat(check(hook("drain", LifecycleTransition.TERMINATE)))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.isOk()).isFalse();
          assertThat(finding.what()).contains("GET /version at " + test.standIn.uri());
          assertThat(finding.page()).isEqualTo("docs/how-to/drain-nodes.md#failures");
        });
  }

  @Test
  void credentials_that_are_refused_and_proxies_are_named() {
    test.standIn.next("GET", "/version", Fault.GARBLED);
    assertThat(check(hook("drain", LifecycleTransition.TERMINATE)))
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .contains("answered GET /version with status 200 and 13 bytes of text/html");

    test.standIn.accepts("another");
    assertThat(check(hook("drain", LifecycleTransition.TERMINATE)))
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .contains("does not accept the credentials of user robot")
        .doesNotContain(ApiStandIn.TOKEN);
  }

  @Test
  void pools_without_such_hooks_have_no_findings() {
    assertThat(check()).isEmpty();
  }
}

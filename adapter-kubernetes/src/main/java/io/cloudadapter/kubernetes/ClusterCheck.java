package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Ticker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Asks the clusters to which hooks lead whether those hooks will work: whether the API server answers, its version, and
 * what its authorization allows. Changes nothing.
 */
public final class ClusterCheck {
  private static final String PAGE = "docs/how-to/drain-nodes.md";
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  private static final Set<String> REVIEW = Set.of("SelfSubjectAccessReview");

  /**
   * One thing that was found out about a cluster.
   *
   * @param isOk whether the hooks can work as far as this is concerned
   * @param key the pool and the hook that lead there, as an error of the configuration names them
   * @param what a sentence without a full stop
   * @param page the section of the documentation that has what to do
   */
  public record Finding(boolean isOk, String key, String what, String page) {
    /** Checks that nothing is null. */
    public Finding {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(what, "what");
      Objects.requireNonNull(page, "page");
    }

    /** The finding as one line. */
    @Override
    public String toString() {
      return key + ": " + what + "; see " + page;
    }
  }

  private final ServiceAccountFiles pod;
  private final Ticker ticker;

  /**
   * A check of this process.
   *
   * @param ticker monotonic time, for the deadlines of requests
   */
  public ClusterCheck(Ticker ticker) {
    this(ServiceAccountFiles.ofThisPod(), ticker);
  }

  ClusterCheck(ServiceAccountFiles pod, Ticker ticker) {
    this.pod = pod;
    this.ticker = Objects.requireNonNull(ticker, "ticker");
  }

  /**
   * Asks each cluster and namespace once.
   *
   * @param pools the pools, whose hooks are sound
   * @return what was found out, in the order of the hooks; empty if no hook leads to a cluster
   */
  public List<Finding> of(Collection<PoolConfig> pools) {
    Map<ClusterWatch.Key, String> keys = new LinkedHashMap<>();
    Map<ClusterWatch.Key, Set<NeededAccess>> needs = new LinkedHashMap<>();
    for (PoolConfig pool : pools) {
      for (LifecycleHook hook : pool.hooks()) {
        if (hook.target().channel().equals(NodeChannel.NAME)) {
          NodeTarget target = NodeTarget.of(hook.target());
          ClusterWatch.Key cluster = ClusterWatch.Key.of(target);
          keys.putIfAbsent(cluster, "pools." + pool.name() + ".hooks." + hook.name());
          needs
              .computeIfAbsent(cluster, unseen -> new LinkedHashSet<>())
              .addAll(NeededAccess.of(hook.transition(), target));
        }
      }
    }
    List<Finding> findings = new ArrayList<>();
    try (ApiServers servers = new ApiServers(pod)) {
      keys.forEach((cluster, key) -> {
        try {
          ask(servers.of(cluster.server()), key, needs.getOrDefault(cluster, Set.of()), findings);
        } catch (CloudException e) {
          findings.add(new Finding(false, key, String.valueOf(e.getMessage()), PAGE + "#failures"));
        }
      });
    }
    return List.copyOf(findings);
  }

  private void ask(ApiServer server, String key, Set<NeededAccess> needs, List<Finding> findings) {
    findings.add(new Finding(
        true,
        key,
        "the API server " + server.address() + " answers, version " + version(server),
        PAGE + "#credentials-and-permissions"));
    List<NeededAccess> missing = new ArrayList<>();
    for (NeededAccess need : needs) {
      if (!isAllowed(server, need)) {
        missing.add(need);
      }
    }
    for (NeededAccess need : missing) {
      findings.add(new Finding(
          false,
          key,
          server.access().credentials() + " has no permission to " + need,
          PAGE + "#credentials-and-permissions"));
    }
    if (missing.isEmpty()) {
      findings.add(new Finding(
          true,
          key,
          server.access().credentials() + " has the " + needs.size()
              + " permissions that the hooks need",
          PAGE + "#credentials-and-permissions"));
    }
  }

  private String version(ApiServer server) {
    ApiServer.Reply reply = server.ask("/version", call());
    if (!reply.isDone()) {
      throw server.refused("GET /version", reply);
    }
    String version = reply.json().path("gitVersion").asText("");
    if (!version.matches("v[0-9A-Za-z.+-]{1,60}")) {
      throw server.unexpected("GET /version", reply, "an object with a gitVersion");
    }
    return version;
  }

  private boolean isAllowed(ApiServer server, NeededAccess need) {
    ObjectNode review = ApiServer.JSON.createObjectNode();
    review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SelfSubjectAccessReview");
    ObjectNode attributes = review.putObject("spec").putObject("resourceAttributes");
    need.namespace().ifPresent(namespace -> attributes.put("namespace", namespace));
    need.subresource().ifPresent(part -> attributes.put("subresource", part));
    need.name().ifPresent(object -> attributes.put("name", object));
    attributes.put("verb", need.verb()).put("resource", need.resource());
    ApiServer.Reply reply = server.write("POST", REVIEWS, review, REVIEW, call());
    if (!reply.isDone()) {
      throw server.refused("POST " + REVIEWS, reply);
    }
    return reply.json().path("status").path("allowed").asBoolean(false);
  }

  private CallContext call() {
    return new TimedCall(ticker, ApiCluster.TIMEOUT);
  }
}

package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** A cluster by its API server. Each request has {@link #TIMEOUT}, or less. */
final class ApiCluster implements Cluster {
  /** The longest that a request may take. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final int PAGE = 250;
  private static final Set<String> EVICTED = Set.of(ReplyKind.STATUS, "Eviction");

  private final Supplier<ApiServer> server;
  private final String namespace;
  private final ListWatch<Node> nodes;
  private final Ticker ticker;
  private final OptionalLong end;

  ApiCluster(Supplier<ApiServer> server, String namespace, ListWatch<Node> nodes, Ticker ticker) {
    this(server, namespace, nodes, ticker, OptionalLong.empty());
  }

  private ApiCluster(
      Supplier<ApiServer> server,
      String namespace,
      ListWatch<Node> nodes,
      Ticker ticker,
      OptionalLong end) {
    this.server = server;
    this.namespace = namespace;
    this.nodes = nodes;
    this.ticker = ticker;
    this.end = end;
  }

  @Override
  public Cluster until(long nanos) {
    return new ApiCluster(server, namespace, nodes, ticker, OptionalLong.of(nanos));
  }

  @Override
  public Collection<Node> nodes() {
    return nodes.objects().values();
  }

  @Override
  public boolean isCurrentSince(long nanos) {
    return nodes.isCurrentSince(nanos);
  }

  @Override
  public boolean cordon(Node node) {
    ObjectNode patch = node(node);
    ((ObjectNode) patch.get("metadata")).putObject("annotations").put(Node.CORDONED, "true");
    patch.putObject("spec").put("unschedulable", true);
    return patch(node, patch);
  }

  @Override
  public boolean uncordon(Node node) {
    ObjectNode patch = node(node);
    ((ObjectNode) patch.get("metadata")).putObject("annotations").putNull(Node.CORDONED);
    patch.putObject("spec").putNull("unschedulable");
    return patch(node, patch);
  }

  /** A patch of this very node, and of no successor with its name. */
  private static ObjectNode node(Node node) {
    ObjectNode patch = ApiServer.JSON.createObjectNode();
    patch.putObject("metadata").put("uid", node.uid());
    return patch;
  }

  private boolean patch(Node node, ObjectNode patch) {
    return write("PATCH", "/api/v1/nodes/" + ApiServer.escaped(node.name()), patch, "Node")
        .isDone();
  }

  @Override
  public List<Pod> pods(Node node) {
    List<Pod> pods = new ArrayList<>();
    CallContext call = call();
    String more = "";
    do {
      JsonNode page = server
          .get()
          .get(
              "/api/v1/pods?limit=" + PAGE + "&fieldSelector="
                  + ApiServer.escaped("spec.nodeName=" + node.name())
                  + (more.isEmpty() ? "" : "&continue=" + ApiServer.escaped(more)),
              "PodList",
              call)
          .json();
      page.path("items").forEach(pod -> pods.add(Pod.read(pod)));
      more = page.path("metadata").path("continue").asText("");
    } while (!more.isEmpty());
    return pods;
  }

  @Override
  public EvictionReply evict(Pod pod, Optional<Duration> grace) {
    ObjectNode eviction = ApiServer.JSON.createObjectNode();
    eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction.putObject("metadata").put("namespace", pod.namespace()).put("name", pod.name());
    eviction.set("deleteOptions", options(pod.uid(), grace));
    ApiServer api = server.get();
    String path = path(pod) + "/eviction";
    ApiServer.Reply reply = api.write("POST", path, eviction, EVICTED, call());
    if (reply.isDone() || isGone(reply) || isNamespaceEnding(reply)) {
      return EvictionReply.accepted();
    }
    // 500: several disruption budgets cover the pod, which a person can change.
    if (reply.status() == 429 || reply.status() == 500) {
      return EvictionReply.refused(reply.http().retryAfter(), whyRefused(reply));
    }
    throw api.refused("POST " + path, reply);
  }

  /** Which disruption budget refuses an eviction; the message of the reply if it names none. */
  private static String whyRefused(ApiServer.Reply reply) {
    String message = ApiServer.statusMessage(reply);
    if (message.isEmpty()) {
      return "status " + reply.status(); // A proxy on the way may have answered.
    }
    for (JsonNode cause : causes(reply)) {
      if ("DisruptionBudget".equals(cause.path("reason").asText(""))) {
        return ApiServer.oneLine(cause.path("message"));
      }
    }
    return message;
  }

  @Override
  public void deletePod(Pod pod, Optional<Duration> grace) {
    ApiServer.Reply unused = write("DELETE", path(pod), options(pod.uid(), grace), "Pod");
  }

  @Override
  public void deleteNode(Node node) {
    String path = "/api/v1/nodes/" + ApiServer.escaped(node.name());
    ApiServer.Reply unused = write("DELETE", path, options(node.uid(), Optional.empty()), "Node");
  }

  @Override
  public void markAnswered(NodeMessage message) {
    ObjectNode patch = ApiServer.JSON.createObjectNode();
    patch.putObject("metadata").putObject("annotations").put(NodeMessage.ANSWERED, "true");
    ApiServer.Reply unused = write("PATCH", secret(message), patch, "Secret");
  }

  @Override
  public void remove(NodeMessage message) {
    ApiServer.Reply unused =
        write("DELETE", secret(message), ApiServer.JSON.createObjectNode(), "Secret");
  }

  private String secret(NodeMessage message) {
    return "/api/v1/namespaces/" + namespace + "/secrets/" + ApiServer.escaped(message.name());
  }

  private static String path(Pod pod) {
    return "/api/v1/namespaces/" + ApiServer.escaped(pod.namespace()) + "/pods/"
        + ApiServer.escaped(pod.name());
  }

  /** The options of a deletion of this very object, and of no successor with its name. */
  static ObjectNode options(String uid, Optional<Duration> grace) {
    ObjectNode options = ApiServer.JSON.createObjectNode();
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    options.putObject("preconditions").put("uid", uid);
    grace.ifPresent(time -> options.put("gracePeriodSeconds", time.toSeconds()));
    return options;
  }

  /** What is gone, or is another object by now, is no error. */
  private ApiServer.Reply write(String method, String path, JsonNode body, String kind) {
    ApiServer api = server.get();
    // A deletion is answered with the object that ends, or with a Status.
    Set<String> kinds = method.equals("DELETE") ? Set.of(kind, ReplyKind.STATUS) : Set.of(kind);
    ApiServer.Reply reply = api.write(method, path, body, kinds, call());
    if (!reply.isDone() && !isGone(reply)) {
      throw api.refused(method + " " + path, reply);
    }
    return reply;
  }

  private static boolean isGone(ApiServer.Reply reply) {
    return reply.status() == 404 || reply.status() == 409;
  }

  /** A pod of a namespace that is being deleted ends by itself; the API server refuses to evict it. */
  private static boolean isNamespaceEnding(ApiServer.Reply reply) {
    for (JsonNode cause : causes(reply)) {
      if ("NamespaceTerminating".equals(cause.path("reason").asText(""))) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode causes(ApiServer.Reply reply) {
    return reply.json().path("details").path("causes");
  }

  private CallContext call() {
    if (end.isEmpty()) {
      return new TimedCall(ticker, TIMEOUT);
    }
    Duration left = Duration.ofNanos(end.getAsLong() - ticker.nanos());
    return new TimedCall(ticker, left.compareTo(TIMEOUT) < 0 ? left : TIMEOUT);
  }
}

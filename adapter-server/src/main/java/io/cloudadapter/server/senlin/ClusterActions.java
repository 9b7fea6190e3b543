package io.cloudadapter.server.senlin;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.server.access.AccessDenial;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.ListedPool;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.senlin.SenlinActions.Asked;
import io.cloudadapter.server.senlin.SenlinActions.Progress;
import io.cloudadapter.server.senlin.SenlinActions.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The actions on a cluster and its nodes. A malformed request is refused at once; a request that the pool's policies
 * or limits refuse becomes an action that has failed.
 */
final class ClusterActions {
  private static final String KNOWN =
      "supported are scale_out, scale_in, resize, del_nodes, policy_attach, "
          + "policy_detach, policy_update, complete_lifecycle";

  private final Clusters clusters;
  private final Nodes nodes;
  private final Policies policies;
  private final SenlinActions actions;

  ClusterActions(Clusters clusters, Nodes nodes, Policies policies, SenlinActions actions) {
    this.clusters = clusters;
    this.nodes = nodes;
    this.policies = policies;
    this.actions = actions;
  }

  /** POST /v1/clusters/{cluster}/actions. */
  HttpReply act(HttpRequest request) {
    MachinePool pool = clusters.find(request.parameter("cluster"));
    JsonBody body = SenlinBodies.read(request.body());
    Set<String> names = body.toMap().keySet();
    if (names.size() != 1) {
      throw HttpError.badRequest(
          names.isEmpty() ? "No action specified" : "Multiple actions specified", KNOWN);
    }
    String name = names.iterator().next();
    return switch (name) {
      case "scale_out" -> scale(pool, ScalingDirection.SCALE_OUT, parameters(body, name), request);
      case "scale_in" -> scale(pool, ScalingDirection.SCALE_IN, parameters(body, name), request);
      case "resize" -> resize(pool, SenlinBodies.object(body, name), request);
      case "del_nodes" -> delete(pool, SenlinBodies.object(body, name), request);
      case "policy_attach" -> attach(pool, SenlinBodies.object(body, name), request);
      case "policy_detach" -> detach(pool, SenlinBodies.object(body, name), request);
      case "complete_lifecycle" -> complete(pool, SenlinBodies.object(body, name), request);
      case "policy_update" -> update(pool, SenlinBodies.object(body, name), request);
      default -> {
        UnsupportedRoutes.check(name);
        throw HttpError.badRequest(
            "Unrecognized action '" + SafeText.bare(name) + "' specified", KNOWN);
      }
    };
  }

  /** Scaling takes no parameters at all, too. */
  private static JsonBody parameters(JsonBody body, String name) {
    return body.value(name).isEmpty() ? SenlinBodies.none() : SenlinBodies.object(body, name);
  }

  private HttpReply scale(
      MachinePool pool, ScalingDirection event, JsonBody body, HttpRequest request) {
    Optional<Object> count = SenlinBodies.count(
        body.only("count"), event == ScalingDirection.SCALE_IN ? "scale-in" : "scale-out");
    @Nullable Object asked = count.orElse(null);
    Optional<Policies.Known> attached = policies.deciding(pool, event);
    PolicySelector by = attached
        .map(known -> PolicySelector.given(
            (AdjustmentPolicy) known.policy().scaling().orElseThrow(), known.name()))
        .orElse(PolicySelector.own());
    ScalingDecision decision =
        pool.scale(new ScalingRequest.Scale(event, asked), by, options(request));
    Progress progress = !decision.ok()
        ? () -> State.failed(attached
                .map(known -> "Policy check failure: Failed policy '" + known.name() + "': ")
                .orElse("")
            + decision.reason())
        : decision.changes()
            ? () -> settling(pool, "Cluster scaling succeeded.")
            : () -> State.succeeded(decision.reason() + " There was nothing to change.");
    return accepted(pool, event.action(), body.toMap(), decision.toMap(), request, progress);
  }

  private HttpReply resize(MachinePool pool, JsonBody body, HttpRequest request) {
    ResizeDecision decision = pool.resize(ResizeRequest.parse(body.toMap()), options(request));
    Progress progress = decision.ok()
        ? () -> settling(pool, "Cluster resize succeeded.")
        : () -> State.failed(decision.reason());
    return accepted(pool, "CLUSTER_RESIZE", body.toMap(), decision.toMap(), request, progress);
  }

  private static State settling(MachinePool pool, String done) {
    PoolView view = ListedPool.view(pool);
    if (view.settled()) {
      return State.succeeded(done);
    }
    long active = view.machines().stream()
        .filter(machine -> !machine.waitsWarm())
        .filter(machine -> Nodes.status(machine).equals("ACTIVE"))
        .count();
    return State.running(Clusters.activeOf(active, view) + Clusters.alarms(view));
  }

  private HttpReply delete(MachinePool pool, JsonBody body, HttpRequest request) {
    List<String> asked = SenlinBodies.texts(body.only("nodes", "destroy_after_deletion"), "nodes");
    boolean destroy = SenlinBodies.flag(body, "destroy_after_deletion", false);
    Optional<String> earlier =
        actions.earlier("CLUSTER_DEL_NODES", body.toMap(), request.scopedKey());
    if (earlier.isPresent()) {
      return accepted(earlier.get(), request);
    }
    List<Nodes.Node> members = nodes.of(pool);
    List<Nodes.Node> found = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String node : asked) {
      try {
        found.add(Nodes.find(members, node));
      } catch (HttpError e) {
        missing.add(SafeText.bare(node));
      }
    }
    if (!missing.isEmpty()) {
      throw HttpError.badRequest(
          "Nodes not found in cluster " + pool.name() + ": " + missing + ".",
          "nothing was changed");
    }
    boolean reduces = reduces(pool);
    long fewer = found.stream().filter(node -> reduces && counts(node)).count();
    tooFew(pool, (int) fewer).ifPresent(reason -> {
      throw HttpError.badRequest(reason, "nothing was changed");
    });
    for (Nodes.Node node : found) {
      WriteOptions options = options(request, node.id());
      leave(reduces && counts(node), reduce -> {
        if (destroy) {
          pool.terminate(node.machine().id(), reduce, options);
        } else {
          pool.detach(node.machine().id(), reduce, options);
        }
      });
    }
    List<MachineId> ids = found.stream().map(node -> node.machine().id()).toList();
    return accepted(
        pool,
        "CLUSTER_DEL_NODES",
        body.toMap(),
        Map.of(),
        request,
        () -> leaving(pool, ids, "Completed deleting nodes."));
  }

  /** DELETE /v1/nodes/{node}. */
  HttpReply deleteNode(HttpRequest request) {
    if (request.body().length > 0) {
      SenlinBodies.flag(SenlinBodies.read(request.body()).only("force"), "force", false);
    }
    Map<String, String> inputs = Map.of("node", request.parameter("node"));
    Optional<String> earlier = actions.earlier("NODE_DELETE", inputs, request.scopedKey());
    if (earlier.isPresent()) {
      return deleted(earlier.get(), request);
    }
    Nodes.Node node = Nodes.find(nodes.all(), request.parameter("node"));
    MachinePool pool = node.pool();
    boolean reduce = reduces(pool) && counts(node);
    Optional<String> refused = tooFew(pool, reduce ? 1 : 0);
    if (refused.isEmpty()) {
      WriteOptions options = options(request);
      leave(reduce, lowers -> pool.terminate(node.machine().id(), lowers, options));
    }
    Progress progress = () -> refused
        .map(State::failed)
        .orElseGet(() ->
            leaving(pool, List.of(node.machine().id()), "Node deletion completed successfully."));
    String id = actions.accepted(
        new Asked(
            "NODE_DELETE",
            node.id(),
            StableUuids.cluster(pool.name()),
            inputs,
            request.scopedKey()),
        Map.of(),
        progress);
    return deleted(id, request);
  }

  /**
   * Has a node leave, as Senlin does, whether it counts or not: one that counted when it was looked at may have stopped
   * to, and then lowers nothing.
   */
  private static void leave(boolean reduce, Consumer<Boolean> leave) {
    try {
      leave.accept(reduce);
    } catch (PoolException e) {
      if (!reduce || e.reason() != PoolException.Reason.CONFLICT) {
        throw e;
      }
      leave.accept(false);
    }
  }

  private static HttpReply deleted(String id, HttpRequest request) {
    return HttpReply.empty(204).with("Location", location(id, request));
  }

  /** What the pool's deletion policy says about the desired size; Senlin lowers it unless told not to. */
  private static boolean reduces(MachinePool pool) {
    return pool.scaling().policies().values().stream()
        .filter(DeletionPolicy.class::isInstance)
        .map(DeletionPolicy.class::cast)
        .findFirst()
        .map(DeletionPolicy::reduceDesired)
        .orElse(true);
  }

  /** A node whose place is another's already goes without making the cluster smaller. */
  private static boolean counts(Nodes.Node node) {
    return node.machine().effective();
  }

  private static Optional<String> tooFew(MachinePool pool, int fewer) {
    PoolScaling scaling = pool.scaling();
    int target = pool.view().desiredSize() - fewer;
    return fewer > 0 && target < scaling.minSize()
        ? Optional.of("The target capacity (" + target + ") is less than the cluster's min_size ("
            + scaling.minSize() + ").")
        : Optional.empty();
  }

  private static State leaving(MachinePool pool, List<MachineId> ids, String done) {
    long left = ListedPool.view(pool).machines().stream()
        .filter(machine -> ids.contains(machine.id()))
        .filter(machine -> machine.machineState() != MachineState.TERMINATED)
        .count();
    return left == 0
        ? State.succeeded(done)
        : State.running(left + " of " + ids.size() + " machines are still there.");
  }

  private HttpReply attach(MachinePool pool, JsonBody body, HttpRequest request) {
    AccessDenial.check(request.caller(), PoolVerb.POLICIES);
    String asked = SenlinBodies.text(body.only("policy_id", "enabled"), "policy_id");
    String result =
        policies.attach(pool, asked, SenlinBodies.flag(body, "enabled", true), principal(request));
    return done(pool, "CLUSTER_ATTACH_POLICY", body, result, request);
  }

  private HttpReply detach(MachinePool pool, JsonBody body, HttpRequest request) {
    AccessDenial.check(request.caller(), PoolVerb.POLICIES);
    String asked = SenlinBodies.text(body.only("policy_id"), "policy_id");
    policies.rebind(pool, asked, Optional.empty(), principal(request));
    return done(pool, "CLUSTER_DETACH_POLICY", body, "Policy detached.", request);
  }

  private HttpReply update(MachinePool pool, JsonBody body, HttpRequest request) {
    AccessDenial.check(request.caller(), PoolVerb.POLICIES);
    String asked = SenlinBodies.text(body.only("policy_id", "enabled"), "policy_id");
    boolean enabled = SenlinBodies.flag(body, "enabled", true);
    policies.rebind(pool, asked, Optional.of(enabled), principal(request));
    return done(pool, "CLUSTER_UPDATE_POLICY", body, "Policy updated.", request);
  }

  /** Ends the pause of a machine; the action is the machine's, and its id is the token. */
  private HttpReply complete(MachinePool pool, JsonBody body, HttpRequest request) {
    String asked = SenlinBodies.text(body.only("lifecycle_action_token"), "lifecycle_action_token");
    String token;
    Optional<WaitingHook> hook;
    try {
      UUID read = UUID.fromString(asked);
      token = read.toString();
      if (!token.equals(asked)) {
        throw ResourceFinder.missing("action", asked);
      }
      hook = pool.hook(read);
      pool.answerHook(read, HookResult.CONTINUE, options(request));
    } catch (PoolException unknown) {
      throw unknown.reason() == PoolException.Reason.NOT_FOUND
          ? ResourceFinder.missing("action", asked)
          : unknown;
    } catch (IllegalArgumentException noToken) {
      throw ResourceFinder.missing("action", asked);
    }
    hook.ifPresent(waiting -> {
      SenlinActions.Asked action = WaitingHookActions.asked(pool, waiting);
      boolean ends = waiting.transition() == LifecycleTransition.TERMINATE;
      actions.completed(
          token,
          action,
          ends
              ? () -> leaving(pool, List.of(waiting.machine()), "Lifecycle complete.")
              : () -> State.succeeded("Lifecycle complete."));
    });
    return accepted(token, request);
  }

  private HttpReply done(
      MachinePool pool, String kind, JsonBody body, String result, HttpRequest request) {
    return accepted(pool, kind, body.toMap(), Map.of(), request, () -> State.succeeded(result));
  }

  private HttpReply accepted(
      MachinePool pool,
      String kind,
      Map<String, ?> inputs,
      Map<String, ?> outputs,
      HttpRequest request,
      Progress progress) {
    String cluster = StableUuids.cluster(pool.name());
    String id = actions.accepted(
        new Asked(kind, cluster, cluster, inputs, request.scopedKey()), outputs, progress);
    return accepted(id, request);
  }

  private static HttpReply accepted(String id, HttpRequest request) {
    return ResourceRow.reply(202, Map.of("action", id)).with("Location", location(id, request));
  }

  /** Where the action is, at the place where the client asked. */
  private static String location(String action, HttpRequest request) {
    return request.head().base() + "/v1/actions/" + action;
  }

  private static String principal(HttpRequest request) {
    return request.caller().principal();
  }

  private static WriteOptions options(HttpRequest request) {
    return new WriteOptions(request.idempotencyKey(), request.caller().principal())
        .from("senlin", request.head().id());
  }

  /** Under one key there is one write; of several nodes each needs its own. */
  private static WriteOptions options(HttpRequest request, String nodeId) {
    WriteOptions whole = options(request);
    return request
        .idempotencyKey()
        .map(key -> whole.idempotencyKey(StableUuids.action(nodeId, key)))
        .orElse(whole);
  }
}

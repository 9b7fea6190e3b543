package io.cloudadapter.server.senlin;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.HealthPolicy;
import io.cloudadapter.api.scaling.MetricPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The policies: those of the configuration, each bound permanently to its pool, and those that were made over HTTP,
 * which are attached and detached.
 */
final class Policies {
  private static final int LONGEST_NAME = 255;

  private final Clusters clusters;
  private final PolicyFileStore shelf;
  private final Clock clock;
  private final Supplier<UUID> ids;
  private final boolean everyPool;
  private final Optional<HealthAttachment> health;

  /** The policies of some clusters; without every pool, of those made over HTTP the ones attached to these. */
  Policies(
      Clusters clusters,
      PolicyFileStore shelf,
      Clock clock,
      Supplier<UUID> ids,
      boolean everyPool,
      Optional<HealthAttachment> health) {
    this.clusters = clusters;
    this.shelf = shelf;
    this.clock = clock;
    this.ids = ids;
    this.everyPool = everyPool;
    this.health = health;
  }

  /**
   * A policy.
   *
   * @param id its id
   * @param name its name, unique within one configured pool only
   * @param policy the policy
   * @param spec its specification
   * @param createdAt when it was made over HTTP
   * @param configuredFor the pool whose configuration it is part of, if it is
   */
  record Known(
      String id,
      String name,
      ParsedPolicy policy,
      Map<String, ?> spec,
      Optional<String> createdAt,
      Optional<PoolName> configuredFor) {

    String type() {
      return spec.get("type") + "-" + spec.get("version");
    }

    ResourceRow row() {
      ResourceRow row = new ResourceRow(id, name)
          .put("type", type())
          .put("spec", spec)
          .put("data", Map.of())
          .put("created_at", createdAt.orElse(null))
          .put("updated_at", null);
      return SingleProject.owned(row);
    }
  }

  /** The binding of a policy to a cluster. */
  record Bound(PoolName pool, Known policy, boolean enabled) {
    ResourceRow row() {
      String cluster = StableUuids.cluster(pool);
      return new ResourceRow(StableUuids.binding(cluster, policy.id()))
          .put("cluster_id", cluster)
          .put("cluster_name", pool.value())
          .put("policy_id", policy.id())
          .put("policy_name", policy.name())
          .put("policy_type", policy.type())
          .put("enabled", enabled)
          .put("data", Map.of());
    }
  }

  List<Known> all() {
    List<Known> all = new ArrayList<>();
    clusters.all().forEach(pool -> all.addAll(configured(pool)));
    PolicyFileStore.Contents contents = shelf.contents();
    contents.policies().stream()
        .filter(kept -> everyPool || isAttached(kept, contents))
        .forEach(kept -> all.add(known(kept)));
    return all;
  }

  private boolean isAttached(PolicyFileStore.Kept kept, PolicyFileStore.Contents contents) {
    return contents.bindings().stream()
        .filter(binding -> binding.policy().equals(kept.id()))
        .anyMatch(binding -> clusters.all().stream()
            .anyMatch(pool -> pool.name().value().equals(binding.cluster())));
  }

  private static List<Known> configured(MachinePool pool) {
    List<Known> all = new ArrayList<>();
    try {
      pool.scaling()
          .policies()
          .forEach((name, policy) -> all.add(new Known(
              StableUuids.policy(pool.name(), name),
              name,
              ParsedPolicy.of(policy),
              policy.spec(),
              Optional.empty(),
              Optional.of(pool.name()))));
    } catch (PoolException notYet) {
      return List.of(); // The pool's cluster shows why.
    }
    return all;
  }

  private static Known known(PolicyFileStore.Kept kept) {
    return new Known(
        kept.id(),
        kept.name(),
        kept.policy(),
        kept.spec(),
        Optional.of(kept.createdAt()),
        Optional.empty());
  }

  /** The policy that is meant by an id, a name, or the beginning of an id. */
  Known find(String asked) {
    return ResourceFinder.find(all(), Known::id, known -> List.of(known.name()), "policy", asked);
  }

  /** The policies that hold for a pool. */
  List<Bound> of(MachinePool pool) {
    return bound(pool.name(), configured(pool), shelf.contents());
  }

  private static List<Bound> bound(
      PoolName pool, List<Known> configured, PolicyFileStore.Contents contents) {
    List<Bound> bound = new ArrayList<>();
    configured.forEach(known -> bound.add(new Bound(pool, known, true)));
    for (PolicyFileStore.Binding binding : contents.bindings()) {
      if (binding.cluster().equals(pool.value())) {
        contents.policies().stream()
            .filter(kept -> kept.id().equals(binding.policy()))
            .forEach(kept -> bound.add(new Bound(pool, known(kept), binding.enabled())));
      }
    }
    return bound;
  }

  /** The binding of a pool that is meant by a policy's id, name, or the beginning of its id. */
  Bound find(MachinePool pool, String asked) {
    return ResourceFinder.find(
        of(pool),
        bound -> bound.policy().id(),
        bound -> List.of(bound.policy().name()),
        "policy",
        asked);
  }

  /** The attached policy that decides about scaling a pool in a direction, if there is one. */
  Optional<Known> deciding(MachinePool pool, ScalingDirection event) {
    return of(pool).stream()
        .filter(bound -> bound.enabled() && bound.policy().configuredFor().isEmpty())
        .map(Bound::policy)
        .filter(known -> handles(known, event))
        .findFirst();
  }

  private static boolean handles(Known known, ScalingDirection event) {
    return adjustment(known).filter(policy -> policy.event() == event).isPresent();
  }

  private static Optional<AdjustmentPolicy> adjustment(Known known) {
    return known
        .policy()
        .scaling()
        .filter(AdjustmentPolicy.class::isInstance)
        .map(AdjustmentPolicy.class::cast);
  }

  // ------------------------------------------------------------------------------- changes

  /** POST /v1/policies. */
  HttpReply create(HttpRequest request) {
    JsonBody body = policy(request).only("name", "spec");
    String name = SenlinBodies.text(body, "name");
    if (name.isBlank() || name.length() > LONGEST_NAME || name.chars().anyMatch(c -> c < ' ')) {
      throw HttpError.badRequest(
          "'name' must be 1 to " + LONGEST_NAME + " characters, was '" + SafeText.bare(name) + "'",
          "");
    }
    Map<String, @Nullable Object> spec = SenlinBodies.object(body, "spec").toMap();
    ParsedPolicy.of(spec).health().ifPresent(policy -> HealthMapping.check(policy, hosts(health)));
    String id = request
        .scopedKey()
        .map(key -> StableUuids.action("policies", key))
        .orElseGet(() -> ids.get().toString());
    PolicyFileStore.Kept fresh =
        new PolicyFileStore.Kept(id, name, spec, ResourceRow.text(clock.instant()));
    PolicyFileStore.Kept[] made = {fresh};
    shelf.change(contents -> {
      Optional<PolicyFileStore.Kept> known =
          contents.policies().stream().filter(kept -> kept.id().equals(id)).findFirst();
      if (known.isEmpty()) {
        return contents.with(fresh);
      }
      if (!known.get().name().equals(name) || !known.get().spec().equals(spec)) {
        throw HttpError.of(
            409, "The Idempotency-Key was used for another policy.", "nothing was changed");
      }
      made[0] = known.get();
      return contents;
    });
    return ResourceRow.one(201, "policy", known(made[0]).row());
  }

  private static JsonBody policy(HttpRequest request) {
    return SenlinBodies.object(SenlinBodies.read(request.body()).only("policy"), "policy");
  }

  /** POST /v1/policies/validate. */
  static HttpReply validate(HttpRequest request, Optional<HealthAttachment> health) {
    Map<String, @Nullable Object> spec =
        SenlinBodies.object(policy(request).only("spec"), "spec").toMap();
    ParsedPolicy policy = ParsedPolicy.of(spec);
    policy.health().ifPresent(read -> HealthMapping.check(read, hosts(health)));
    Known known =
        new Known("", "validated_policy", policy, spec, Optional.empty(), Optional.empty());
    return ResourceRow.one(200, "policy", known.row().put("id", null));
  }

  private static ProbeHosts hosts(Optional<HealthAttachment> health) {
    return health.map(HealthAttachment::hosts).orElse(ProbeHosts.none());
  }

  /** DELETE /v1/policies/{policy}. */
  HttpReply delete(HttpRequest request) {
    Known known = find(request.parameter("policy"));
    known.configuredFor().ifPresent(pool -> {
      throw configured(known, pool);
    });
    shelf.change(contents -> {
      if (contents.bindings().stream().anyMatch(b -> b.policy().equals(known.id()))) {
        throw HttpError.of(
            409,
            "The policy '" + known.id() + "' cannot be deleted: still attached to some clusters.",
            "detach it first");
      }
      return contents.without(new PolicyFileStore.Kept(known.id(), "", Map.of(), ""));
    });
    return HttpReply.empty(204);
  }

  /** Attaches a policy; says what came of it. */
  String attach(MachinePool pool, String asked, boolean enabled, String principal) {
    Known known = find(asked);
    if (known.configuredFor().isPresent()) {
      PoolName owner = known.configuredFor().get();
      if (owner.equals(pool.name()) && enabled) {
        return "Policy already attached.";
      }
      throw configured(known, owner);
    }
    if (known.policy().health().isPresent()) {
      HealthPolicy policy = known.policy().health().get();
      return new HealthBindings(shelf, health)
          .attach(pool.name(), known, policy, enabled, principal);
    }
    AdjustmentPolicy adjustment = adjustment(known).orElseThrow(() -> unattachable(known, pool));
    List<Known> configured = configured(pool);
    String[] result = {"Policy attached."};
    shelf.change(contents -> {
      for (Bound bound : bound(pool.name(), configured, contents)) {
        if (bound.policy().id().equals(known.id())) {
          result[0] = "Policy already attached.";
          return contents;
        }
        if (handles(bound.policy(), adjustment.event())) {
          boolean stays = bound.policy().configuredFor().isPresent();
          throw HttpError.of(
              409,
              "Policy " + SafeText.bare(bound.policy().name()) + " is attached to cluster "
                  + pool.name() + " for " + adjustment.event().action() + " already"
                  + (stays ? ", by the server's configuration;" : ";")
                  + " there is one for each direction.",
              (stays ? "take it out of the configuration first" : "detach it first")
                  + "; nothing was changed");
        }
      }
      if (contents.policies().stream().noneMatch(kept -> kept.id().equals(known.id()))) {
        throw ResourceFinder.missing("policy", asked);
      }
      return contents.with(new PolicyFileStore.Binding(pool.name().value(), known.id(), enabled));
    });
    return result[0];
  }

  private static HttpError unattachable(Known known, MachinePool pool) {
    String section = "pools." + pool.name();
    Policy policy = known.policy().scaling().orElseThrow();
    if (policy instanceof DeletionPolicy deletion && deletion.hooks().isPresent()) {
      return HttpError.of(
          409,
          "Policy " + SafeText.bare(known.name()) + " has hooks, which belong into " + section
              + ".hooks of the server's configuration.",
          "add the rest of the policy to " + section + ".policies; nothing was changed");
    }
    return HttpError.of(
        409,
        "Policy " + SafeText.bare(known.name()) + " is of the type " + known.type()
            + "; only senlin.policy.scaling-1.0 and senlin.policy.health are attached over HTTP, since "
            + (policy instanceof MetricPolicy
                ? "metrics do not come by this face."
                : "what holds for all growing and shrinking belongs into the configuration."),
        "add it to " + section + ".policies there; nothing was changed");
  }

  /** Detaches a policy, or switches it on or off. */
  void rebind(MachinePool pool, String asked, Optional<Boolean> enabled, String principal) {
    Bound bound = bound(pool, asked);
    bound.policy().configuredFor().ifPresent(owner -> {
      throw configured(bound.policy(), owner);
    });
    if (bound.policy().policy().health().isPresent()) {
      HealthPolicy policy = bound.policy().policy().health().get();
      new HealthBindings(shelf, health)
          .rebind(pool.name(), bound.policy(), policy, enabled, principal);
      return;
    }
    PolicyFileStore.Binding binding = new PolicyFileStore.Binding(
        pool.name().value(), bound.policy().id(), enabled.orElse(false));
    shelf.change(contents -> {
      if (contents.without(binding).equals(contents)) {
        throw unattached(pool, asked); // Detached a moment ago.
      }
      return enabled.isPresent() ? contents.with(binding) : contents.without(binding);
    });
  }

  /** The binding that a change is about; Senlin has words of its own for one that is not there. */
  private Bound bound(MachinePool pool, String asked) {
    try {
      return find(pool, asked);
    } catch (HttpError e) {
      throw e.reply().status() == 404 ? unattached(pool, asked) : e;
    }
  }

  private static HttpError unattached(MachinePool pool, String asked) {
    return HttpError.badRequest(
        "The policy '" + SafeText.bare(asked) + "' is not attached to the specified cluster '"
            + pool.name() + "'.",
        "nothing was changed");
  }

  private static HttpError configured(Known known, PoolName pool) {
    return HttpError.of(
        409,
        "Policy " + known.name() + " of cluster " + pool
            + " is part of the server's configuration and is changed there.",
        "nothing was changed");
  }
}

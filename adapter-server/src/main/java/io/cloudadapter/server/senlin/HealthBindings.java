package io.cloudadapter.server.senlin;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.scaling.HealthPolicy;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds health policies to clusters. A binding is kept before the pool's configuration changes and removed after it is
 * changed back. Until the configuration is known to have the policy, the binding names who has asked for it; a start
 * applies what a crash has left so.
 */
final class HealthBindings {
  private static final Logger LOG = LoggerFactory.getLogger(HealthBindings.class);

  /** Answers to a policy that its pool can never have: it is wrong, or there is no such pool. */
  private static final Set<Integer> UNFIT = Set.of(400, 404);

  private final PolicyFileStore shelf;
  private final Optional<HealthAttachment> health;

  HealthBindings(PolicyFileStore shelf, Optional<HealthAttachment> health) {
    this.shelf = shelf;
    this.health = health;
  }

  private HealthAttachment attachment() {
    return health.orElseThrow(() -> HttpError.of(
        409,
        "This server changes no configuration of a pool while it runs, and a health policy is a part of it.",
        "nothing was changed"));
  }

  /** Attaches a policy; says what came of it. */
  String attach(
      PoolName pool, Policies.Known known, HealthPolicy policy, boolean enabled, String principal) {
    HealthAttachment attachment = attachment();
    String[] result = {"Policy attached."};
    boolean[] applies = {enabled};
    shelf.change(contents -> {
      for (PolicyFileStore.Binding binding : contents.bindings()) {
        if (!binding.cluster().equals(pool.value())) {
          continue;
        }
        if (binding.policy().equals(known.id())) {
          result[0] = "Policy already attached.";
          applies[0] = binding.enabled();
          return contents;
        }
        refuseAnother(contents, binding, pool);
      }
      Map<String, Object> before = attachment.before(pool, policy);
      return contents.with(new PolicyFileStore.Binding(
          pool.value(), known.id(), enabled, enabled ? before : null, enabled ? principal : null));
    });
    if (applies[0]) {
      PolicyFileStore.Binding fresh = new PolicyFileStore.Binding(pool.value(), known.id(), false);
      boolean isNew = result[0].equals("Policy attached.");
      applyOr(attachment, pool, policy, principal, () -> {
        if (isNew) {
          shelf.change(contents -> contents.without(fresh));
        }
      });
      settle(pool.value(), known.id());
    }
    return result[0];
  }

  private void settle(String cluster, String policy) {
    shelf.change(contents -> contents.settling(cluster, policy));
  }

  /** Applies each policy that was bound before a crash, and is not known to be in its pool's configuration. */
  void recover() {
    PolicyFileStore.Contents kept = shelf.contents();
    for (PolicyFileStore.Binding binding : kept.bindings()) {
      String asker = binding.asker();
      Optional<HealthPolicy> policy = kept.policies().stream()
          .filter(known -> known.id().equals(binding.policy()))
          .findFirst()
          .flatMap(known -> known.policy().health());
      if (asker != null && health.isPresent() && policy.isPresent()) {
        try {
          recover(binding, policy.get(), asker, health.get());
        } catch (RuntimeException e) { // No policy is worth a server that does not start.
          later(binding, e);
        }
      }
    }
  }

  private void recover(
      PolicyFileStore.Binding binding,
      HealthPolicy policy,
      String asker,
      HealthAttachment attachment) {
    try {
      attachment.apply(new PoolName(binding.cluster()), policy, asker);
    } catch (HttpError e) {
      if (!UNFIT.contains(e.reply().status())) {
        later(binding, e);
        return;
      }
      // The pool cannot have it: the caller was never told that it has.
      shelf.change(contents -> contents.without(binding));
      LOG.warn(
          "pool {}: the health policy {} is detached again: {}",
          binding.cluster(),
          binding.policy(),
          e.getMessage());
      return;
    }
    settle(binding.cluster(), binding.policy());
    LOG.info(
        "pool {}: the health policy {} is applied, which was attached before the server ended",
        binding.cluster(),
        binding.policy());
  }

  /** As on a server that does not lead, or one that cannot write: the next start asks again. */
  private static void later(PolicyFileStore.Binding binding, RuntimeException e) {
    LOG.warn(
        "pool {}: the health policy {} is not applied yet: {}",
        binding.cluster(),
        binding.policy(),
        e.getMessage());
  }

  private static void refuseAnother(
      PolicyFileStore.Contents contents, PolicyFileStore.Binding binding, PoolName pool) {
    contents.policies().stream()
        .filter(kept -> kept.id().equals(binding.policy()))
        .filter(kept -> kept.policy().health().isPresent())
        .findFirst()
        .ifPresent(other -> {
          throw HttpError.of(
              409,
              "Policy " + SafeText.bare(other.name()) + " is attached to cluster " + pool
                  + " already; there is one health policy for each cluster.",
              "detach it first; nothing was changed");
        });
  }

  private static void applyOr(
      HealthAttachment attachment,
      PoolName pool,
      HealthPolicy policy,
      String principal,
      Runnable undo) {
    try {
      attachment.apply(pool, policy, principal);
    } catch (RuntimeException e) { // A binding stands only if the pool has taken its policy.
      undo.run();
      throw e;
    }
  }

  /** Detaches a policy, or switches it on or off. */
  void rebind(
      PoolName pool,
      Policies.Known known,
      HealthPolicy policy,
      Optional<Boolean> enabled,
      String principal) {
    HealthAttachment attachment = attachment();
    Optional<PolicyFileStore.Binding> present = find(pool, known);
    boolean was = present.filter(PolicyFileStore.Binding::enabled).isPresent();
    boolean becomes = enabled.orElse(false);
    PolicyFileStore.Binding off = new PolicyFileStore.Binding(pool.value(), known.id(), false);
    if (was && !becomes) {
      Map<String, Object> before = Objects.requireNonNullElse(present.get().before(), Map.of());
      attachment.revoke(pool, policy, before, principal);
    }
    if (!was && becomes) {
      shelf.change(contents -> contents.with(new PolicyFileStore.Binding(
          pool.value(), known.id(), true, attachment.before(pool, policy), principal)));
    } else if (!becomes) {
      shelf.change(contents -> enabled.isPresent() ? contents.with(off) : contents.without(off));
    }
    if (becomes) {
      applyOr(attachment, pool, policy, principal, () -> {
        if (!was) {
          shelf.change(contents -> contents.with(off));
        }
      });
      settle(pool.value(), known.id());
    }
  }

  private Optional<PolicyFileStore.Binding> find(PoolName pool, Policies.Known known) {
    return shelf.contents().bindings().stream()
        .filter(binding -> binding.cluster().equals(pool.value()))
        .filter(binding -> binding.policy().equals(known.id()))
        .findFirst();
  }
}

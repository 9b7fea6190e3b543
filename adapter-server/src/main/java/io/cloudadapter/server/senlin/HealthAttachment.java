package io.cloudadapter.server.senlin;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.scaling.HealthPolicy;
import io.cloudadapter.core.PoolAdministration;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeKind;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.spi.config.ConfigException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Attaches health policies of Senlin's to pools: each is a change of the pool's configuration, a version of its own as
 * any other, so it holds wherever the pool is kept. Any number of threads may use it.
 */
public final class HealthAttachment {
  private final PoolAdministration pools;
  private final PoolDocumentReader documents;

  /**
   * Attaches to some pools.
   *
   * @param pools changes their configurations
   * @param documents reads configurations, and has the hosts that probes may reach
   */
  public HealthAttachment(PoolAdministration pools, PoolDocumentReader documents) {
    this.pools = pools;
    this.documents = documents;
  }

  ProbeHosts hosts() {
    return documents.probeHosts();
  }

  /**
   * Checks whether a pool can have a policy, and changes nothing.
   *
   * @return what a detach brings back
   * @throws HttpError 409 if the pool's configuration is the file's, or has a probe of its own
   */
  Map<String, Object> before(PoolName name, HealthPolicy policy) {
    HealthMapping.check(policy, hosts());
    PoolConfig config = config(managed(name, Optional.of(policy)));
    if (config.health().probe().kind() != ProbeKind.NONE) {
      throw HttpError.of(
          409,
          "Cluster " + name + " has a health probe in its configuration already.",
          "take health.probe out of it first; nothing was changed");
    }
    return HealthMapping.parts(config);
  }

  /** Lets a pool have a policy; does nothing if it has it. */
  void apply(PoolName name, HealthPolicy policy, String principal) {
    ManagedPool pool = managed(name, Optional.of(policy));
    update(name, () -> HealthMapping.with(config(pool), policy), pool, principal);
  }

  /** Brings back what was before a policy, unless someone has changed the configuration since. */
  void revoke(PoolName name, HealthPolicy policy, Map<String, Object> before, String principal) {
    ManagedPool pool = managed(name, Optional.empty());
    PoolConfig config = config(pool);
    if (!HealthMapping.parts(config)
        .equals(HealthMapping.parts(HealthMapping.with(config, policy)))) {
      return;
    }
    Map<String, @Nullable Object> patch = new LinkedHashMap<>();
    patch.put("health", null);
    patch.put("remediation", null);
    Map<String, @Nullable Object> document = documents.patched(config, patch);
    document.putAll(before);
    update(
        name, () -> documents.read(name.value(), document, Optional.of(config)), pool, principal);
  }

  /** Makes a configuration, which may be refused. */
  private interface Change {
    PoolConfig config();
  }

  private void update(PoolName name, Change change, ManagedPool pool, String principal) {
    try {
      ManagedPool unused =
          pools.update(change.config(), pool.version(), ConfigAuthor.api(principal));
    } catch (ConfigException e) {
      throw HttpError.badRequest(
          "The policy does not fit cluster " + name + ": "
              + e.faults().stream().map(Object::toString).collect(Collectors.joining("; ")),
          "nothing was changed");
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(
          "The policy does not fit cluster " + name + ": " + e.getMessage(), "nothing was changed");
    }
  }

  private ManagedPool managed(PoolName name, Optional<HealthPolicy> policy) {
    ManagedPool pool = pools
        .pool(name.value())
        .orElseThrow(() -> HttpError.of(404, "The cluster '" + name + "' could not be found.", ""));
    if (!pool.manager().equals(Optional.of(ManagedBy.API))) {
      throw HttpError.of(
          409,
          "Cluster " + name
              + " has its configuration in the server's file, and a health policy changes the"
              + " configuration.",
          "write it there, below pools." + name + ": "
              + policy
                  .map(known -> HealthMapping.parts(HealthMapping.with(config(pool), known)))
                  .map(Object::toString)
                  .orElse("health, remediation")
              + "; nothing was changed");
    }
    return pool;
  }

  private static PoolConfig config(ManagedPool pool) {
    return pool.config()
        .orElseThrow(() -> HttpError.of(
            409, "Cluster " + pool.name() + " has no configuration that is read.", ""));
  }
}

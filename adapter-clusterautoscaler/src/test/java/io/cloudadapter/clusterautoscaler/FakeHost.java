package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.AutoscalerCall;
import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.AuditOutcome;
import io.cloudadapter.server.options.Role;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that a test sets up: one pool, and what the listener asks for beside it. */
final class FakeHost implements ClusterAutoscalerHost {
  static final AutoscalerCaller OPERATOR = caller(Role.OPERATE, AccessScope.everything());

  final List<String> audited = new ArrayList<>();
  private final AtomicInteger ids = new AtomicInteger();
  private final AtomicInteger configReads = new AtomicInteger();
  private final List<MachinePool> pools;
  private final PoolConfig config;
  volatile Optional<ReplicaRole> role = Optional.empty();
  volatile Optional<String> unready = Optional.empty();
  volatile boolean audits = true;

  /** Whether the files of the server's own certificate are broken. */
  volatile boolean broken;

  Map<String, String> labels = Map.of();
  Optional<Cloud> cloud = Optional.empty();
  volatile Optional<TestAuthority> authority = Optional.empty();
  List<Path> files = List.of();
  Instant now = Instant.parse("2030-01-01T00:00:00Z");

  FakeHost(MachinePool pool, PoolConfig config) {
    this(List.of(pool), config);
  }

  /** A server with several pools, all configured alike. */
  FakeHost(List<MachinePool> pools, PoolConfig config) {
    this.pools = pools;
    this.config = config;
  }

  /** How often the configuration of a pool was asked for. */
  int configReads() {
    return configReads.get();
  }

  static AutoscalerCaller caller(Role role, AccessScope scope) {
    return new AutoscalerCaller(
        "certificate:CN=autoscaler", "certificate:autoscaler", role, scope, Instant.MAX);
  }

  /** This server follows the one at a URL. */
  void follows(String leader) {
    role = Optional.of(new ReplicaRole(
        "b",
        false,
        Optional.of(new ReplicaInfo("a", Optional.of(leader), true, 1)),
        Duration.ZERO,
        Duration.ofSeconds(10),
        Duration.ZERO,
        ""));
  }

  /** This server leads. */
  void leads() {
    role = Optional.of(new ReplicaRole(
        "b",
        true,
        Optional.empty(),
        Duration.ZERO,
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        ""));
  }

  @Override
  public Pools pools() {
    return new Pools() {
      @Override
      public List<MachinePool> all() {
        return pools;
      }

      @Override
      public MachinePool defaultPool() {
        return pools.get(0);
      }

      @Override
      public Optional<MachinePool> find(String name) {
        return pools.stream().filter(one -> one.name().value().equals(name)).findFirst();
      }

      @Override
      public List<Metric> metrics() {
        return List.of();
      }

      @Override
      public Optional<ReplicaRole> replica() {
        return role;
      }

      @Override
      public Optional<String> unready() {
        return unready;
      }
    };
  }

  @Override
  public Map<String, String> labels(PoolName name) {
    return labels;
  }

  @Override
  public Optional<PoolConfig> config(PoolName name) {
    configReads.incrementAndGet();
    return Optional.of(config);
  }

  @Override
  public Optional<Cloud> cloud(String account) {
    return cloud;
  }

  @Override
  public KeyStore identity() {
    if (broken) {
      throw new IllegalArgumentException("server.pem has no certificate");
    }
    return authority.orElseThrow().identity("server");
  }

  @Override
  public KeyStore authorities() {
    return authority.orElseThrow().trust();
  }

  @Override
  public List<Path> files() {
    return files;
  }

  @Override
  public Optional<AutoscalerCaller> caller(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().getName().equals("CN=autoscaler")
        ? Optional.of(OPERATOR)
        : Optional.empty();
  }

  @Override
  public boolean mayWrite() {
    return audits;
  }

  @Override
  public void audit(AutoscalerCall call, AuditOutcome outcome) {
    audited.add(call.principal() + " " + call.verb() + " " + call.names() + " " + outcome.word());
  }

  @Override
  public String newId() {
    return "call-" + ids.incrementAndGet();
  }

  @Override
  public InstantSource clock() {
    return () -> now;
  }
}

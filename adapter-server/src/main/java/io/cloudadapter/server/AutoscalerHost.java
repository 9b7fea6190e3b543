package io.cloudadapter.server;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.AutoscalerCall;
import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerFactory;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerListener;
import io.cloudadapter.server.http.AuditLog;
import io.cloudadapter.server.http.LocalWrite;
import io.cloudadapter.server.options.AuditOutcome;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.security.CertificateRegistry;
import io.cloudadapter.server.security.PemReader;
import io.cloudadapter.server.security.SelfSignedCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Supplier;

/** Gives the listener for Cluster Autoscaler the pools, the certificates and the callers of a server. */
final class AutoscalerHost implements ClusterAutoscalerHost {
  private final AdapterServer.Builder settings;
  private final TlsConfig tls;
  private final Path authorities;
  private final CertificateRegistry subjects;
  private final AuditLog audit;
  private final Function<PoolName, Map<String, String>> labels;
  private final Supplier<String> ids;

  private AutoscalerHost(
      AdapterServer.Builder settings,
      TlsConfig tls,
      Path authorities,
      AuditLog audit,
      Function<PoolName, Map<String, String>> labels,
      Supplier<String> ids) {
    this.settings = settings;
    this.tls = tls;
    this.authorities = authorities;
    this.subjects = new CertificateRegistry(settings.subjects);
    this.audit = audit;
    this.labels = labels;
    this.ids = ids;
  }

  /**
   * Starts the listener that a server is configured to have.
   *
   * @return the listener; empty if it has none
   * @throws IOException if it cannot listen
   * @throws IllegalArgumentException if the server accepts no client certificates, or the module is not on the path
   */
  static Optional<ClusterAutoscalerListener> start(
      AdapterServer.Builder settings,
      TlsConfig tls,
      AuditLog audit,
      Function<PoolName, Map<String, String>> labels,
      Supplier<String> ids)
      throws IOException {
    if (settings.autoscaler.isEmpty()) {
      return Optional.empty();
    }
    ClusterAutoscalerConfig config = settings.autoscaler.get();
    if (tls instanceof TlsConfig.Off || settings.authorities.isEmpty()) {
      throw new IllegalArgumentException(
          "the listener for Cluster Autoscaler needs TLS and client certificates: give a"
              + " certificate, and who signs those of clients");
    }
    ClusterAutoscalerFactory factory = ServiceLoader.load(ClusterAutoscalerFactory.class)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the listener for Cluster Autoscaler needs"
            + " the module adapter-clusterautoscaler, which is not on the path"));
    return Optional.of(factory.start(
        config, new AutoscalerHost(settings, tls, settings.authorities.get(), audit, labels, ids)));
  }

  @Override
  public Pools pools() {
    return settings.pools;
  }

  @Override
  public Map<String, String> labels(PoolName pool) {
    return labels.apply(pool);
  }

  @Override
  public Optional<PoolConfig> config(PoolName pool) {
    return settings.poolConfigs.apply(pool);
  }

  @Override
  public Optional<Cloud> cloud(String account) {
    return settings.clouds.apply(account);
  }

  @Override
  public KeyStore identity() {
    return tls instanceof TlsConfig.Pem pem
        ? PemReader.identity(pem.certificate(), pem.key()).keyStore()
        : SelfSignedCertificate.in(
                ((TlsConfig.SelfSigned) tls).directory(), settings.clock.instant())
            .keyStore();
  }

  @Override
  public KeyStore authorities() {
    return PemReader.authorities(authorities);
  }

  @Override
  public List<Path> files() {
    return tls instanceof TlsConfig.Pem pem
        ? List.of(authorities, pem.certificate(), pem.key())
        : List.of(authorities);
  }

  @Override
  public Optional<AutoscalerCaller> caller(X509Certificate certificate) {
    return subjects
        .find(certificate)
        .map(caller -> new AutoscalerCaller(
            caller.name(),
            caller.principal(),
            caller.role(),
            caller.scope(),
            caller.expires().orElse(Instant.MAX)));
  }

  @Override
  public boolean mayWrite() {
    return audit.mayWrite();
  }

  @Override
  public void audit(AutoscalerCall call, AuditOutcome outcome) {
    boolean unused = audit.recorded(new LocalWrite(
        call.id(), call.principal(), call.source(), call.verb(), call.names(), outcome));
  }

  @Override
  public String newId() {
    return ids.get();
  }

  @Override
  public InstantSource clock() {
    return settings.clock;
  }
}

package io.cloudadapter.server;

import com.google.common.net.HostAndPort;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.audit.AuditFile;
import io.cloudadapter.server.audit.LoggedAudit;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerListener;
import io.cloudadapter.server.cloudprovider.CloudproviderErrorFormat;
import io.cloudadapter.server.cloudprovider.CloudproviderRoutes;
import io.cloudadapter.server.http.AuditLog;
import io.cloudadapter.server.http.AuditSink;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.http.RequestDispatcher;
import io.cloudadapter.server.http.RequestMetrics;
import io.cloudadapter.server.http.RequestTracer;
import io.cloudadapter.server.http.Router;
import io.cloudadapter.server.jetty.JettyServer;
import io.cloudadapter.server.jetty.JettyVersions;
import io.cloudadapter.server.kube.KubeErrorFormat;
import io.cloudadapter.server.kube.WatchHub;
import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.rest.ActionRoutes;
import io.cloudadapter.server.rest.EventRoutes;
import io.cloudadapter.server.rest.ServerMetrics;
import io.cloudadapter.server.security.CallerStanding;
import io.cloudadapter.server.security.CredentialAuthenticator;
import io.cloudadapter.server.security.CredentialFileCheck;
import io.cloudadapter.server.security.PemReader;
import io.cloudadapter.server.security.SelfSignedCertificate;
import io.cloudadapter.server.security.SessionTokens;
import io.cloudadapter.server.security.TokenRegistry;
import io.cloudadapter.server.senlin.EndpointPaths;
import io.cloudadapter.server.senlin.OpenStackErrorFormat;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts a server together from the settings of its builder: its routes, its credentials and its listeners. */
@ReadsSystemClock
final class ServerAssembly {
  private final AdapterServer.Builder settings;
  private volatile Optional<ClusterAutoscalerListener> autoscaler = Optional.empty();

  ServerAssembly(AdapterServer.Builder settings) {
    this.settings = settings;
  }

  AdapterServer start() throws IOException {
    JettyVersions.problem().ifPresent(problem -> {
      throw new IllegalArgumentException("the server cannot start: " + problem);
    });
    InetAddress address = resolve();
    TlsConfig secured = settings.tls.orElseThrow(() -> new IllegalArgumentException(
        "the server needs a certificate: give Tls.pem, or Tls.selfSigned on loopback"));
    AddressCheck.check(settings, address, secured);

    List<ConfigError> faults = CredentialFileCheck.faults(
        secured, settings.authorities, settings.subjects, settings.tokens);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          faults.stream().map(ConfigError::toString).collect(Collectors.joining("; ")));
    }

    ServerMetrics measured = new ServerMetrics(this::metrics);
    RequestMetrics metrics = measured.requests();
    OutgoingBytes outgoing = new OutgoingBytes(settings.limits.outgoingBytes());
    AtomicReference<TokenRegistry> book = new AtomicReference<>(TokenRegistry.of(settings.tokens));
    String life = life();
    AuditLog audit = audit();
    measured.show(audit, () -> settings.localAudit.map(LocalAudit::lost).orElse(0L));
    ServerCredentials credentials = new ServerCredentials(settings, book::get);
    SessionTokens sessions = credentials.sessions();
    CallerPools pools = new CallerPools(settings.pools, this::labels);
    ConsoleAssembly console = new ConsoleAssembly(
        settings, credentials, secured, new CallerStanding(book::get, settings.clock));
    Predicate<Caller> stands = console.standing();
    CallerBudgets budgets = new CallerBudgets(settings.access.limits(), System::nanoTime);
    WatchHub watches = new WatchHub(
        settings.pools,
        stands,
        budgets,
        settings.limits.connections() * 3 / 4,
        System::nanoTime,
        new SplittableRandom());
    ActionRoutes actions = new ActionRoutes(pools);
    EventRoutes events = new EventRoutes(
        pools, stands, budgets, settings.limits.connections() / 4, prices(), System::nanoTime);
    List<HttpRoute> table = new RouteAssembly(settings, pools, secured)
        .routes(measured, outgoing, life, sessions, watches, actions, events, console);
    RequestDispatcher front = new RequestDispatcher(
        new Router(table),
        console.before(CredentialAuthenticator.discovery(
            sessions.before(credentials.gate(!(secured instanceof TlsConfig.Off))))),
        settings.limits.bodyBytes(),
        audit,
        metrics,
        new CloudproviderErrorFormat(
            settings.cloudprovider.semantic(),
            new OpenStackErrorFormat().then(new KubeErrorFormat())),
        console.places(EndpointPaths::split),
        !(secured instanceof TlsConfig.Off),
        new RequestTracer(settings.tracing),
        budgets);
    Supplier<String> ids = correlationIds(life);
    JettyServer jetty = new JettyServer(new JettyServer.Settings(
        front,
        metrics,
        address,
        settings.port,
        secure(secured),
        tokenFiles(),
        Optional.of(() -> book.set(TokenRegistry.anew(settings.tokens))),
        settings.limits,
        outgoing,
        ids,
        System::nanoTime,
        () -> {
          credentials.close();
          actions.close();
          events.close();
          watches.close();
          measured.close();
          audit.close();
        }));
    Optional<JettyServer> plain = plain(audit, budgets, metrics, outgoing, ids);
    start(jetty, settings.host, settings.port);
    if (plain.isPresent()) {
      startBeside(jetty, plain.get());
    }
    startAutoscaler(secured, audit, ids, jetty, plain);
    return new AdapterServer(
        jetty, plain, autoscaler, uri(secured, jetty.port()), selfSigned(secured), table);
  }

  private void startAutoscaler(
      TlsConfig secured,
      AuditLog audit,
      Supplier<String> ids,
      JettyServer jetty,
      Optional<JettyServer> plain)
      throws IOException {
    try {
      autoscaler = AutoscalerHost.start(settings, secured, audit, this::labels, ids);
    } catch (IOException | RuntimeException e) {
      stopAfter(e, jetty);
      plain.ifPresent(listener -> stopAfter(e, listener));
      throw e;
    }
  }

  /** A pool's own labels, which are part of its configuration; else those that a program has given the server. */
  private Map<String, String> labels(PoolName name) {
    return settings
        .pools
        .find(name.value())
        .map(MachinePool::labels)
        .filter(own -> !own.isEmpty())
        .orElseGet(() -> settings.access.labelsOf(name));
  }

  private AuditLog audit() {
    AuditConfig config = settings.access.audit();
    AuditSink sink = config
        .file()
        .<AuditSink>map(file -> new AuditFile(file, config))
        .orElseGet(LoggedAudit::new);
    return new AuditLog(sink, config.isRequired(), settings.clock);
  }

  private InetAddress resolve() {
    return resolve(settings.host);
  }

  private static InetAddress resolve(String name) {
    try {
      return InetAddress.getByName(name);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("host " + name + " is unknown", e);
    }
  }

  /** Another listener, for the one API whose client supports neither TLS nor credentials. */
  private Optional<JettyServer> plain(
      AuditLog audit,
      CallerBudgets budgets,
      RequestMetrics metrics,
      OutgoingBytes outgoing,
      Supplier<String> ids) {
    if (settings.cloud.isEmpty() || settings.cloudprovider.plain().isEmpty()) {
      return Optional.empty();
    }
    CloudproviderOptions.Plain at = settings.cloudprovider.plain().get();
    InetAddress address = resolve(at.address());
    if (!address.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "plain HTTP without credentials is for loopback only, was: " + at.address());
    }
    AddressCheck.checkPort(at.port());
    List<HttpRoute> routes = new ArrayList<>(
        new CloudproviderRoutes(settings.cloud.get(), settings.cloudprovider).routes());
    routes.add(CloudproviderRoutes.index());
    RequestDispatcher front = new RequestDispatcher(
        new Router(routes),
        CredentialAuthenticator.loopback(),
        settings.limits.bodyBytes(),
        audit,
        metrics,
        CloudproviderErrorFormat.alone(settings.cloudprovider.semantic()),
        UnaryOperator.identity(),
        false,
        new RequestTracer(settings.tracing),
        budgets);
    return Optional.of(new JettyServer(new JettyServer.Settings(
        front,
        metrics,
        address,
        at.port(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        settings.limits,
        outgoing,
        ids,
        System::nanoTime,
        () -> {})));
  }

  private void startBeside(JettyServer main, JettyServer plain) throws IOException {
    CloudproviderOptions.Plain at = settings.cloudprovider.plain().orElseThrow();
    try {
      start(plain, at.address(), at.port());
    } catch (IOException e) {
      stopAfter(e, main);
      throw e;
    }
  }

  /** The prices given, and those of node groups, which precede them. */
  MachinePrices prices() {
    return settings
        .autoscaler
        .map(config -> settings.prices.withPools(config.prices()))
        .orElse(settings.prices);
  }

  private List<Metric> metrics() {
    return Stream.of(
            settings.pools.metrics().stream(),
            settings.reload.stream().flatMap(reload -> reload.metrics().stream()),
            autoscaler.stream().flatMap(listener -> listener.metrics().stream()))
        .flatMap(metrics -> metrics)
        .toList();
  }

  private Optional<JettyServer.Secure> secure(TlsConfig secured) {
    List<Path> files = new ArrayList<>();
    settings.authorities.ifPresent(files::add);
    if (secured instanceof TlsConfig.Pem pem) {
      files.add(pem.certificate());
      files.add(pem.key());
      return Optional.of(new JettyServer.Secure(
          () -> PemReader.identity(pem.certificate(), pem.key()), signers(), files));
    }
    if (secured instanceof TlsConfig.SelfSigned own) {
      return Optional.of(new JettyServer.Secure(
          () -> SelfSignedCertificate.in(own.directory(), settings.clock.instant()),
          signers(),
          files));
    }
    return Optional.empty();
  }

  private Optional<Supplier<KeyStore>> signers() {
    return settings.authorities.map(file -> () -> PemReader.authorities(file));
  }

  private List<Path> tokenFiles() {
    List<Path> files = new ArrayList<>();
    for (BearerToken token : settings.tokens) {
      if (token.source() instanceof BearerToken.File file) {
        files.add(file.path());
      }
    }
    return files;
  }

  private static void start(JettyServer jetty, String host, int port) throws IOException {
    try {
      jetty.start();
    } catch (IOException e) {
      stopAfter(e, jetty);
      throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    } catch (Exception e) { // Declared so by Jetty.
      stopAfter(e, jetty);
      throw new IOException("the server at " + host + ":" + port + " did not start", e);
    }
  }

  private static void stopAfter(Exception failure, JettyServer jetty) {
    try {
      jetty.stop();
    } catch (Exception e) { // What matters is why it did not start.
      failure.addSuppressed(e);
    }
  }

  private URI uri(TlsConfig secured, int boundPort) {
    String scheme = secured instanceof TlsConfig.Off ? "http" : "https";
    String host = Set.of("0.0.0.0", "::").contains(settings.host) ? "localhost" : settings.host;
    return URI.create(scheme + "://" + HostAndPort.fromParts(host, boundPort));
  }

  private static Optional<Path> selfSigned(TlsConfig secured) {
    return secured instanceof TlsConfig.SelfSigned own
        ? Optional.of(SelfSignedCertificate.certificate(own.directory()))
        : Optional.empty();
  }

  /** Tells this life of the server from others, in ETags and correlation ids. */
  private static String life() {
    byte[] bytes = new byte[4];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static Supplier<String> correlationIds(String life) {
    AtomicLong count = new AtomicLong();
    return () -> life + "-" + count.incrementAndGet();
  }
}

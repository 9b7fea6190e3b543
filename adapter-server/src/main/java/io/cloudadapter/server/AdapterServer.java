package io.cloudadapter.server;

import io.cloudadapter.api.Pools;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.server.cloudprovider.CloudproviderErrorFormat;
import io.cloudadapter.server.cloudprovider.CloudproviderRoutes;
import io.cloudadapter.server.config.ServerConfig;
import io.cloudadapter.server.http.AuditLog;
import io.cloudadapter.server.http.Authenticator;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.http.RequestDispatcher;
import io.cloudadapter.server.http.RequestMetrics;
import io.cloudadapter.server.http.Router;
import io.cloudadapter.server.jetty.JettyServer;
import io.cloudadapter.server.jetty.JettyVersions;
import io.cloudadapter.server.kube.KubeErrorFormat;
import io.cloudadapter.server.kube.KubeRoutes;
import io.cloudadapter.server.kube.WatchHub;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.rest.AccountRoutes;
import io.cloudadapter.server.rest.ActionRoutes;
import io.cloudadapter.server.rest.AgeHeader;
import io.cloudadapter.server.rest.HookRoutes;
import io.cloudadapter.server.rest.PoolRoutes;
import io.cloudadapter.server.rest.QuarantineRoutes;
import io.cloudadapter.server.rest.ScalingRoutes;
import io.cloudadapter.server.rest.ServerRoutes;
import io.cloudadapter.server.rest.SimulatedRoutes;
import io.cloudadapter.server.security.CertificateRegistry;
import io.cloudadapter.server.security.CredentialAuthenticator;
import io.cloudadapter.server.security.CredentialFileCheck;
import io.cloudadapter.server.security.PemReader;
import io.cloudadapter.server.security.SelfSignedCertificate;
import io.cloudadapter.server.security.SessionTokens;
import io.cloudadapter.server.security.TokenRegistry;
import io.cloudadapter.server.senlin.EndpointPaths;
import io.cloudadapter.server.senlin.KeystoneFacade;
import io.cloudadapter.server.senlin.OpenStackErrorFormat;
import io.cloudadapter.server.senlin.SenlinRoutes;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A running server that publishes pools over the cloud adapter REST API 2.0.
 *
 * <pre>{@code
 * AdapterServer server = AdapterServer.builder(pools)
 *     .address("127.0.0.1", 8443)
 *     .tls(TlsConfig.selfSigned(Path.of("data/tls")))
 *     .start();
 * }</pre>
 *
 * <p>The server translates requests and holds no state of pools. Stopping it does not stop the pools. Any number of
 * threads may use it.
 */
public final class AdapterServer implements AutoCloseable {
  private final JettyServer jetty;
  private final Optional<JettyServer> plain;
  private final URI uri;
  private final Optional<Path> certificate;

  private AdapterServer(
      JettyServer jetty, Optional<JettyServer> plain, URI uri, Optional<Path> certificate) {
    this.jetty = jetty;
    this.plain = plain;
    this.uri = uri;
    this.certificate = certificate;
  }

  /**
   * A server that is still to be set up.
   *
   * @param pools the pools to publish
   * @return a builder; by default HTTPS at 127.0.0.1, any free port, and no TLS files yet
   */
  public static Builder builder(Pools pools) {
    return new Builder(pools);
  }

  /**
   * A server as its configuration has it, ready to start.
   *
   * @param pools what it publishes
   * @param config the addresses and the credentials of the server
   * @param tlsDirectory where a self-signed certificate is kept
   * @return the server's builder
   */
  public static Builder builder(Pools pools, ServerConfig config, Path tlsDirectory) {
    Builder builder = builder(pools)
        .address(config.address(), config.port())
        .tls(config.tls(tlsDirectory))
        .tokens(config.tokens())
        .limits(config.limits())
        .senlin(config.senlin());
    return config
        .clientCa()
        .map(file -> builder.clientCertificates(file, config.clients()))
        .orElse(builder);
  }

  /**
   * Where the server answers.
   *
   * @return scheme, host and port, without a slash at the end
   */
  public URI uri() {
    return uri;
  }

  /**
   * Where the HTTP cloudprovider API answers without TLS and credentials.
   *
   * @return scheme, host and port, without a slash at the end; empty if it does so nowhere
   */
  public Optional<URI> plainCloudprovider() {
    return plain.map(listener -> URI.create("http://" + listener.host() + ":" + listener.port()));
  }

  /**
   * The certificate that clients must be given to trust this server, if it is self-signed.
   *
   * @return a PEM file
   */
  public Optional<Path> selfSignedCertificate() {
    return certificate;
  }

  /**
   * Stops: takes no more connections, lets requests under way finish within the stop time of the
   * limits, then closes the rest. Doing so again does nothing.
   */
  public void stop() {
    try {
      jetty.stop();
    } catch (Exception e) { // Declared so by Jetty.
      throw new IllegalStateException("the server at " + uri + " did not stop as it should", e);
    } finally {
      plain.ifPresent(AdapterServer::stop);
    }
  }

  private static void stop(JettyServer listener) {
    try {
      listener.stop();
    } catch (Exception e) { // Declared so by Jetty.
      throw new IllegalStateException("the plain listener did not stop as it should", e);
    }
  }

  /** Stops. */
  @Override
  public void close() {
    stop();
  }

  /** Builds a server. One thread at a time may use it. */
  @ReadsSystemClock
  public static final class Builder {
    private final Pools pools;
    private String host = "127.0.0.1";
    private int port;
    private Optional<TlsConfig> tls = Optional.empty();
    private Optional<Path> authorities = Optional.empty();
    private final Map<String, Role> subjects = new LinkedHashMap<>();
    private final List<BearerToken> tokens = new ArrayList<>();
    private Optional<SimulatedCloud> simulated = Optional.empty();
    private Optional<Path> policyFile = Optional.empty();
    private Optional<Cloud> cloud = Optional.empty();
    private List<Cloud> accounts = List.of();
    private CloudproviderOptions cloudprovider = CloudproviderOptions.usual();
    private SenlinCatalog catalog = SenlinCatalog.usual();
    private ServerLimits limits = ServerLimits.defaults();
    private Clock clock = Clock.systemUTC();

    private Builder(Pools pools) {
      this.pools = Objects.requireNonNull(pools, "pools");
    }

    /**
     * Where to listen.
     *
     * @param newHost a name or address of this machine; {@code 0.0.0.0} or {@code ::} for all
     * @param newPort the port, 0 for any that is free
     * @return this builder
     */
    public Builder address(String newHost, int newPort) {
      this.host = Objects.requireNonNull(newHost, "host");
      this.port = newPort;
      return this;
    }

    /**
     * Sets how connections are secured. There is no default: name the place of the certificate, or where the server
     * makes one.
     *
     * @param newTls the setting
     * @return this builder
     */
    public Builder tls(TlsConfig newTls) {
      this.tls = Optional.of(newTls);
      return this;
    }

    /**
     * Accepts client certificates (mutual TLS).
     *
     * @param authority PEM, who signs the clients' certificates; read again when it changes
     * @param roles what a subject may do: by distinguished name ({@code CN=ops,O=Example}), or by
     *     common name alone ({@code ops})
     * @return this builder
     */
    public Builder clientCertificates(Path authority, Map<String, Role> roles) {
      this.authorities = Optional.of(authority);
      this.subjects.putAll(roles);
      return this;
    }

    /**
     * Accepts bearer tokens, beside those given before.
     *
     * @param newTokens the tokens; files are read again when they change, and who deletes one revokes it
     * @return this builder
     */
    public Builder tokens(List<BearerToken> newTokens) {
      this.tokens.addAll(newTokens);
      return this;
    }

    /**
     * Lets role admin play fate in a simulated cloud: {@code POST /simulated/machines}, {@code
     * /simulated/machines/<id>/kill} and {@code /stop}.
     *
     * @param cloud the cloud
     * @return this builder
     */
    public Builder simulated(SimulatedCloud cloud) {
      this.simulated = Optional.of(cloud);
      return this;
    }

    /**
     * Lets Senlin's clients make policies, and attach them to clusters; without it they see those of the
     * configuration only.
     *
     * @param file where those policies are kept, used by this server only; made when it is needed, in a
     *     directory that is there
     * @return this builder
     */
    public Builder policies(Path file) {
      this.policyFile = Optional.of(file);
      return this;
    }

    /**
     * Serves the HTTP cloudprovider API over an account, under {@code /cloudprovider}.
     *
     * @param account the account
     * @param settings how
     * @return this builder
     */
    public Builder cloudprovider(Cloud account, CloudproviderOptions settings) {
      this.cloud = Optional.of(account);
      this.cloudprovider = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /**
     * Serves the accounts of the pools under {@code /accounts}: the machine sizes of their clouds, and the quotas.
     *
     * @param clouds the accounts, each of a name of its own
     * @return this builder
     */
    public Builder accounts(List<Cloud> clouds) {
      this.accounts = List.copyOf(clouds);
      return this;
    }

    /**
     * Names other regions and URLs to Senlin's clients than the usual ones.
     *
     * @param newCatalog what the service catalog names
     * @return this builder
     */
    public Builder senlin(SenlinCatalog newCatalog) {
      this.catalog = Objects.requireNonNull(newCatalog, "catalog");
      return this;
    }

    /**
     * Other bounds than the default ones.
     *
     * @param newLimits the bounds
     * @return this builder
     */
    public Builder limits(ServerLimits newLimits) {
      this.limits = Objects.requireNonNull(newLimits, "limits");
      return this;
    }

    /**
     * Another clock than the machine's; it dates the self-signed certificate, sessions and actions.
     *
     * @param newClock the clock
     * @return this builder
     */
    public Builder clock(Clock newClock) {
      this.clock = Objects.requireNonNull(newClock, "clock");
      return this;
    }

    /**
     * Starts the server.
     *
     * @return the running server
     * @throws IllegalArgumentException if the settings do not fit together or a file cannot be used;
     *     the message says which and what would
     * @throws IOException if the port cannot be opened
     */
    public AdapterServer start() throws IOException {
      JettyVersions.problem().ifPresent(problem -> {
        throw new IllegalArgumentException("the server cannot start: " + problem);
      });
      InetAddress address = resolve();
      TlsConfig secured = tls.orElseThrow(() -> new IllegalArgumentException(
          "the server needs a certificate: give Tls.pem, or Tls.selfSigned on loopback"));
      check(address, secured);

      List<ConfigError> faults = CredentialFileCheck.faults(secured, authorities, subjects, tokens);
      if (!faults.isEmpty()) {
        throw new IllegalArgumentException(
            faults.stream().map(ConfigError::toString).collect(Collectors.joining("; ")));
      }

      RequestMetrics metrics = new RequestMetrics();
      OutgoingBytes outgoing = new OutgoingBytes(limits.outgoingBytes());
      AtomicReference<TokenRegistry> book = new AtomicReference<>(TokenRegistry.of(tokens));
      String life = life();
      SessionTokens sessions = sessions(book::get);
      WatchHub watches = new WatchHub(
          pools, limits.connections() * 3 / 4, System::nanoTime, new SplittableRandom());
      ActionRoutes actions = new ActionRoutes(pools);
      RequestDispatcher front = new RequestDispatcher(
          new Router(routes(metrics, outgoing, life, sessions, secured, watches, actions)),
          CredentialAuthenticator.discovery(
              sessions.before(gate(book::get, !(secured instanceof TlsConfig.Off)))),
          limits.bodyBytes(),
          new AuditLog(),
          metrics,
          new CloudproviderErrorFormat(
              cloudprovider.semantic(),
              new OpenStackErrorFormat().then(new KubeErrorFormat(pools))),
          EndpointPaths::split);
      Supplier<String> ids = correlationIds(life);
      JettyServer jetty = new JettyServer(new JettyServer.Settings(
          front,
          metrics,
          address,
          port,
          secure(secured),
          tokenFiles(),
          Optional.of(() -> book.set(TokenRegistry.anew(tokens))),
          limits,
          outgoing,
          ids,
          System::nanoTime,
          () -> {
            actions.close();
            watches.close();
          }));
      Optional<JettyServer> plain = plain(metrics, outgoing, ids);
      start(jetty, host, port);
      if (plain.isPresent()) {
        startBeside(jetty, plain.get());
      }
      return new AdapterServer(jetty, plain, uri(secured, jetty.port()), selfSigned(secured));
    }

    private InetAddress resolve() {
      return resolve(host);
    }

    private static InetAddress resolve(String name) {
      try {
        return InetAddress.getByName(name);
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("host " + name + " is not known", e);
      }
    }

    /** Another listener, for the one API whose client supports neither TLS nor credentials. */
    private Optional<JettyServer> plain(
        RequestMetrics metrics, OutgoingBytes outgoing, Supplier<String> ids) {
      if (cloud.isEmpty() || cloudprovider.plain().isEmpty()) {
        return Optional.empty();
      }
      CloudproviderOptions.Plain at = cloudprovider.plain().get();
      InetAddress address = resolve(at.address());
      if (!address.isLoopbackAddress()) {
        throw new IllegalArgumentException(
            "plain HTTP without credentials is for loopback only, was: " + at.address());
      }
      checkPort(at.port());
      List<HttpRoute> routes =
          new ArrayList<>(new CloudproviderRoutes(cloud.get(), cloudprovider).routes());
      routes.add(CloudproviderRoutes.index());
      RequestDispatcher front = new RequestDispatcher(
          new Router(routes),
          CredentialAuthenticator.loopback(),
          limits.bodyBytes(),
          new AuditLog(),
          metrics,
          CloudproviderErrorFormat.alone(cloudprovider.semantic()),
          UnaryOperator.identity());
      return Optional.of(new JettyServer(new JettyServer.Settings(
          front,
          metrics,
          address,
          at.port(),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          limits,
          outgoing,
          ids,
          System::nanoTime,
          () -> {})));
    }

    private void startBeside(JettyServer main, JettyServer plain) throws IOException {
      CloudproviderOptions.Plain at = cloudprovider.plain().orElseThrow();
      try {
        start(plain, at.address(), at.port());
      } catch (IOException e) {
        stopAfter(e, main);
        throw e;
      }
    }

    private static void checkPort(int port) {
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("port must be 0 to 65535, was: " + port);
      }
    }

    private void check(InetAddress address, TlsConfig secured) {
      checkPort(port);
      if (authorities.isPresent() && subjects.isEmpty()) {
        throw new IllegalArgumentException(
            "client certificates are asked for, but no subject has a role");
      }
      if (authorities.isPresent() && secured instanceof TlsConfig.Off) {
        throw new IllegalArgumentException("client certificates need TLS, which is off");
      }
      if (address.isLoopbackAddress()) {
        return;
      }
      if (!credentials()) {
        throw new IllegalArgumentException(
            "without credentials the server listens on loopback only," + " was: " + host
                + "; give bearer tokens or client certificates");
      }
      if (secured instanceof TlsConfig.Off) {
        throw new IllegalArgumentException(
            "plain HTTP is for loopback only, was: " + host + "; give a certificate");
      }
      if (secured instanceof TlsConfig.SelfSigned) {
        throw new IllegalArgumentException(
            "the self-signed certificate is for localhost only, was: " + host
                + "; give a certificate for that name");
      }
    }

    private boolean credentials() {
      return !tokens.isEmpty() || authorities.isPresent();
    }

    private Authenticator gate(Supplier<TokenRegistry> book, boolean secure) {
      Authenticator gate = credentials()
          ? CredentialAuthenticator.known(book, new CertificateRegistry(subjects), secure)
          : CredentialAuthenticator.loopback();
      return secure ? gate : CredentialAuthenticator.withoutBasic(gate);
    }

    private SessionTokens sessions(Supplier<TokenRegistry> book) {
      byte[] key = new byte[32];
      new SecureRandom().nextBytes(key);
      return new SessionTokens(credentials() ? Optional.of(book) : Optional.empty(), key, clock);
    }

    private List<HttpRoute> routes(
        RequestMetrics metrics,
        OutgoingBytes outgoing,
        String life,
        SessionTokens sessions,
        TlsConfig secured,
        WatchHub watches,
        ActionRoutes actions) {
      boolean secure = !(secured instanceof TlsConfig.Off);
      KeystoneFacade identity = new KeystoneFacade(sessions, catalog, secure);
      List<HttpRoute> routes = new ArrayList<>(
          new ServerRoutes(pools, metrics, outgoing, System::nanoTime, identity).routes());
      routes.addAll(new PoolRoutes(pools, life).routes());
      routes.addAll(new ScalingRoutes(pools).routes());
      routes.addAll(new HookRoutes(pools).routes());
      routes.addAll(new QuarantineRoutes(pools).routes());
      routes.addAll(actions.routes());
      routes.addAll(new KubeRoutes(pools, watches).routes());
      routes.addAll(identity.routes());
      routes.addAll(
          new SenlinRoutes(pools, policyFile, clock, UUID::randomUUID, catalog, secure).routes());
      routes.addAll(new AccountRoutes(accounts).routes());
      simulated.ifPresent(console -> routes.addAll(new SimulatedRoutes(console).routes()));
      cloud.ifPresent(
          account -> routes.addAll(new CloudproviderRoutes(account, cloudprovider).routes()));
      return routes.stream().map(new AgeHeader(pools, System::nanoTime)::aged).toList();
    }

    private Optional<JettyServer.Secure> secure(TlsConfig secured) {
      List<Path> files = new ArrayList<>();
      authorities.ifPresent(files::add);
      if (secured instanceof TlsConfig.Pem pem) {
        files.add(pem.certificate());
        files.add(pem.key());
        return Optional.of(new JettyServer.Secure(
            () -> PemReader.identity(pem.certificate(), pem.key()), signers(), files));
      }
      if (secured instanceof TlsConfig.SelfSigned own) {
        return Optional.of(new JettyServer.Secure(
            () -> SelfSignedCertificate.in(own.directory(), clock.instant()), signers(), files));
      }
      return Optional.empty();
    }

    private Optional<Supplier<KeyStore>> signers() {
      return authorities.map(file -> () -> PemReader.authorities(file));
    }

    private List<Path> tokenFiles() {
      List<Path> files = new ArrayList<>();
      for (BearerToken token : tokens) {
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
      String shown = switch (host) {
        case "0.0.0.0", "::" -> "localhost";
        default -> host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
      };
      return URI.create(scheme + "://" + shown + ":" + boundPort);
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
}

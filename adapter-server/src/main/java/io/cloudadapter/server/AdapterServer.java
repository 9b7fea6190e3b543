package io.cloudadapter.server;

import io.cloudadapter.api.LogLevels;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.notification.NotificationReceivers;
import io.cloudadapter.api.reload.ConfigReload;
import io.cloudadapter.core.PoolAdministration;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.notification.NotificationSender;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerListener;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.config.ServerConfig;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.jetty.JettyServer;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.rest.MultipoolRoutes;
import io.cloudadapter.server.rest.PoolConfigRoutes;
import io.cloudadapter.server.senlin.HealthAttachment;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.trace.Tracing;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;

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
  private final Optional<ClusterAutoscalerListener> autoscaler;
  private final URI uri;
  private final Optional<Path> certificate;
  private final List<HttpRoute> routes;

  AdapterServer(
      JettyServer jetty,
      Optional<JettyServer> plain,
      Optional<ClusterAutoscalerListener> autoscaler,
      URI uri,
      Optional<Path> certificate,
      List<HttpRoute> routes) {
    this.jetty = jetty;
    this.plain = plain;
    this.autoscaler = autoscaler;
    this.uri = uri;
    this.certificate = certificate;
    this.routes = List.copyOf(routes);
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
        .senlin(config.senlin())
        .access(config.access())
        .prices(config.prices());
    return config
        .clientCa()
        .map(file -> builder.clientGrants(file, config.clients()))
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
   * The port of the listener for Cluster Autoscaler.
   *
   * @return 1 to 65535; empty if there is no such listener
   */
  public OptionalInt clusterAutoscalerPort() {
    return autoscaler.stream().mapToInt(ClusterAutoscalerListener::port).findFirst();
  }

  /**
   * The certificate that clients must be given to trust this server, if it is self-signed.
   *
   * @return a PEM file
   */
  public Optional<Path> selfSignedCertificate() {
    return certificate;
  }

  /** All routes of the main listener, so that a test reaches each of them. */
  List<HttpRoute> routes() {
    return routes;
  }

  /**
   * Stops: takes no more connections, lets requests under way finish within the stop time of the
   * limits, then closes the rest. Doing so again does nothing.
   */
  public void stop() {
    autoscaler.ifPresent(ClusterAutoscalerListener::close);
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

  /**
   * Builds a server.
   *
   * <pre>{@code
   * CloudAdapter adapter = CloudAdapter.builder()
   *     .inMemory()
   *     .account(new AccountConfig("demo", "simulated", Map.of()))
   *     .pool(PoolConfig.named("web", "demo", 20).build())
   *     .open();
   * try (adapter;
   *     AdapterServer server = AdapterServer.builder(adapter)
   *         .address("127.0.0.1", 0)
   *         .tls(new TlsConfig.SelfSigned(Files.createTempDirectory("tls")))
   *         .start()) {
   *   System.out.println(server.uri());
   * }
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  @ReadsSystemClock
  public static final class Builder {
    final Pools pools;
    String host = "127.0.0.1";
    int port;
    Optional<TlsConfig> tls = Optional.empty();
    Optional<Path> authorities = Optional.empty();
    final Map<String, AccessGrant> subjects = new LinkedHashMap<>();
    final List<BearerToken> tokens = new ArrayList<>();
    Optional<SimulatedCloud> simulated = Optional.empty();
    Optional<Path> policyFile = Optional.empty();
    Optional<Function<Boolean, List<HttpRoute>>> configs = Optional.empty();
    Optional<HealthAttachment> health = Optional.empty();
    Optional<Cloud> cloud = Optional.empty();
    Supplier<List<Cloud>> accounts = List::of;
    NotificationReceivers notifications = new NotificationSender(List.of());
    Optional<ConfigReload> reload = Optional.empty();
    Optional<LogLevels> logLevels = Optional.empty();
    Optional<LocalAudit> localAudit = Optional.empty();
    CloudproviderOptions cloudprovider = CloudproviderOptions.usual();
    SenlinCatalog catalog = SenlinCatalog.usual();
    ServerLimits limits = ServerLimits.defaults();
    AccessConfig access = AccessConfig.usual();
    MachinePrices prices = MachinePrices.none();
    Optional<ClusterAutoscalerConfig> autoscaler = Optional.empty();
    Function<PoolName, Optional<PoolConfig>> poolConfigs = name -> Optional.empty();
    Function<String, Optional<Cloud>> clouds = name -> Optional.empty();
    Clock clock = Clock.systemUTC();
    Tracing tracing = Tracing.find();

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
      roles.forEach((subject, role) -> subjects.put(subject, AccessGrant.of(role)));
      return clientGrants(authority, Map.of());
    }

    /**
     * Accepts client certificates (mutual TLS) of callers that may be limited to some pools and verbs.
     *
     * @param authority PEM, who signs the clients' certificates; read again when it changes
     * @param grants the permissions of a subject: by distinguished name ({@code CN=ops,O=Example}), or by
     *     common name alone ({@code ops})
     * @return this builder
     */
    public Builder clientGrants(Path authority, Map<String, AccessGrant> grants) {
      this.authorities = Optional.of(authority);
      this.subjects.putAll(grants);
      return this;
    }

    /**
     * Sets what decides about callers beside their credentials.
     *
     * @param newAccess the settings
     * @return this builder
     */
    public Builder access(AccessConfig newAccess) {
      this.access = Objects.requireNonNull(newAccess, "access");
      return this;
    }

    /**
     * Shows what pools cost in the overview, as far as these prices and those of node groups have it.
     *
     * @param newPrices the prices of machines for an hour
     * @return this builder
     */
    public Builder prices(MachinePrices newPrices) {
      this.prices = Objects.requireNonNull(newPrices, "prices");
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
     * /simulated/machines/<id>/kill}, {@code /stop}, {@code /loadBalancerHealth} and {@code /instanceStatus}.
     *
     * @param cloud the cloud
     * @return this builder
     */
    public Builder simulated(SimulatedCloud cloud) {
      this.simulated = Optional.of(cloud);
      return this;
    }

    /**
     * Lets callers with the role admin create, change, suspend and delete pools while the server runs.
     *
     * @param administration changes the pools
     * @param documents reads and writes their configurations
     * @return this builder
     */
    public Builder administration(PoolAdministration administration, PoolDocumentReader documents) {
      List<HttpRoute> ours = new PoolConfigRoutes(administration, documents).routes();
      this.health = Optional.of(new HealthAttachment(administration, documents));
      this.configs = Optional.of(secure -> {
        List<HttpRoute> all = new ArrayList<>(ours);
        // They are about the whole server, so no caller that is limited to some pools comes here.
        CallerPools unlimited = CallerPools.unlabelled(pools);
        all.addAll(new MultipoolRoutes(unlimited, administration, documents, secure).routes());
        return all;
      });
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
      List<Cloud> all = List.copyOf(clouds);
      return accounts(() -> all);
    }

    /**
     * The same for accounts that come while the server runs.
     *
     * @param clouds the accounts at present, each of a name of its own; asked at each request
     * @return this builder
     */
    public Builder accounts(Supplier<List<Cloud>> clouds) {
      this.accounts = Objects.requireNonNull(clouds, "clouds");
      return this;
    }

    /**
     * Serves pools as node groups to the Cluster Autoscaler of Kubernetes, on a port of its own. The callers are those
     * of {@link #clientGrants}. It needs the module adapter-clusterautoscaler on the path.
     *
     * @param config the address, and which pools are node groups
     * @param configs the present configuration of a pool
     * @param accounts an account by its name, for its catalog of machine sizes
     * @return this builder
     */
    public Builder clusterAutoscaler(
        ClusterAutoscalerConfig config,
        Function<PoolName, Optional<PoolConfig>> configs,
        Function<String, Optional<Cloud>> accounts) {
      this.autoscaler = Optional.of(config);
      this.poolConfigs = Objects.requireNonNull(configs, "configs");
      this.clouds = Objects.requireNonNull(accounts, "accounts");
      return this;
    }

    /**
     * Serves the receivers of notifications under {@code /notifications}; without it there are none.
     *
     * @param receivers the receivers
     * @return this builder
     */
    public Builder notifications(NotificationReceivers receivers) {
      this.notifications = Objects.requireNonNull(receivers, "receivers");
      return this;
    }

    /**
     * Serves reloads of the configuration file under {@code /config/reload}; without it there are none.
     *
     * @param reloader reads the file again
     * @return this builder
     */
    public Builder reload(ConfigReload reloader) {
      this.reload = Optional.of(reloader);
      return this;
    }

    /**
     * Serves the levels of the log under {@code /log/levels}; without it there are none.
     *
     * @param levels the levels of this process
     * @return this builder
     */
    public Builder logLevels(LogLevels levels) {
      this.logLevels = Optional.of(levels);
      return this;
    }

    /**
     * Counts the lines that an audit of writes without a request could not write in {@code
     * cloudadapter_audit_lost_total}, beside those of requests.
     *
     * @param audit records what this process writes by itself
     * @return this builder
     */
    public Builder localAudit(LocalAudit audit) {
      this.localAudit = Optional.of(audit);
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
     * Shows requests in this tracing, instead of {@link Tracing#find}.
     *
     * @param newTracing where spans go
     * @return this builder
     */
    public Builder tracing(Tracing newTracing) {
      this.tracing = Objects.requireNonNull(newTracing, "tracing");
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
      return new ServerAssembly(this).start();
    }
  }
}

package io.cloudadapter.client;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.LogLevels;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.notification.NotificationReceivers;
import io.cloudadapter.api.reload.ConfigReload;
import io.cloudadapter.client.message.JsonFields;
import io.cloudadapter.client.message.QuotaMessages;
import io.cloudadapter.client.message.ServerMessages;
import io.cloudadapter.spi.trace.Tracing;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The pools of a server elsewhere, with the same interface as pools of your own.
 *
 * <pre>{@code
 * Pools pools = RemotePools.at(URI.create("https://localhost:8443"))
 *     .trust(Path.of("data/tls/server.pem"))
 *     .build();
 * pools.defaultPool().setDesiredSize(3);
 * }</pre>
 *
 * <p>Every write carries an idempotency key, its own or a new one, and is repeated at most twice under that key when
 * its answer is lost; if no answer comes even so, it fails with {@link PoolException.Reason#UNKNOWN}. Reads are not
 * repeated. The credentials identify the caller, so {@link io.cloudadapter.api.WriteOptions#caller()} is not sent.
 *
 * <p>Safe for use by any number of threads. Opens nothing before the first request, and needs no closing: idle
 * connections end after a while.
 */
public final class RemotePools implements Pools {
  /** What the default pool of a server is called that does not say. */
  private static final PoolName NAMELESS = new PoolName("default");

  private final RequestExchange exchange;
  private final WriteRetry writes;
  private final MonotonicWait waits;

  private RemotePools(RequestExchange exchange, WriteRetry writes, MonotonicWait waits) {
    this.exchange = exchange;
    this.writes = writes;
    this.waits = waits;
  }

  /**
   * Begins to describe a connection.
   *
   * @param server its address, {@code https://host:port}, perhaps with a path before {@code /pool}
   * @return a builder
   * @throws IllegalArgumentException if it is not an http or https address
   */
  public static Builder at(URI server) {
    return new Builder(server);
  }

  @Override
  public List<MachinePool> all() {
    Optional<ServerMessages.Directory> directory = directory();
    if (directory.isEmpty()) {
      return List.of(pool(NAMELESS, "/pool"));
    }
    return directory.get().pools().stream()
        .sorted()
        .map(name -> (MachinePool) pool(name, "/pools/" + name + "/pool"))
        .toList();
  }

  @Override
  public MachinePool defaultPool() {
    Optional<ServerMessages.Directory> directory = directory();
    if (directory.isEmpty()) {
      return pool(NAMELESS, "/pool");
    }
    PoolName name = directory
        .get()
        .defaultPool()
        .orElseThrow(() -> new PoolException(
            PoolException.Reason.NOT_FOUND,
            "this caller has no default pool",
            "Name one of " + directory.get().pools() + "."));
    return pool(name, "/pool");
  }

  @Override
  public Optional<MachinePool> find(String name) {
    Objects.requireNonNull(name, "name");
    return all().stream().filter(pool -> pool.name().value().equals(name)).findFirst();
  }

  @Override
  public List<Metric> metrics() {
    ServerReply reply = get("/metrics");
    if (!reply.ok()) {
      throw ErrorResponseMapper.of(reply);
    }
    return MetricsTextReader.parse(RequestExchange.text(reply.body()));
  }

  @Override
  public Optional<ReplicaRole> replica() {
    return ServerMessages.part(replicaReply().fields());
  }

  @Override
  public List<ReplicaInfo> replicas() {
    return ServerMessages.replicas(replicaReply().fields());
  }

  private ServerReply replicaReply() {
    ServerReply reply = get("/replicas");
    if (!reply.ok()) {
      throw ErrorResponseMapper.of(reply);
    }
    return reply;
  }

  @Override
  public LedgerBackup backup() {
    return RemoteBackup.of(exchange);
  }

  /**
   * The console of the server's simulated cloud.
   *
   * @return the console; its methods fail if the server has no simulated cloud
   */
  public SimulatedConsole simulated() {
    return new SimulatedConsole(writes);
  }

  /**
   * What the server's account has beside machines.
   *
   * @return the account; its methods fail if the server does not serve it
   */
  public RemoteCloud cloud() {
    return new RemoteCloud(exchange);
  }

  /**
   * The accounts that the server's pools live in, to be asked for what their clouds offer.
   *
   * @return the accounts in the server's order
   */
  public List<RemoteAccount> accounts() {
    return read(
        exchange,
        "/accounts",
        found -> found.list("accounts").stream()
            .map(account -> new RemoteAccount(exchange, account.text("name")))
            .toList());
  }

  /**
   * The configurations of the server's pools, which callers with the role admin may change.
   *
   * @return the configurations
   */
  public RemotePoolConfigs configs() {
    return new RemotePoolConfigs(exchange);
  }

  /**
   * The receivers of the server's notifications.
   *
   * @return the receivers; its methods fail if the server does not send notifications
   */
  public NotificationReceivers notifications() {
    return new RemoteReceivers(exchange, writes);
  }

  @Override
  public List<TenantQuota> quotas() {
    return read(
        exchange,
        "/quotas",
        found -> found.list("tenants").stream().map(QuotaMessages::quota).toList());
  }

  /**
   * The reloads of the server's configuration file.
   *
   * @return the reloads; its methods fail if the server has no configuration file
   */
  public ConfigReload configReload() {
    return new RemoteReload(exchange, writes);
  }

  /**
   * The levels of the server's log.
   *
   * @return the levels; its methods fail if the server does not let them be changed
   */
  public LogLevels logLevels() {
    return new RemoteLogLevels(exchange, writes);
  }

  /** Converts an answer; if its records refuse a value, the server is at fault. */
  static <T> T read(RequestExchange exchange, String path, Function<JsonFields, T> meaning) {
    ServerReply reply;
    try {
      reply = exchange.get(path, Optional.empty());
    } catch (LostReplyException e) {
      throw RequestExchange.unavailable(e);
    }
    if (!reply.ok()) {
      throw ErrorResponseMapper.of(reply);
    }
    JsonFields found = reply.fields();
    return RemoteCloud.checked(found, () -> meaning.apply(found));
  }

  /** A server of the plain REST API 2.0 has one pool, and no directory. */
  private Optional<ServerMessages.Directory> directory() {
    ServerReply reply = get("/pools");
    if (reply.status() == 404) {
      return Optional.empty();
    }
    if (!reply.ok()) {
      throw ErrorResponseMapper.of(reply);
    }
    return Optional.of(ServerMessages.directory(reply.fields()));
  }

  private RemotePool pool(PoolName name, String path) {
    return new RemotePool(name, path, exchange, writes, waits);
  }

  private ServerReply get(String path) {
    try {
      return exchange.get(path, Optional.empty());
    } catch (LostReplyException e) {
      throw RequestExchange.unavailable(e);
    }
  }

  @Override
  public String toString() {
    return "RemotePools[" + exchange + "]";
  }

  /**
   * Builds a connection to a server.
   *
   * <pre>{@code
   * RemotePools pools = RemotePools.at(URI.create("https://pools.example:8443"))
   *     .token(Secret.of("the-token-of-your-operator"))
   *     .timeout(Duration.ofSeconds(10))
   *     .build(); // the first request goes out with the first question, such as pools.find("web")
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  public static final class Builder {
    private final URI server;
    private Optional<Path> authority = Optional.empty();
    private Optional<Path> certificate = Optional.empty();
    private Optional<Path> key = Optional.empty();
    private Optional<Secret> token = Optional.empty();
    private Duration timeout = Duration.ofSeconds(30);
    private RandomGenerator random = new SecureRandom();
    private MonotonicWait waits = MonotonicWait.real();
    private Tracing tracing = Tracing.find();

    private Builder(URI server) {
      this.server = ServerAddress.checked(server);
    }

    /**
     * Believes only what the certificates of a file vouch for: a private authority's certificate, or
     * the server's own. Without it, the authorities of the JDK are believed.
     *
     * @param pem a file of one or more certificates in PEM form
     * @return this builder
     */
    public Builder trust(Path pem) {
      authority = Optional.of(pem);
      return this;
    }

    /**
     * Shows a certificate to the server.
     *
     * @param chain the client's certificate in PEM form, then its chain
     * @param privateKey its key, PEM, not encrypted
     * @return this builder
     */
    public Builder clientCertificate(Path chain, Path privateKey) {
      certificate = Optional.of(chain);
      key = Optional.of(privateKey);
      return this;
    }

    /**
     * Shows a bearer token to the server.
     *
     * @param secret the token: printable ASCII characters without space
     * @return this builder
     * @throws IllegalArgumentException if it holds anything else; the message does not repeat it
     */
    public Builder token(Secret secret) {
      if (secret.reveal().isEmpty() || secret.reveal().chars().anyMatch(c -> c <= ' ' || c > '~')) {
        throw new IllegalArgumentException(
            "a token has printable ASCII characters only, without space or line end");
      }
      token = Optional.of(secret);
      return this;
    }

    /**
     * Sets how long one request may take, connecting included; 30 seconds unless set. An attach, which
     * waits for the cloud, may take at least two minutes.
     *
     * @param atMost above 0
     * @return this builder
     */
    public Builder timeout(Duration atMost) {
      if (atMost.isNegative() || atMost.isZero()) {
        throw new IllegalArgumentException("timeout must be above 0, was " + TimeSpan.text(atMost));
      }
      timeout = atMost;
      return this;
    }

    /**
     * Sets where idempotency keys are drawn from; a {@link SecureRandom} unless set.
     *
     * @param source safe for use by several threads
     * @return this builder
     */
    public Builder random(RandomGenerator source) {
      random = Objects.requireNonNull(source, "source");
      return this;
    }

    /**
     * Sends the trace of the calling thread along with each request, as this tracing has it, instead of {@link
     * Tracing#find}.
     *
     * @param newTracing knows the trace
     * @return this builder
     */
    public Builder tracing(Tracing newTracing) {
      tracing = Objects.requireNonNull(newTracing, "tracing");
      return this;
    }

    Builder waits(MonotonicWait time) {
      waits = time;
      return this;
    }

    /**
     * Ends the description; reads the files, asks the server nothing.
     *
     * @return the pools of the server
     * @throws IllegalArgumentException if a file cannot be read or holds something else, or if a token
     *     would travel unencrypted to another machine
     */
    public RemotePools build() {
      if (token.isPresent() && !ServerAddress.privateTo(server)) {
        throw new IllegalArgumentException(
            "a token must not travel unencrypted; use https, address was " + server);
      }
      HttpClient.Builder http = HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(timeout);
      if (server.getScheme().equals("https")) {
        http.sslContext(PemFiles.context(authority, certificate, key));
      }
      RequestExchange exchange = new RequestExchange(http.build(), server, token, timeout, tracing);
      return new RemotePools(exchange, new WriteRetry(exchange, random, waits), waits);
    }
  }
}

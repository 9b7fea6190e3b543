package io.cloudadapter.server.jetty;

import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.http.RequestDispatcher;
import io.cloudadapter.server.http.RequestMetrics;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.security.ServerIdentity;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configures and runs Jetty: HTTP/1.1 only (its HTTP/2 loses requests when it stops, jetty.project#15368), raw paths,
 * limits everywhere, and no texts of its own to clients.
 */
public final class JettyServer {
  private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

  /** A stop waits no longer for connections that nothing comes on: new requests are refused by then. */
  private static final Duration SILENCE_AT_STOP = Duration.ofMillis(50);

  private static final Duration LOOK_AT_FILES = Duration.ofSeconds(1);
  private static final int THREADS = 16;
  private static final int CLOSING = 64;

  /** All characters and codings reach our handlers, which decode strictly and touch no files. */
  private static final UriCompliance RAW_PATHS = new UriCompliance(
      "RAW_PATHS", EnumSet.complementOf(EnumSet.of(Violation.USER_INFO, Violation.FRAGMENT)));

  private final RequestDispatcher front;
  private final ServerLimits limits;
  private final OutgoingBytes outgoing;
  private final LaneExecutors lanes;
  private final RequestHeadReader heads;
  private final LongSupplier nanos;
  private final Scheduler scheduler = new ScheduledExecutorScheduler("adapter-timer", false);
  private final HeaderTimeout headerWatch;
  private final ConnectionGuard guard;
  private final Server server;
  private final ServerConnector connector;
  private final FileReloader reloads;
  private final Runnable closing;

  /**
   * Sets the server up; nothing is opened yet.
   *
   * @param settings what it serves and how
   */
  public JettyServer(Settings settings) {
    this.front = settings.front();
    this.closing = settings.closing();
    this.limits = settings.limits();
    this.outgoing = settings.outgoing();
    this.lanes = new LaneExecutors(limits);
    this.heads = new RequestHeadReader(settings.ids());
    this.nanos = settings.nanos();
    this.headerWatch = new HeaderTimeout(limits.headerTime(), nanos, scheduler);
    this.guard = new ConnectionGuard(limits.connections());

    QueuedThreadPool threads =
        new QueuedThreadPool(THREADS + limits.readers() + LaneExecutors.WRITES_IN_PLACE, 4);
    threads.setName("adapter-http");
    this.server = new Server(threads, scheduler, null);
    server.setErrorHandler(new JettyErrorHandler(front, limits, settings.metrics()));
    server.setHandler(new GracefulHandler(new Entry()));
    server.setStopTimeout(limits.stopTime().toMillis());

    List<FileReloader.Watch> watches = new ArrayList<>();
    settings
        .reload()
        .ifPresent(reload -> watches.add(new FileReloader.Watch(settings.files(), reload)));
    List<ConnectionFactory> factories = new ArrayList<>();
    settings.secure().ifPresent(secure -> {
      SslContextFactory.Server tls = tls(secure);
      factories.add(new SslConnectionFactory(tls, "http/1.1"));
      watches.add(new FileReloader.Watch(secure.files(), () -> reload(tls, secure)));
    });
    HttpConnectionFactory http = new HttpConnectionFactory(http());
    factories.add(http);

    this.connector = new ServerConnector(
        server, null, scheduler, null, 1, 2, factories.toArray(new ConnectionFactory[0]));
    connector.setHost(settings.address().getHostAddress());
    connector.setPort(settings.port());
    connector.setIdleTimeout(limits.idleTime().toMillis());
    connector.setShutdownIdleTimeout(SILENCE_AT_STOP.toMillis());
    connector.setAcceptQueueSize(128);
    connector.addBean(headerWatch);
    server.addConnector(connector);
    connector.addBean(guard);
    // Those that the guard has closed may take a moment to be gone.
    server.addBean(new NetworkConnectionLimit(limits.connections() + CLOSING, connector));
    this.reloads = new FileReloader(watches);
  }

  private HttpConfiguration http() {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(limits.headerBytes());
    http.setIdleTimeout(limits.idleTime().toMillis());
    http.setUriCompliance(RAW_PATHS);
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    return http;
  }

  /** TLS 1.3, and 1.2 with forward secrecy and authenticated encryption; nothing older. */
  private static SslContextFactory.Server tls(Secure secure) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    tls.setIncludeCipherSuites(
        "TLS_AES_256_GCM_SHA384",
        "TLS_AES_128_GCM_SHA256",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_(ECDSA|RSA)_WITH_AES_(256|128)_GCM_SHA(384|256)",
        "TLS_ECDHE_(ECDSA|RSA)_WITH_CHACHA20_POLY1305_SHA256");
    tls.setRenegotiationAllowed(false);
    tls.setSniRequired(false);
    show(tls, secure.identity().get());
    secure.authorities().ifPresent(authorities -> {
      tls.setTrustStore(authorities.get());
      tls.setWantClientAuth(true); // A client without a certificate gets a 401 with our body.
    });
    return tls;
  }

  private static void show(SslContextFactory tls, ServerIdentity identity) {
    tls.setKeyStore(identity.keyStore());
    tls.setKeyStorePassword("");
  }

  private static void reload(SslContextFactory.Server tls, Secure secure) {
    ServerIdentity identity = secure.identity().get();
    Optional<KeyStore> authorities = secure.authorities().map(Supplier::get);
    try {
      tls.reload(factory -> {
        show(factory, identity);
        authorities.ifPresent(factory::setTrustStore);
      });
    } catch (Exception e) { // Declared so by Jetty.
      throw new IllegalStateException("TLS could not take the new files", e);
    }
  }

  /**
   * Opens the port.
   *
   * @throws Exception if it is in use, or not ours to open
   */
  public void start() throws Exception {
    server.start();
    lookLater();
  }

  private void lookLater() {
    scheduler.schedule(
        () -> {
          if (server.isRunning()) {
            reloads.look();
            lookLater();
          }
        },
        LOOK_AT_FILES.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /**
   * Closes the port, lets requests under way finish for as long as the limits say, and ends.
   *
   * @throws Exception if Jetty fails to stop
   */
  public void stop() throws Exception {
    try {
      closing.run();
      server.stop();
    } catch (TimeoutException e) { // Thrown when all is closed.
      LOG.warn("some requests took longer than {} and were cut off", limits.stopTime());
    } finally {
      lanes.stop();
    }
  }

  /**
   * The port.
   *
   * @return the port that is open
   */
  public int port() {
    return connector.getLocalPort();
  }

  /**
   * The address.
   *
   * @return the address that it is bound to, as a URL has it
   */
  public String host() {
    String host = String.valueOf(connector.getHost());
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  RequestDispatcher front() {
    return front;
  }

  LaneExecutors lanes() {
    return lanes;
  }

  ServerLimits limits() {
    return limits;
  }

  RequestHeadReader heads() {
    return heads;
  }

  OutgoingBytes outgoing() {
    return outgoing;
  }

  ConnectionGuard guard() {
    return guard;
  }

  LongSupplier nanos() {
    return nanos;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** Blocking in Jetty's sense: a read is answered in place, so it must not be a selector's thread. */
  private final class Entry extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Connection connection = request.getConnectionMetaData().getConnection();
      if (!headerWatch.begin(connection)) {
        callback.failed(new IllegalStateException("the head came too late"));
        return true;
      }
      guard.busy(connection, true);
      Request.addCompletionListener(request, failure -> {
        guard.busy(connection, false);
        headerWatch.end(connection);
      });
      new JettyExchange(JettyServer.this, request, response, callback).begin();
      return true;
    }
  }

  /**
   * The handlers and the settings of a server.
   *
   * @param front decides about requests
   * @param metrics counts what Jetty refuses
   * @param address where to bind
   * @param port the port, 0 for any
   * @param secure TLS, or empty for plain HTTP
   * @param files files of credentials
   * @param reload reads those anew
   * @param limits the bounds
   * @param outgoing what readers have not taken yet
   * @param ids makes correlation ids
   * @param nanos tells elapsed time
   * @param closing ends bodies that would go on for long; run first when the server stops
   */
  public record Settings(
      RequestDispatcher front,
      RequestMetrics metrics,
      InetAddress address,
      int port,
      Optional<Secure> secure,
      List<Path> files,
      Optional<Runnable> reload,
      ServerLimits limits,
      OutgoingBytes outgoing,
      Supplier<String> ids,
      LongSupplier nanos,
      Runnable closing) {}

  /**
   * TLS.
   *
   * @param identity reads what the server shows
   * @param authorities reads who signs clients' certificates, if those are asked for
   * @param files the files behind both
   */
  public record Secure(
      Supplier<ServerIdentity> identity,
      Optional<Supplier<KeyStore>> authorities,
      List<Path> files) {}
}

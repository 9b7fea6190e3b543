package io.cloudadapter.webhook;

import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.UpgradeProtocolHandler;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** One HTTP client for each way of trusting receivers, made when it is first needed. */
final class WebhookClients {
  /** Who is trusted, and where connections may go. */
  private record Trust(boolean allowPrivate, Optional<Path> ca) {}

  private static final int THREADS = 8;
  private static final long UNUSED = 30_000;
  private static final List<String> ACTING = List.of(
      RedirectProtocolHandler.NAME,
      WWWAuthenticationProtocolHandler.NAME,
      ProxyAuthenticationProtocolHandler.NAME,
      new UpgradeProtocolHandler().getName());

  private final Map<Trust, HttpClient> clients = new HashMap<>();
  private final AddressLookup lookup;
  private final ExecutorService lookups = Executors.newCachedThreadPool(WebhookClients::looksUp);
  private boolean closed;

  WebhookClients(AddressLookup lookup) {
    this.lookup = lookup;
  }

  /** A look-up without an answer takes its time; the end of a process does not wait for it. */
  private static Thread looksUp(Runnable names) {
    Thread thread = new Thread(names, "webhook-names");
    thread.setDaemon(true);
    return thread;
  }

  synchronized HttpClient of(WebhookTarget target) {
    if (closed) {
      throw CloudException.of(Kind.CANCELLED, Effect.NONE, "the channel is closed")
          .build();
    }
    Trust trust = new Trust(target.allowPrivate(), target.ca());
    HttpClient known = clients.get(trust);
    if (known == null) {
      known = started(trust);
      clients.put(trust, known);
    }
    return known;
  }

  private HttpClient started(Trust trust) {
    ClientConnector connector = new ClientConnector();
    connector.setSslContextFactory(tls(trust.ca()));
    HttpClient client = new HttpClient(new HttpClientTransportDynamic(connector));
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("webhook");
    threads.setDaemon(true);
    client.setExecutor(threads);
    client.setScheduler(new ScheduledExecutorScheduler("webhook-timer", true));
    client.setSocketAddressResolver(new DestinationPolicy(lookup, trust.allowPrivate(), lookups));
    client.setFollowRedirects(false);
    client.setIdleTimeout(UNUSED);
    client.setUserAgentField(null);
    // Nothing is remembered for receivers, nor told to others.
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    try {
      client.start();
      // These would follow, and answer challenges; what skips interim replies stays.
      for (String handler : ACTING) {
        client.getProtocolHandlers().remove(handler);
      }
      client.getContentDecoderFactories().clear();
    } catch (Exception e) {
      // After any exception from start() its threads must not stay.
      LifeCycle.stop(client);
      throw CloudException.of(Kind.UNAVAILABLE, Effect.NONE, "the HTTP client does not start: " + e)
          .cause(e)
          .build();
    }
    return client;
  }

  private static SslContextFactory.Client tls(Optional<Path> ca) {
    try {
      SslContextFactory.Client tls = new SslContextFactory.Client();
      ca.ifPresent(file -> tls.setTrustStore(trusting(file)));
      return tls;
    } catch (IllegalArgumentException gone) {
      throw CloudException.of(Kind.INVALID, Effect.NONE, String.valueOf(gone.getMessage()))
          .cause(gone)
          .build();
    }
  }

  /** Throws IllegalArgumentException saying why a file names no authorities. */
  static KeyStore trusting(Path file) {
    try {
      return TrustMaterial.trustStore(file);
    } catch (IOException | GeneralSecurityException e) {
      String why = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
      throw new IllegalArgumentException("ca " + file + " cannot be read: " + why, e);
    }
  }

  synchronized void close() {
    closed = true;
    clients.values().forEach(client -> LifeCycle.stop(client));
    clients.clear();
    lookups.shutdownNow();
  }
}

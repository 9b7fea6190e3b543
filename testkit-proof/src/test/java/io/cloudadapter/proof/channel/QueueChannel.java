package io.cloudadapter.proof.channel;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A channel that has nothing in common with the webhook: a queue that logs in before its first message, wraps
 * messages up, gives them no id, and speaks by Java's own client.
 */
final class QueueChannel implements HookChannel {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> KNOWN = Set.of("queue", "user", "ca");

  private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
    Thread thread = new Thread(task, "queue");
    thread.setDaemon(true);
    return thread;
  });
  private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
  private @Nullable HttpClient client;
  private boolean closed;
  private volatile boolean loggedIn;

  @Override
  public String channel() {
    return "queue";
  }

  @Override
  public void check(HookTarget target) {
    for (String name : target.parameters().keySet()) {
      if (!KNOWN.contains(name)) {
        throw new IllegalArgumentException(name + " must be one of " + KNOWN);
      }
    }
    for (String name : KNOWN) {
      if (!target.parameters().containsKey(name)) {
        throw new IllegalArgumentException(name + " is missing");
      }
    }
    queue(target);
    // What no header may hold, Java's client would quote.
    if (target.secret().filter(one -> one.reveal().matches("[!-~][ -~]*")).isEmpty()) {
      throw new IllegalArgumentException("secret must be one, of printable letters");
    }
  }

  private static URI queue(HookTarget target) {
    try {
      return URI.create(target.parameters().getOrDefault("queue", ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("queue must be a URL");
    }
  }

  @Override
  public void send(HookMessage message, HookTarget target, CallContext call) {
    try {
      check(target);
    } catch (IllegalArgumentException e) {
      throw error(Kind.INVALID, Effect.NONE, String.valueOf(e.getMessage()));
    }
    if (!loggedIn) {
      exchange(target, call, Map.of("login", target.parameters().getOrDefault("user", "")));
      loggedIn = true;
    }
    try {
      exchange(target, call, Map.of("Message", JSON.writeValueAsString(message.fields())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void exchange(HookTarget target, CallContext call, Map<String, String> body) {
    HttpClient open = client(target);
    if (call.isCancelled()) {
      throw error(Kind.CANCELLED, Effect.NONE, "cancelled before it was sent");
    }
    Duration left = call.remaining();
    if (left.isNegative() || left.isZero()) {
      throw error(Kind.TIMEOUT, Effect.NONE, "out of time before it was sent");
    }
    HttpRequest.Builder request;
    try {
      request = HttpRequest.newBuilder(queue(target));
    } catch (IllegalArgumentException e) {
      throw error(Kind.INVALID, Effect.NONE, "its address is none that Java's client takes");
    }
    target.secret().ifPresent(secret -> request.header("Authorization", "Key " + secret.reveal()));
    CompletableFuture<HttpResponse<Void>> reply;
    try {
      String json = JSON.writeValueAsString(body);
      reply = open.sendAsync(
          request.POST(BodyPublishers.ofString(json)).build(), BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    underWay.add(reply);
    call.onCancel(() -> reply.cancel(true));
    try {
      accepted(reply.get(left.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      throw error(Kind.TIMEOUT, Effect.UNKNOWN, "no answer in time");
    } catch (CancellationException e) {
      throw error(Kind.CANCELLED, Effect.UNKNOWN, "cancelled");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw error(Kind.CANCELLED, Effect.UNKNOWN, "interrupted");
    } catch (ExecutionException e) {
      // Java's client may tell a cancellation as a failure.
      if (call.isCancelled()) {
        throw error(Kind.CANCELLED, Effect.UNKNOWN, "cancelled");
      }
      boolean refused = e.getCause() instanceof ConnectException;
      throw error(Kind.UNAVAILABLE, refused ? Effect.NONE : Effect.UNKNOWN, "no reply");
    } finally {
      reply.cancel(true);
      underWay.remove(reply);
    }
  }

  private static void accepted(HttpResponse<Void> reply) {
    int status = reply.statusCode();
    if (status >= 200 && status < 300) {
      return;
    }
    Kind kind = status == 401
        ? Kind.DENIED
        : status == 429 ? Kind.THROTTLED : status >= 500 ? Kind.UNAVAILABLE : Kind.UNCLASSIFIED;
    CloudException.Builder error =
        CloudException.of(kind, Effect.UNKNOWN, "answered with status " + status);
    reply
        .headers()
        .firstValue("Retry-After")
        .ifPresent(wish -> error.retryAfter(Duration.ofSeconds(Long.parseLong(wish))));
    throw error.build();
  }

  private synchronized HttpClient client(HookTarget target) {
    if (closed) {
      throw error(Kind.CANCELLED, Effect.NONE, "closed");
    }
    if (client == null) {
      client = HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .sslContext(trusting(Path.of(target.parameters().getOrDefault("ca", ""))))
          .executor(threads)
          .build();
    }
    return client;
  }

  /** Trusts one authority, and no other. */
  private static SSLContext trusting(Path authority) {
    try (InputStream pem = Files.newInputStream(authority)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw error(Kind.INVALID, Effect.NONE, "the file of its authority cannot be used");
    }
  }

  private static CloudException error(Kind kind, Effect effect, String message) {
    return CloudException.of(kind, effect, "telling a queue: " + message).build();
  }

  @Override
  public synchronized void close() {
    closed = true;
    client = null;
    underWay.forEach(one -> one.cancel(true));
    threads.shutdown();
  }
}

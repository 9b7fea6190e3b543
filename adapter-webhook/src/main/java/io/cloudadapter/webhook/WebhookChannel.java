package io.cloudadapter.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.http.ConnectionErrorText;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Posts messages of hooks, and notifications, to receivers over HTTPS. Parameters of a target: {@code url}; {@code
 * allowPrivate}, without which private and link-local addresses are refused; {@code ca}, a PEM file of authorities to
 * trust. Its secret signs, as Standard Webhooks has it. Any status from 200 to 299 means that the message has arrived;
 * of other replies the wish for a pause is read. No body is, and redirects are not followed.
 *
 * <p>Safe for use by several threads. Found by {@link java.util.ServiceLoader}.
 */
public final class WebhookChannel implements HookChannel, NotificationChannel {
  /** The errors below HTTP. Those of HTTP itself may quote the request. */
  private static final List<Class<? extends Exception>> QUOTE_NOTHING = List.of(
      SocketException.class,
      SocketTimeoutException.class,
      UnknownHostException.class,
      SSLException.class,
      EOFException.class,
      TimeoutException.class);

  private static final JsonFactory JSON = new JsonFactory();

  private final InstantSource wall;
  private final WebhookClients clients;

  /** A channel on the system's clock. */
  public WebhookChannel() {
    this(InstantSource.system());
  }

  WebhookChannel(InstantSource wall) {
    this(wall, InetAddress::getAllByName);
  }

  WebhookChannel(InstantSource wall, AddressLookup lookup) {
    this.wall = wall;
    this.clients = new WebhookClients(lookup);
  }

  @Override
  public String channel() {
    return HookTarget.WEBHOOK;
  }

  @Override
  public void check(HookTarget target) {
    JettyVersions.problem().ifPresent(problem -> {
      throw new IllegalArgumentException("webhooks cannot be sent: " + problem);
    });
    WebhookTarget.of(target);
    Optional<KeyStore> unused = WebhookTarget.of(target).ca().map(WebhookClients::trusting);
  }

  @Override
  public void send(HookMessage message, HookTarget target, CallContext call) {
    WebhookTarget receiver = WebhookTarget.of(target);
    mustBeWanted(receiver, call);
    byte[] body = body(message);
    // The same each time that the message is sent, and nothing that the token could be guessed
    // from.
    String id = UUID.nameUUIDFromBytes(
            ("message of " + message.token()).getBytes(StandardCharsets.UTF_8))
        .toString();
    long seconds = wall.instant().getEpochSecond();
    Request request = clients
        .of(receiver)
        .POST(receiver.url())
        .body(new BytesRequestContent("application/json", body))
        .headers(headers -> {
          headers.put("webhook-id", id);
          headers.put("webhook-timestamp", Long.toString(seconds));
          target
              .secret()
              .ifPresent(secret ->
                  headers.put("webhook-signature", WebhookSignature.of(secret, id, seconds, body)));
        });
    mustBeTaken(receiver, reply(receiver, request, call));
  }

  @Override
  public void send(NotificationMessage message, HookTarget target, CallContext call) {
    byte[] json = message.json().getBytes(StandardCharsets.UTF_8);
    long sent = wall.instant().getEpochSecond();
    post(
        WebhookTarget.of(target),
        json,
        headers -> {
          headers.put("webhook-id", message.id());
          headers.put("webhook-timestamp", Long.toString(sent));
          target
              .secret()
              .map(secret -> WebhookSignature.of(secret, message.id(), sent, json))
              .ifPresent(signature -> headers.put("webhook-signature", signature));
        },
        call);
  }

  /** Posts JSON; returns once the receiver has taken it. */
  void post(WebhookTarget to, byte[] json, Consumer<HttpFields.Mutable> headers, CallContext over) {
    mustBeWanted(to, over);
    Request posted = clients
        .of(to)
        .POST(to.url())
        .body(new BytesRequestContent("application/json", json))
        .headers(headers);
    mustBeTaken(to, reply(to, posted, over));
  }

  private static byte[] body(HookMessage message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      for (Map.Entry<String, String> field : message.fields().entrySet()) {
        json.writeStringField(field.getKey(), field.getValue());
      }
      json.writeNumberField("attempt", message.attempt());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** What is read of a reply. */
  private record Reply(
      int status, @Nullable String retryAfter, @Nullable String date) {
    Reply(int status) {
      this(status, null, null);
    }

    boolean taken() {
      return status >= 200 && status < 300;
    }
  }

  private static void mustBeWanted(WebhookTarget receiver, CallContext call) {
    Optional<Kind> over = call.isCancelled() || Thread.currentThread().isInterrupted()
        ? Optional.of(Kind.CANCELLED)
        : call.remaining().isNegative() || call.remaining().isZero()
            ? Optional.of(Kind.TIMEOUT)
            : Optional.empty();
    over.ifPresent(kind -> {
      String message = "the call was over before " + receiver + " got the message";
      throw CloudException.of(kind, Effect.NONE, message).build();
    });
  }

  /** Returns the head of the reply, as soon as there is enough of it; the rest is cut off. */
  private static Reply reply(WebhookTarget receiver, Request request, CallContext call) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    AtomicReference<@Nullable Reply> begun = new AtomicReference<>();
    call.onCancel(() -> reply.cancel(false));
    request.onResponseBegin(response -> {
      Reply head = new Reply(response.getStatus());
      begun.set(head);
      if (head.taken()) {
        enough(reply, head, response);
      }
    });
    request.onResponseHeaders(response -> {
      HttpFields headers = response.getHeaders();
      Reply head = new Reply(
          response.getStatus(), headers.get(HttpHeader.RETRY_AFTER), headers.get(HttpHeader.DATE));
      enough(reply, head, response);
    });
    request.send(result -> {
      if (result.getFailure() != null) {
        reply.completeExceptionally(result.getFailure());
      }
    });
    try {
      return reply.get(call.remaining().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return orElse(begun, error(Kind.TIMEOUT, receiver + " did not answer in time"));
    } catch (CancellationException e) {
      throw error(Kind.CANCELLED, "telling " + receiver + " was cancelled");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw error(Kind.CANCELLED, "telling " + receiver + " was interrupted");
    } catch (ExecutionException e) {
      return orElse(begun, error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e)));
    } finally {
      CompletableFuture<Boolean> unused = request.abort(new CancellationException("it is over"));
    }
  }

  private static void enough(CompletableFuture<Reply> reply, Reply head, Response response) {
    reply.complete(head);
    CompletableFuture<Boolean> unused =
        response.abort(new CancellationException("the head says it all"));
  }

  /** A receiver that breaks off after its status has said enough. */
  private static Reply orElse(AtomicReference<@Nullable Reply> begun, CloudException error) {
    Reply reply = begun.get();
    if (reply == null) {
      throw error;
    }
    return reply;
  }

  /** In words of ours, where the client's would quote the whole request with its path. */
  static String reason(ExecutionException failed) {
    Throwable cause = failed.getCause() == null ? failed : failed.getCause();
    if (cause instanceof DestinationPolicy.Refused) {
      return String.valueOf(cause.getMessage());
    }
    boolean plain = QUOTE_NOTHING.stream().anyMatch(type -> type.isInstance(cause));
    return plain ? ConnectionErrorText.of(cause) : "the connection broke";
  }

  private void mustBeTaken(WebhookTarget receiver, Reply reply) {
    if (reply.taken()) {
      return;
    }
    int status = reply.status();
    String more = status >= 300 && status < 400 ? "; redirects are not followed" : "";
    String message = receiver + " answered with status " + status + more;
    CloudException.Builder error = CloudException.of(kind(status), Effect.UNKNOWN, message);
    RetryAfterHeader.of(reply.retryAfter(), reply.date(), wall.instant())
        .ifPresent(error::retryAfter);
    throw error.build();
  }

  private static Kind kind(int status) {
    return switch (status) {
      case 401 -> Kind.UNAUTHENTICATED;
      case 403 -> Kind.DENIED;
      case 404, 410 -> Kind.NOT_FOUND;
      case 429 -> Kind.THROTTLED;
      default -> {
        if (status < 400) {
          yield Kind.NOT_FOUND; // It is elsewhere; the content is not what it refuses.
        }
        yield status >= 500 ? Kind.UNAVAILABLE : Kind.INVALID;
      }
    };
  }

  /** Without a cause: those of the client quote the path of the URL, and logs show causes. */
  private static CloudException error(Kind kind, String message) {
    return CloudException.of(kind, Effect.UNKNOWN, message).build();
  }

  @Override
  public void close() {
    clients.close();
  }
}

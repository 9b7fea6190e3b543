package io.cloudadapter.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Request;

/**
 * Posts messages to receivers over HTTPS. Parameters of a target: {@code url}; {@code allowPrivate}, without
 * which private and link-local addresses are refused; {@code ca}, a PEM file of authorities to trust. Its
 * secret signs, as Standard Webhooks has it. Any status from 200 to 299 means that the message has arrived;
 * what else the receiver says is not read, and redirects are not followed.
 *
 * <p>Safe for use by several threads. Found by {@link java.util.ServiceLoader}.
 */
public final class Webhook implements HookChannel {
  private static final JsonFactory JSON = new JsonFactory();

  private final InstantSource wall;
  private final Clients clients = new Clients();

  /** A channel on the system's clock. */
  public Webhook() {
    this(InstantSource.system());
  }

  Webhook(InstantSource wall) {
    this.wall = wall;
  }

  @Override
  public String channel() {
    return HookTarget.WEBHOOK;
  }

  @Override
  public void check(HookTarget target) {
    WebhookTarget.of(target);
  }

  @Override
  public void send(HookMessage message, HookTarget target, CallContext call) {
    WebhookTarget receiver = WebhookTarget.of(target);
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
                  headers.put("webhook-signature", Signature.of(secret, id, seconds, body)));
        });
    arrived(receiver, status(receiver, request, call));
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

  /** The status of the reply, as soon as it is there: whatever follows is cut off. */
  private static int status(WebhookTarget receiver, Request request, CallContext call) {
    CompletableFuture<Integer> status = new CompletableFuture<>();
    call.onCancel(() -> status.cancel(false));
    request.onResponseBegin(response -> {
      status.complete(response.getStatus());
      CompletableFuture<Boolean> unused =
          response.abort(new CancellationException("the status says it all"));
    });
    request.send(result -> {
      if (result.getFailure() != null) {
        status.completeExceptionally(result.getFailure());
      }
    });
    try {
      return status.get(call.remaining().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw error(Kind.TIMEOUT, receiver + " did not answer in time", e);
    } catch (CancellationException e) {
      throw error(Kind.CANCELLED, "telling " + receiver + " was cancelled", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw error(Kind.CANCELLED, "telling " + receiver + " was interrupted", e);
    } catch (ExecutionException e) {
      throw error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e), e);
    } finally {
      CompletableFuture<Boolean> unused = request.abort(new CancellationException("it is over"));
    }
  }

  private static String reason(ExecutionException failed) {
    Throwable cause = failed.getCause() == null ? failed : failed.getCause();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private static void arrived(WebhookTarget receiver, int status) {
    if (status >= 200 && status < 300) {
      return;
    }
    Kind kind = status == 429 ? Kind.THROTTLED : status >= 500 ? Kind.UNAVAILABLE : Kind.INVALID;
    String more = status >= 300 && status < 400 ? "; redirects are not followed" : "";
    throw error(kind, receiver + " answered with status " + status + more, null);
  }

  private static CloudException error(
      Kind kind, String message, @org.jspecify.annotations.Nullable Throwable cause) {
    CloudException.Builder error = CloudException.of(kind, Effect.UNKNOWN, message);
    return cause == null ? error.build() : error.cause(cause).build();
  }

  @Override
  public void close() {
    clients.close();
  }
}

package io.cloudadapter.health;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes the beginning of a body, as a machine may send one without end, and closes the connection behind it. */
final class BoundedBody implements BodySubscriber<String> {
  static final int MOST_BYTES = 64 * 1024;

  private final CompletableFuture<String> body = new CompletableFuture<>();
  private final ByteArrayOutputStream read = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription source;

  @Override
  public CompletionStage<String> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    source = subscription;
    subscription.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[Math.min(buffer.remaining(), MOST_BYTES - read.size())];
      buffer.get(bytes);
      read.writeBytes(bytes);
    }
    Flow.Subscription from = source;
    if (from == null) {
      return;
    }
    if (read.size() < MOST_BYTES) {
      from.request(1);
    } else {
      from.cancel();
      onComplete();
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(read.toString(StandardCharsets.UTF_8));
  }
}

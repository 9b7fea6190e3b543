package io.cloudadapter.health;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Takes nothing of a body: the status has decided already, and a machine may send a body without end. That closes the
 * connection; one whose reply has no body stays open for the next probe.
 */
final class UnreadBody implements BodySubscriber<String> {
  private final CompletableFuture<String> body = CompletableFuture.completedFuture("");

  @Override
  public CompletionStage<String> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    // Nothing was requested.
  }

  @Override
  public void onError(Throwable failure) {
    // The status has decided.
  }

  @Override
  public void onComplete() {
    // The status has decided.
  }
}

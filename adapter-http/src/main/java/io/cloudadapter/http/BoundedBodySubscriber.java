package io.cloudadapter.http;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The bytes of a reply. A reply that is too long ends with an error. */
final class BoundedBodySubscriber implements BodySubscriber<byte[]> {
  private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
  private Flow.@Nullable Subscription subscription;
  private final int longest;
  private long left;

  BoundedBodySubscriber(int longest) {
    this.longest = longest;
    this.left = longest;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return bytes.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription mine) {
    subscription = mine;
    bytes.onSubscribe(mine);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer each : buffers) {
      left -= each.remaining();
    }
    if (left >= 0) {
      bytes.onNext(buffers);
    } else if (subscription != null) {
      subscription.cancel();
      bytes.onError(new IOException("the reply has more than " + longest + " bytes"));
    }
  }

  @Override
  public void onError(Throwable error) {
    bytes.onError(error);
  }

  @Override
  public void onComplete() {
    bytes.onComplete();
  }
}

package io.cloudadapter.openstack.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The body of a request, empty or not, that goes out at most once, and that knows whether it did.
 *
 * <p>Java's HTTP client sends a GET again by itself when the connection ends before the first byte of a reply,
 * and every other request too if a system property says so. Neither our budget nor our promises allow that. For
 * each attempt, once it has a connection and before it writes the first byte, it asks for the length of the
 * body: there we stop the second attempt.
 */
final class SingleUseBody implements BodyPublisher {
  private enum State {
    NEW,
    BEGUN,
    GIVEN_UP
  }

  private final BodyPublisher body;
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

  SingleUseBody(BodyPublisher body) {
    this.body = body;
  }

  @Override
  public long contentLength() {
    if (!state.compareAndSet(State.NEW, State.BEGUN)) {
      throw new UncheckedIOException(
          new IOException("there was no reply, and nothing is sent twice"));
    }
    return body.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    body.subscribe(subscriber);
  }

  /** Returns true if nothing has been sent, and sees to it that nothing will be. */
  boolean giveUp() {
    state.compareAndSet(State.NEW, State.GIVEN_UP);
    return state.get() == State.GIVEN_UP;
  }
}

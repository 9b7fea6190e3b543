package io.cloudadapter.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The body of a request, empty or not, that is sent at most once.
 *
 * <p>Java's HTTP client sends a GET again when the connection ends before the first byte of a reply, and every other
 * request too if a system property is set. Neither the budget nor the promises of the core allow that. For each attempt
 * the client asks for the length of the body, once it has a connection and before it writes the first byte: the second
 * attempt stops there.
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

  /** Prevents the request if nothing of it has been sent; returns true if so. */
  boolean giveUp() {
    state.compareAndSet(State.NEW, State.GIVEN_UP);
    return state.get() == State.GIVEN_UP;
  }
}

package io.cloudadapter.server.jetty;

import io.cloudadapter.server.Limits;
import io.cloudadapter.server.http.Admission;
import io.cloudadapter.server.http.Admission.Admitted;
import io.cloudadapter.server.http.Admission.Settled;
import io.cloudadapter.server.http.Front;
import io.cloudadapter.server.http.HttpReply;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * One request on its way: head, body, handler, reply. Nothing here blocks. The reply is written once,
 * by whoever settles it first: the handler, the clock, or a refusal.
 */
final class Exchange {
  /** How much of an unwanted body is read, so that a client that only writes gets to the answer. */
  private static final long MOST_DRAINED = 64L * 1024 * 1024;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Front front;
  private final Lanes lanes;
  private final Limits limits;
  private final Scheduler scheduler;
  private final LongSupplier nanos;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Admission admission;

  private final long begun;
  private final AtomicBoolean settled = new AtomicBoolean();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private boolean bodyRead;
  private long drained;

  Exchange(JettyServer server, Request request, Response response, Callback callback) {
    this.front = server.front();
    this.lanes = server.lanes();
    this.limits = server.limits();
    this.scheduler = server.scheduler();
    this.nanos = server.nanos();
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.begun = nanos.getAsLong();
    this.admission = front.admit(server.heads().of(request));
  }

  void begin() {
    // Silence of the client while a handler works is no fault of the client's.
    request.addIdleTimeoutListener(timeout -> false);
    if (admission instanceof Settled refused) {
      settle(refused.reply());
    } else {
      readBody();
    }
  }

  private void readBody() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this::readBody);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        failedToRead(chunk.getFailure());
        return;
      }
      boolean tooLong = body.size() + (long) chunk.remaining() > front.bodyBytes();
      if (!tooLong) {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.getByteBuffer().get(bytes);
        body.writeBytes(bytes);
      }
      bodyRead = chunk.isLast();
      chunk.release();
      if (tooLong) {
        settle(front.tooLong());
        return;
      }
      if (bodyRead) {
        dispatch((Admitted) admission);
        return;
      }
      if (late()) {
        settle(tooLate());
        return;
      }
    }
  }

  private void failedToRead(Throwable failure) {
    if (failure instanceof TimeoutException) {
      settle(tooLate());
    } else if (failure instanceof HttpException http) {
      settle(HttpReply.error(http.getCode(), "the body is not sent as HTTP has it", ""));
    } else {
      callback.failed(failure); // The client is gone.
    }
  }

  private static HttpReply tooLate() {
    return HttpReply.error(408, "the body took too long to arrive", "");
  }

  private boolean late() {
    return nanos.getAsLong() - begun > limits.bodyTime().toNanos();
  }

  private void dispatch(Admitted admitted) {
    Scheduler.Task alarm = scheduler.schedule(
        () -> settle(HttpReply.error(
                500,
                "the answer took longer than " + limits.handlerTime().toMillis() + " ms",
                "the work goes on; a write may still be carried out: ask again under the same"
                    + " Idempotency-Key")
            .with("Retry-After", "1")),
        limits.handlerTime().toNanos(),
        TimeUnit.NANOSECONDS);
    boolean accepted = lanes.run(admitted.found().lane(), () -> {
      HttpReply reply = front.answer(admitted, body.toByteArray());
      alarm.cancel();
      settle(reply);
    });
    if (!accepted) {
      alarm.cancel();
      settle(HttpReply.error(503, "too many requests are waiting already", "nothing was done")
          .with("Retry-After", "1"));
    }
  }

  private void settle(HttpReply plain) {
    if (!settled.compareAndSet(false, true)) {
      return;
    }
    HttpReply reply = front.say(admission.head(), plain);
    front.answered(admission, body.toByteArray(), reply, nanos.getAsLong() - begun);
    response.setStatus(reply.status());
    reply.headers().forEach(response.getHeaders()::put);
    response.getHeaders().put("Request-Id", admission.head().id());
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    boolean bodyPending = admission.head().carriesBody() && !bodyRead;
    if (bodyPending) {
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    }
    Callback written =
        Callback.from(bodyPending ? this::drain : callback::succeeded, callback::failed);
    if (reply.status() == 204 || reply.status() == 304) {
      // In two steps, or Jetty would add a Content-Length that is not the body's.
      response.write(
          false,
          NOTHING,
          Callback.from(() -> response.write(true, NOTHING, written), callback::failed));
      return;
    }
    if (reply.streamed().isPresent() && !bodyPending) {
      reply.streamed().get().begin(new JettyWire(request, response, callback));
      return;
    }
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
    response.write(true, ByteBuffer.wrap(reply.body()), written);
  }

  /**
   * Reads on after an early answer: a connection that is closed while the client still writes is
   * reset, and the answer is lost with it. A client that waits for "100 Continue" is not writing.
   */
  private void drain() {
    boolean waiting =
        request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
    while (!waiting && !late() && drained <= MOST_DRAINED) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this::drain);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        break;
      }
      drained += chunk.remaining();
      boolean last = chunk.isLast();
      chunk.release();
      if (last) {
        break;
      }
    }
    callback.succeeded();
  }
}

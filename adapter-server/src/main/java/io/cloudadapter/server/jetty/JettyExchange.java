package io.cloudadapter.server.jetty;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.http.RequestAdmission;
import io.cloudadapter.server.http.RequestAdmission.Admitted;
import io.cloudadapter.server.http.RequestAdmission.Settled;
import io.cloudadapter.server.http.RequestDispatcher;
import io.cloudadapter.server.options.ServerLimits;
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
 * One request under way: head, body, handler, reply. Nothing here blocks. The first of the handler, the clock and a
 * refusal writes the reply; the others write nothing.
 */
final class JettyExchange {
  /** How much of an unwanted body is read, so that a client that only writes gets to the answer. */
  private static final long MOST_DRAINED = 64L * 1024 * 1024;

  /** What a client must take of a long answer in a second, on average. */
  private static final int LEAST_RATE = 16 * 1024;

  private static final byte[] NO_BODY = {};
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final RequestDispatcher front;
  private final LaneExecutors lanes;
  private final ServerLimits limits;
  private final Scheduler scheduler;
  private final LongSupplier nanos;
  private final OutgoingBytes outgoing;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final RequestAdmission admission;

  /** Whether the connection may stay open: not after a failed authentication, nor when others need it. */
  private final boolean stays;

  private final long begun;
  private final AtomicBoolean settled = new AtomicBoolean();
  private final AtomicBoolean sent = new AtomicBoolean();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private boolean bodyRead;
  private long drained;

  JettyExchange(JettyServer server, Request request, Response response, Callback callback) {
    this.front = server.front();
    this.lanes = server.lanes();
    this.limits = server.limits();
    this.scheduler = server.scheduler();
    this.nanos = server.nanos();
    this.outgoing = server.outgoing();
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.begun = nanos.getAsLong();
    this.admission = front.admit(server.heads().of(request));
    this.stays = admission.isKnown()
        ? server.guard().known(request.getConnectionMetaData().getConnection())
        : admission.caller().isPresent();
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
    if (!front.begin(admitted)) {
      settle(front.tooManyAtOnce());
      return;
    }
    Scheduler.Task alarm = scheduler.schedule(
        () -> settle(HttpReply.error(
                500,
                "the answer took longer than " + limits.handlerTime().toMillis() + " ms",
                "the work continues, and a write may still take effect: repeat the request with "
                    + "the same Idempotency-Key")
            .with("Retry-After", "1")),
        limits.handlerTime().toNanos(),
        TimeUnit.NANOSECONDS);
    FairQueue.Task task = new FairQueue.Task(
        admitted.asking().principal(),
        front.isUrgent(admitted),
        () -> {
          try {
            HttpReply reply = front.answer(admitted, body.toByteArray());
            alarm.cancel();
            settle(reply);
          } finally {
            front.end(admitted);
          }
        },
        () -> {
          front.end(admitted);
          alarm.cancel();
          settle(front.tooManyAtOnce());
        });
    if (!lanes.run(admitted.found().lane(), task)) {
      front.end(admitted);
      alarm.cancel();
      settle(HttpReply.error(503, "too many requests are waiting already", "nothing was done")
          .with("Retry-After", "1"));
    }
  }

  private void settle(HttpReply plain) {
    if (!settled.compareAndSet(false, true)) {
      return;
    }
    HttpReply whole = front.say(admission.head(), plain);
    String caller = admission.caller().map(Caller::principal).orElse("");
    // What a write has come to is always told: it is short, and it is done.
    boolean writes = admission.route().filter(HttpRoute::writes).isPresent();
    boolean fits = writes || outgoing.begin(caller, whole.body());
    HttpReply reply = fits ? whole : front.say(admission.head(), tooMuchOutstanding());
    byte[] held = fits && !writes ? whole.body() : NO_BODY;
    Callback over = Callback.from(callback, () -> {
      outgoing.end(caller, held);
      sent.set(true);
    });
    front.answered(admission, body.size(), reply, nanos.getAsLong() - begun);
    response.setStatus(reply.status());
    reply.headers().forEach(response.getHeaders()::put);
    response.getHeaders().put("Request-Id", admission.head().id());
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    boolean bodyPending = admission.head().carriesBody() && !bodyRead;
    // What follows a CONNECT is meant for a tunnel, and is no request.
    boolean tunnel = admission.head().method().equals("CONNECT");
    if (bodyPending || !stays || tunnel) {
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    }
    Callback written =
        Callback.from(bodyPending ? () -> drain(over) : over::succeeded, over::failed);
    if (reply.status() == 204 || reply.status() == 304) {
      // In two steps, or Jetty would add a Content-Length that is not the body's.
      response.write(
          false,
          NOTHING,
          Callback.from(() -> response.write(true, NOTHING, written), over::failed));
      return;
    }
    if (reply.streamed().isPresent() && !bodyPending) {
      reply.streamed().get().begin(new ChunkedWriter(request, response, over));
      return;
    }
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
    cutSlowReader(reply.body().length);
    response.write(true, ByteBuffer.wrap(reply.body()), written);
  }

  /**
   * Reads on after an early answer: a connection that is closed while the client still writes is
   * reset, and the answer is lost with it. A client that waits for "100 Continue" is not writing.
   */
  private void drain(Callback over) {
    boolean waiting =
        request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
    while (!waiting && !late() && drained <= MOST_DRAINED) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(() -> drain(over));
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
    over.succeeded();
  }

  private static HttpReply tooMuchOutstanding() {
    return HttpReply.error(
            503,
            "earlier answers that are not read yet hold all the memory that answers may use",
            "read them, or close their connections")
        .with("Retry-After", "1");
  }

  /** Ends the connection of a client that takes a byte now and then, and is never silent. */
  private void cutSlowReader(int length) {
    if (length > LEAST_RATE) {
      Scheduler.Task alarm = scheduler.schedule(
          () -> {
            if (!sent.get()) {
              ConnectionGuard.close(request.getConnectionMetaData().getConnection());
            }
          },
          limits.bodyTime().toNanos() + TimeUnit.SECONDS.toNanos(length / LEAST_RATE),
          TimeUnit.NANOSECONDS);
      Request.addCompletionListener(request, failure -> alarm.cancel());
    }
  }
}

package io.cloudadapter.server.jetty;

import io.cloudadapter.server.http.StreamingBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Sends a body in chunks. Jetty cuts off a client that reads nothing for as long as connections may be silent: the
 * write fails.
 */
final class ChunkedWriter implements StreamingBody.Wire {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final AtomicBoolean over = new AtomicBoolean();

  ChunkedWriter(Request request, Response response, Callback callback) {
    this.request = request;
    this.response = response;
    this.callback = callback;
  }

  @Override
  public void send(byte[] bytes, StreamingBody.Done done) {
    response.write(false, ByteBuffer.wrap(bytes), Callback.from(() -> done.sent(true), failure -> {
      fail(failure);
      done.sent(false);
    }));
  }

  @Override
  public void end() {
    if (over.compareAndSet(false, true)) {
      response.write(true, NOTHING, callback);
    }
  }

  @Override
  public void cut() {
    if (over.compareAndSet(false, true)) {
      endPoint().close();
      callback.failed(new IOException("cut off"));
    }
  }

  private void fail(Throwable failure) {
    if (over.compareAndSet(false, true)) {
      callback.failed(failure);
    }
  }

  /**
   * Jetty looks for nothing while a reply is under way, so a client that hangs up would hold its connection.
   * A client that sends the next request already is one that does not read: its byte is lost, so is it.
   */
  @Override
  public boolean gone() {
    try {
      return !endPoint().isOpen() || endPoint().fill(BufferUtil.allocate(1)) != 0;
    } catch (IOException e) {
      return true;
    }
  }

  private EndPoint endPoint() {
    return request.getConnectionMetaData().getConnection().getEndPoint();
  }
}

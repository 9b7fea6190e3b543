package io.cloudadapter.testkit.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** One connection of the adapter: a thread that reads requests and writes what becomes of them. */
final class ClientConnection implements Runnable {
  /** Milliseconds for a client to notice that its idle connection has ended. */
  private static final int NOTICES_WITHIN = 1_000;

  private enum Stage {
    /** For a request. */
    WAITS,
    /** A request is read, or thought about. */
    SERVES,
    /** The reply is on its way. */
    REPLIES
  }

  private final ProxyListener listener;
  private final Socket socket;
  private final Thread thread;
  private @Nullable Socket speaking;
  private Stage stage = Stage.WAITS;

  ClientConnection(ProxyListener listener, Socket socket, String name) {
    this.listener = listener;
    this.socket = socket;
    this.thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  Thread thread() {
    return thread;
  }

  /** Whether its thread has ended; only the thread that starts it may ask before the start. */
  boolean ended() {
    return !thread.isAlive();
  }

  /**
   * Ends it if no request is under way, and returns when the client has noticed: its next request uses a new
   * connection. A request under way is answered first, and ends it.
   */
  void endIfIdle() {
    synchronized (this) {
      if (stage == Stage.SERVES) {
        return;
      }
      if (stage == Stage.WAITS) {
        Sockets.endOutput(speaking == null ? socket : speaking);
      }
    }
    try {
      thread.join(NOTICES_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Sockets.reset(socket);
  }

  /** Ends it at once. */
  void end() {
    Sockets.reset(socket);
  }

  @Override
  public void run() {
    try (socket) {
      socket.setTcpNoDelay(true);
      Socket ours = listener.speaking(socket);
      synchronized (this) {
        speaking = ours;
      }
      serve(ours);
    } catch (IOException e) {
      // The adapter has ended it, or does not trust the proxy; the adapter's own error has the
      // reason.
    }
  }

  private void serve(Socket ours) throws IOException {
    HttpReader in = new HttpReader(ours.getInputStream());
    OutputStream out = ours.getOutputStream();
    while (in.awaits() && at(Stage.SERVES)) {
      ReplyDelivery delivery = delivery(in, out);
      at(Stage.REPLIES);
      out.write(delivery.bytes());
      out.flush();
      delivery.pause().run();
      switch (delivery.ending()) {
        case STAYS -> {
          if (!waits()) {
            farewell(ours, in);
            return;
          }
        }
        case CLOSES -> {
          ours.close();
          return;
        }
        case BREAKS -> {
          Sockets.close(socket);
          return;
        }
        case RESETS -> {
          Sockets.reset(socket);
          return;
        }
      }
    }
    ours.close();
  }

  private ReplyDelivery delivery(HttpReader in, OutputStream out) throws IOException {
    ProxyRequest request;
    try {
      request = in.request(out);
    } catch (ProtocolException e) {
      ProxyReply refusal = ProxyReply.of(400, "text/plain", "the fault wire: " + e.getMessage());
      return RequestOutcome.spoilt(ScriptedReply.of(refusal)).delivery("GET", false);
    }
    return listener.delivery(request);
  }

  /** Lets the client end a connection that it expects to stay open. */
  private void farewell(Socket ours, HttpReader in) throws IOException {
    Sockets.endOutput(ours);
    socket.setSoTimeout(NOTICES_WITHIN);
    in.awaits();
    Sockets.reset(socket);
  }

  private synchronized boolean at(Stage next) {
    stage = next;
    return true;
  }

  /** Whether another request may come. */
  private synchronized boolean waits() {
    if (!listener.listening()) {
      return false;
    }
    stage = Stage.WAITS;
    return true;
  }
}

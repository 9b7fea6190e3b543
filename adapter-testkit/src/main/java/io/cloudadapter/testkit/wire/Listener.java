package io.cloudadapter.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A port of the wire on loopback, for one service of the cloud or for the decoy. It can refuse
 * connections for a while and keep its port.
 */
final class Listener {
  private static final int BACKLOG = 128;
  /** Milliseconds for a thread to notice that its socket was closed. */
  private static final int ENDS_WITHIN = 2000;

  private final boolean secured;
  private final BiFunction<Listener, Request, Delivery> service;
  private final InetSocketAddress address;
  /** Bound and never listening: nobody else gets the port while we refuse connections on it. */
  private final Socket holder = new Socket();

  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private @Nullable ServerSocket server;
  private boolean closed;
  private int accepted;

  /**
   * A listener on a free port.
   *
   * @param secured whether it speaks TLS
   * @param service decides what becomes of a request
   */
  Listener(boolean secured, BiFunction<Listener, Request, Delivery> service) {
    this.secured = secured;
    this.service = service;
    try {
      holder.setReuseAddress(true);
      holder.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
      this.address = (InetSocketAddress) holder.getLocalSocketAddress();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on loopback for the fault wire", e);
    }
    this.thread = new Thread(this::accept, "fault-wire-" + address.getPort());
    thread.setDaemon(true);
    listen();
    thread.start();
  }

  /** The address for the adapter, without path. */
  URI origin() {
    return URI.create((secured ? "https" : "http") + "://127.0.0.1:" + address.getPort());
  }

  /** Accepts connections, again if they were refused. */
  synchronized void listen() {
    if (server != null || closed) {
      return;
    }
    try {
      ServerSocket fresh = new ServerSocket();
      fresh.setReuseAddress(true);
      fresh.bind(address, BACKLOG);
      server = fresh;
      notifyAll();
    } catch (IOException e) {
      throw new UncheckedIOException("the fault wire cannot listen again at " + address, e);
    }
  }

  /** Refuses connections, and ends the idle ones. */
  void refuse() {
    synchronized (this) {
      if (server == null) {
        return;
      }
      Sockets.close(server);
      server = null;
    }
    connections.forEach(Connection::endIfIdle);
  }

  synchronized boolean listening() {
    return server != null;
  }

  /** Ends everything, and returns when its threads have ended. */
  void close() {
    synchronized (this) {
      closed = true;
      if (server != null) {
        Sockets.close(server);
        server = null;
      }
      notifyAll();
    }
    Sockets.close(holder);
    List<Thread> threads = new ArrayList<>(List.of(thread));
    for (Connection connection : connections) {
      connection.end();
      threads.add(connection.thread());
    }
    try {
      for (Thread ending : threads) {
        ending.join(ENDS_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The socket to speak on: the same one, or TLS over it. */
  Socket speaking(Socket socket) throws IOException {
    if (!secured) {
      return socket;
    }
    SSLSocket speaking =
        (SSLSocket) Authority.ours().serving().getSocketFactory().createSocket(socket, null, true);
    speaking.startHandshake();
    return speaking;
  }

  Delivery delivery(Request request) {
    return service.apply(this, request);
  }

  void ended(Connection connection) {
    connections.remove(connection);
  }

  private void accept() {
    for (ServerSocket current = current(); current != null; current = current()) {
      try {
        add(current.accept());
      } catch (IOException e) {
        // Closed, to refuse connections or for good; the next round knows.
      }
    }
  }

  /** Waits for a socket to accept on; null at the end. */
  private synchronized @Nullable ServerSocket current() {
    while (server == null && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        return null; // nobody interrupts the threads of the wire
      }
    }
    return server;
  }

  private synchronized void add(Socket socket) {
    if (server == null) {
      Sockets.reset(socket);
      return;
    }
    accepted++;
    Connection connection =
        new Connection(this, socket, "fault-wire-" + address.getPort() + "-" + accepted);
    connections.add(connection);
    connection.start();
  }
}

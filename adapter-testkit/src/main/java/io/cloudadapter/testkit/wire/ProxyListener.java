package io.cloudadapter.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A port of the fault proxy on loopback, for one service of the cloud or for the decoy. It can refuse
 * connections for a while and keep its port.
 */
final class ProxyListener {
  private static final int BACKLOG = 128;
  /** Milliseconds for a thread to notice that its socket was closed. */
  private static final int ENDS_WITHIN = 2000;

  private final boolean secured;
  private final BiFunction<ProxyListener, ProxyRequest, ReplyDelivery> service;
  private final InetSocketAddress address;
  /**
   * Bound and never listening: it reserves the port while the proxy refuses connections on it. Not used on systems
   * where no other socket may listen beside it.
   */
  private final Socket holder = new Socket();

  private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private final AtomicInteger oldTlsAccepted = new AtomicInteger();
  private volatile ServerCertificate certificate = ServerCertificate.OURS;
  private volatile boolean onlyOldTls;
  private @Nullable ServerSocket server;
  private boolean accepting;
  private boolean closed;
  private int accepted;

  /**
   * A listener on a free port.
   *
   * @param secured whether it speaks TLS
   * @param service decides what becomes of a request
   */
  ProxyListener(boolean secured, BiFunction<ProxyListener, ProxyRequest, ReplyDelivery> service) {
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

  /** Uses this certificate for every later connection. */
  void shows(ServerCertificate shown) {
    certificate = shown;
  }

  /** Offers TLS 1.1 alone to every later connection, or what the JDK offers. */
  void offersOnlyOldTls(boolean on) {
    onlyOldTls = on;
  }

  /** How many connections went on with TLS 1.1. */
  int oldTlsAccepted() {
    return oldTlsAccepted.get();
  }

  /** Accepts connections, again if they were refused. */
  synchronized void listen() {
    if (server != null || closed) {
      return;
    }
    try {
      server = bound();
      notifyAll();
    } catch (IOException e) {
      throw new UncheckedIOException("the fault wire cannot listen at " + address, e);
    }
  }

  private ServerSocket bound() throws IOException {
    try {
      return bind(new ServerSocket());
    } catch (BindException e) {
      Sockets.close(holder);
      return bind(new ServerSocket());
    }
  }

  private ServerSocket bind(ServerSocket fresh) throws IOException {
    try {
      fresh.setReuseAddress(true);
      fresh.bind(address, BACKLOG);
      return fresh;
    } catch (IOException e) {
      Sockets.close(fresh);
      throw e;
    }
  }

  /** Refuses connections, and ends the idle ones. */
  void refuse() {
    if (deafens()) {
      connections.forEach(ClientConnection::endIfIdle);
    }
  }

  /**
   * Closes the server's socket. The system goes on listening until the thread that accepts has noticed,
   * so that is waited for: otherwise the next connection would be accepted and then reset.
   */
  private synchronized boolean deafens() {
    ServerSocket open = server;
    if (open == null) {
      return false;
    }
    server = null;
    Sockets.close(open);
    boolean interrupted = Thread.interrupted();
    while (accepting) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  synchronized boolean listening() {
    return server != null;
  }

  /** Ends everything, and returns when its threads have ended. */
  void close() {
    synchronized (this) {
      closed = true;
      deafens();
      notifyAll();
    }
    Sockets.close(holder);
    List<Thread> threads = new ArrayList<>(List.of(thread));
    for (ClientConnection connection : connections) {
      connection.end();
      threads.add(connection.thread());
    }
    // Who closes may have been interrupted in the call before; its threads end all the same.
    boolean interrupted = Thread.interrupted();
    for (Thread ending : threads) {
      try {
        ending.join(ENDS_WITHIN);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The socket to speak on: the same one, or TLS over it. */
  Socket speaking(Socket socket) throws IOException {
    if (!secured) {
      return socket;
    }
    if (onlyOldTls) {
      if (OldTlsServer.isAccepted(socket)) {
        oldTlsAccepted.incrementAndGet();
      }
      throw new SSLException("no more than the beginning of a TLS 1.1 handshake is offered");
    }
    SSLSocket speaking = (SSLSocket) TestCertificateAuthority.serving(certificate)
        .getSocketFactory()
        .createSocket(socket, null, true);
    speaking.startHandshake();
    return speaking;
  }

  ReplyDelivery delivery(ProxyRequest request) {
    return service.apply(this, request);
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
    accepting = false;
    notifyAll();
    while (server == null && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        return null; // the threads of the wire are never interrupted
      }
    }
    accepting = server != null;
    return server;
  }

  private synchronized void add(Socket socket) {
    if (server == null) {
      Sockets.reset(socket);
      return;
    }
    accepted++;
    ClientConnection connection =
        new ClientConnection(this, socket, "fault-wire-" + address.getPort() + "-" + accepted);
    // They do not leave by themselves: close waits for the threads of all, those about to end among
    // them.
    connections.removeIf(ClientConnection::ended);
    connections.add(connection);
    connection.start();
  }
}

package io.cloudadapter.etcd;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A way to a server that can come to a standstill, as if the server did: what is open stays open. And it can be cut:
 * what is open is closed, and so is what knocks.
 */
final class TcpProxy implements AutoCloseable {
  private final ServerSocket door;
  private final int port;
  private final List<Closeable> open = new CopyOnWriteArrayList<>();
  private boolean stands;
  private final AtomicInteger entered = new AtomicInteger();
  private volatile boolean cut;
  private boolean closed;

  /** To a port on loopback. */
  TcpProxy(int port) {
    this.port = port;
    try {
      this.door = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run(this::accept);
  }

  /** Where it is entered. */
  String server() {
    return "127.0.0.1:" + door.getLocalPort();
  }

  /** How many connections have come so far. */
  int entered() {
    return entered.get();
  }

  /** Has it stand still, or go on with all that has come meanwhile. */
  synchronized void stands(boolean now) {
    stands = now;
    notifyAll();
  }

  /** Cuts it, or lets through what comes from now on. */
  void cut(boolean now) {
    cut = now;
    if (now) {
      closeAll();
    }
  }

  private void closeAll() {
    try {
      for (Closeable socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void waitToGoOn() throws IOException {
    while (stands && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void run(Work work) {
    Thread thread = new Thread(
        () -> {
          try {
            work.run();
          } catch (IOException e) {
            // One end is closed; the other one follows.
          }
        },
        "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = door.accept();
      entered.incrementAndGet();
      if (cut) {
        near.close();
        continue;
      }
      Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
      open.add(near);
      open.add(far);
      run(() -> pass(near, far));
      run(() -> pass(far, near));
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] some = new byte[8192];
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        waitToGoOn();
        out.write(some, 0, read);
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    closeAll();
  }
}

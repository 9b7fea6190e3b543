package io.cloudadapter.fake;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** A server that answers each request with bytes of the test's choice. */
public final class RawServer implements AutoCloseable {
  /** At the end of an answer: nothing more is sent, and the connection stays open. */
  public static final String SILENCE = "silence";

  private final ServerSocket listening;
  private final Function<String, String> answers;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** The headers of all requests, as they came. */
  public final List<String> heads = new CopyOnWriteArrayList<>();

  /** The first line of each request. */
  public final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  /**
   * Starts a server on a free port.
   *
   * @param answers the answer to the first line of a request
   */
  public RawServer(Function<String, String> answers) {
    this.answers = answers;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** An answer that ends its connection, so that the next request opens another one. */
  public static String reply(String status, String body) {
    return "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
  }

  /** The address of the server. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        sockets.add(socket);
        daemon(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void serve(Socket socket) {
    try {
      BufferedReader in = new BufferedReader(
          new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String first = in.readLine();
      if (first == null) {
        // A connection that nothing was sent on.
        return;
      }
      int length = 0;
      for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        heads.add(line);
        if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(15).trim());
        }
      }
      for (int i = 0; i < length; i++) {
        in.read();
      }
      String answer = answers.apply(first);
      seen.add(first);
      boolean stays = answer.endsWith(SILENCE);
      String said = stays ? answer.substring(0, answer.length() - SILENCE.length()) : answer;
      socket.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
      if (!stays) {
        socket.close();
      }
    } catch (IOException e) {
      // The other side has gone.
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "raw-cloud");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

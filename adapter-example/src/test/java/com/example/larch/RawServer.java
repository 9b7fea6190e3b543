package com.example.larch;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A server that grants tokens as Larch does, and answers everything else with bytes of the test's choice. */
final class RawServer implements AutoCloseable {
  /** As the end of an answer: says nothing more, and keeps the connection. */
  static final String SILENCE = "silence";

  private final ServerSocket listening;
  private final Function<String, String> answers;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** How many requests for a token to leave without an answer. */
  final AtomicInteger silentTokens = new AtomicInteger();

  /** The first line of each request that is not about a token. */
  final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  RawServer(Function<String, String> answers) {
    this.answers = answers;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** Says that the connection ends with it, as it does: else the next request might still go out on it. */
  static String reply(String status, String body) {
    return "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
  }

  URI url() {
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
        if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(15).trim());
        }
      }
      for (int i = 0; i < length; i++) {
        in.read();
      }
      String answer = reply("200 OK", "{\"token\":\"t\",\"expiresIn\":3600}");
      if (!first.contains("/v1/token")) {
        answer = answers.apply(first);
        seen.add(first);
      } else if (silentTokens.getAndDecrement() > 0) {
        answer = SILENCE;
      }
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

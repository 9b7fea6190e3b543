package io.cloudadapter.benchmarks.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One kept connection over plain HTTP/1.1 on loopback, of one caller. One thread at a time uses it. */
final class PlainConnection implements AutoCloseable {
  private final URI server;
  private final String token;
  private Socket socket;
  private InputStream in;

  PlainConnection(URI server, String token) throws IOException {
    this.server = server;
    this.token = token;
    connect();
  }

  private void connect() throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends a request and reads nothing. */
  void send(String method, String path, String body) throws IOException {
    String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + token + "\r\nContent-Length: " + body.length() + "\r\n\r\n";
    socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends a request, reads the answer, and returns its status. Connects again if the server has closed. */
  int ask(String method, String path, String body) throws IOException {
    send(method, path, body);
    String line = line();
    int status = Integer.parseInt(line.substring(9, 12));
    int length = 0;
    boolean closes = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).strip());
      }
      closes |= lower.equals("connection: close");
    }
    in.skipNBytes(length);
    if (closes) {
      close();
      connect();
    }
    return status;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package io.cloudadapter.testkit.wire;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A connection that sends exactly the given bytes. */
final class RawClient implements AutoCloseable {
  private final Socket socket;

  RawClient(URI wire) throws IOException {
    socket = new Socket(wire.getHost(), wire.getPort());
  }

  RawClient says(String... lines) throws IOException {
    socket
        .getOutputStream()
        .write((String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Reads on until there is the text. */
  String hearsUntil(String text) throws IOException {
    StringBuilder heard = new StringBuilder();
    while (heard.indexOf(text) < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("ended after: " + heard);
      }
      heard.append((char) next);
    }
    return heard.toString();
  }

  /** Reads on until the other side ends. */
  String hearsOut() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package io.cloudadapter.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.SocketFactory;

/** Speaks to a server byte by byte, as no well-bred client would. */
public final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  public RawClient(URI uri) {
    this(uri, SocketFactory.getDefault());
  }

  public RawClient(URI uri, SocketFactory sockets) {
    try {
      socket = sockets.createSocket(uri.getHost(), uri.getPort());
      socket.setSoTimeout(30_000);
      socket.setTcpNoDelay(true);
      in = socket.getInputStream();
      out = socket.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public RawClient send(String text) {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  public RawClient send(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends until the server takes no more, as a client does that reads only afterwards. */
  RawClient sendUntilClosed(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) { // The server has answered and closed; its reply can still be read.
    }
    return this;
  }

  /** The status of a reply, of which nothing more than its first line is read. */
  public int head() {
    try {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = in.read(); b != '\r' && b >= 0; b = in.read()) {
        line.write(b);
      }
      return Integer.parseInt(line.toString(StandardCharsets.US_ASCII).split(" ")[1]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One reply: its head up to the empty line, and as much body as Content-Length says. */
  public Raw reply() {
    try {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int b = in.read();
        if (b < 0) {
          throw new IOException("closed after: " + head.toString(StandardCharsets.ISO_8859_1));
        }
        head.write(b);
      }
      String text = head.toString(StandardCharsets.ISO_8859_1);
      return new Raw(text, new String(in.readNBytes(length(text)), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int length(String head) {
    for (String line : head.split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        return Integer.parseInt(line.substring(15).strip());
      }
    }
    return 0;
  }

  /** Whether the server ends the connection, rather than answering more. */
  public boolean ended() {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // Reset.
    }
  }

  /** Whether the server ends the connection, perhaps after a farewell of TLS. */
  public boolean endedAtLast() {
    try {
      in.readAllBytes();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // Reset.
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public record Raw(String head, String body) {
    public int status() {
      return Integer.parseInt(head.substring(9, 12));
    }
  }
}

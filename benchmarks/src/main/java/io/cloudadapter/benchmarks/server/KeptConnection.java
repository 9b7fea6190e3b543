package io.cloudadapter.benchmarks.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Locale;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** The cheapest possible client: one socket, blocking, which supports Content-Length only. */
final class KeptConnection implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** A connection in the clear. */
  KeptConnection(URI uri) throws IOException {
    this(uri, SocketFactory.getDefault());
  }

  KeptConnection(URI uri, SocketFactory sockets) throws IOException {
    socket = sockets.createSocket(uri.getHost(), uri.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    out = socket.getOutputStream();
  }

  /** TLS towards servers that show a certificate of this file. */
  static SSLSocketFactory trusting(Path pem) throws IOException, GeneralSecurityException {
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    try (InputStream file = Files.newInputStream(pem)) {
      known.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }

  byte[] get(String path) throws IOException {
    return exchange("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  byte[] post(String path, String json) throws IOException {
    return exchange("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n"
        + "Content-Type: application/json\r\nContent-Length: " + json.length() + "\r\n\r\n" + json);
  }

  private byte[] exchange(String request) throws IOException {
    out.write(request.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    String status = line();
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException("expected 200, was: " + status);
    }
    int length = -1;
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length != length) {
      throw new IOException("closed early");
    }
    return body;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("closed early");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

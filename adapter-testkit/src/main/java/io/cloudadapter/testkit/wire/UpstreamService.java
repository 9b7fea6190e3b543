package io.cloudadapter.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One service of the cloud, and the way there: a connection for each request, because a request on a used connection
 * may have to be sent again, and then it is unknown how often it took effect.
 */
final class UpstreamService {
  /** Milliseconds. */
  private static final int CONNECTS_WITHIN = 10_000;
  /** Milliseconds. */
  private static final int SILENT_AT_MOST = 60_000;

  private final URI origin;
  private final SSLContext trust;
  private final boolean asSent;
  private final Set<Socket> underway = ConcurrentHashMap.newKeySet();

  /**
   * One service.
   *
   * @param origin from {@link #origin}
   * @param trust for a service with TLS
   * @param asSent whether what a signature may cover goes on as the adapter sent it
   */
  UpstreamService(URI origin, SSLContext trust, boolean asSent) {
    this.origin = origin;
    this.trust = trust;
    this.asSent = asSent;
  }

  /** Scheme, host and port of an address, the same for all addresses of one service. */
  static URI origin(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    String host = address.getHost();
    if (host == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IllegalArgumentException(
          "the address of a cloud is http://host or https://host, was: " + address);
    }
    int port = address.getPort() >= 0 ? address.getPort() : scheme.equals("http") ? 80 : 443;
    return URI.create(scheme + "://" + host.toLowerCase(Locale.ROOT) + ":" + port);
  }

  URI origin() {
    return origin;
  }

  /**
   * Sends a request, once, and reads the reply whole.
   *
   * @param request the request of the adapter
   * @return what the cloud answered
   * @throws IOException if it cannot be reached, or its answer is not HTTP/1.1
   */
  ScriptedReply answer(ProxyRequest request) throws IOException {
    try (Socket socket = new Socket()) {
      underway.add(socket);
      socket.connect(new InetSocketAddress(origin.getHost(), origin.getPort()), CONNECTS_WITHIN);
      socket.setSoTimeout(SILENT_AT_MOST);
      socket.setTcpNoDelay(true);
      Socket speaking = origin.getScheme().equals("https") ? secured(socket) : socket;
      OutputStream out = speaking.getOutputStream();
      out.write(bytes(request));
      out.flush();
      return new HttpReader(speaking.getInputStream()).reply(request.method());
    } finally {
      underway.removeIf(Socket::isClosed);
    }
  }

  /** Ends what is under way. */
  void hangUp() {
    underway.forEach(Sockets::close);
  }

  private Socket secured(Socket socket) throws IOException {
    SSLSocket secured = (SSLSocket)
        trust.getSocketFactory().createSocket(socket, origin.getHost(), origin.getPort(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    return secured;
  }

  private byte[] bytes(ProxyRequest request) {
    Map<String, List<String>> headers = Headers.travelling(request.headers());
    headers.put("Connection", List.of("close"));
    if (!asSent || !headers.containsKey("Host")) {
      headers.put("Host", List.of(authority()));
    }
    if (!asSent) {
      // Compressed bodies could be neither shown nor searched for addresses.
      headers.remove("Accept-Encoding");
    }
    if (request.body().length > 0 || !request.method().matches("GET|HEAD|DELETE")) {
      headers.put("Content-Length", List.of(Integer.toString(request.body().length)));
    }
    StringBuilder head =
        new StringBuilder(request.method() + " " + request.target() + " HTTP/1.1\r\n");
    ScriptedReply.append(head, headers);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(request.body());
    return all.toByteArray();
  }

  private String authority() {
    int usual = origin.getScheme().equals("https") ? 443 : 80;
    return origin.getPort() == usual ? origin.getHost() : origin.getAuthority();
  }
}

package io.cloudadapter.http;

import static io.cloudadapter.fake.RawServer.SILENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.fake.RawServer;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.RequestKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a person reads when a server is not reached, or its reply does not arrive. */
@Timeout(300)
class ConnectionErrorTextTest {
  private final HttpTransport transport =
      new HttpTransport("text", new TrustMaterial(Optional::empty), 1_000_000);

  @AfterEach
  void closes() {
    transport.close();
  }

  /** What is wrong with an exchange, as the transport puts it. */
  private String error(URI url) {
    HttpRequest request = HttpRequest.newBuilder(url).build();
    CloudException error = catchThrowableOfType(
        CloudException.class,
        () -> transport.send(
            new HttpExchange(RequestKind.READ, "GET /m at " + url), request, FakeCall.patient()));
    assertThat(error.getMessage())
        .startsWith("GET /m at " + url + " had no whole reply: ")
        .doesNotContain("Exception")
        .doesNotContain("java")
        .doesNotContain("sun.");
    return error.getMessage().substring(error.getMessage().indexOf(" reply: ") + 8);
  }

  private static Throwable caused(Throwable outer, Throwable inner) {
    outer.initCause(inner);
    return outer;
  }

  @Test
  void aRefusedConnectionNamesWhatToCheck() {
    URI gone;
    try (RawServer closed = new RawServer(path -> SILENCE)) {
      gone = closed.url();
    }

    assertThat(error(gone))
        .isEqualTo("the connection was refused; check whether it runs, and host and port");
  }

  @Test
  void aServerThatHangsUpCutsItsReplyOff() {
    try (RawServer cloud = new RawServer(path -> "")) {
      assertThat(error(cloud.url())).startsWith("the reply did not arrive as a whole: ");
    }
    String half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{";
    try (RawServer cloud = new RawServer(path -> half)) {
      assertThat(error(cloud.url())).contains("the reply did not arrive as a whole: ");
    }
  }

  @Test
  void aServerWithoutTlsIsNamedAsSuch() throws IOException {
    try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      // A thread of its own: those of the common pool may be taken by other tests.
      CompletableFuture<Void> answers = CompletableFuture.runAsync(
          () -> {
            try (Socket accepted = plain.accept()) {
              accepted.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
              assertThat(accepted.getInputStream().readAllBytes()).isNotEmpty();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          },
          task -> new Thread(task, "server-without-tls").start());

      assertThat(error(URI.create("https://127.0.0.1:" + plain.getLocalPort() + "/")))
          .startsWith("TLS failed: ")
          .contains("check whether it speaks TLS on this port");
      assertThat(answers).succeedsWithin(Duration.ofMinutes(2));
    }
  }

  @Test
  void aNameThatLeadsNowhereIsToBeChecked() {
    assertThat(error(URI.create("http://no-such-host.invalid/")))
        .startsWith("the name of its host cannot be looked up");
    assertThat(ConnectionErrorText.of(
            caused(new ConnectException(), new UnresolvedAddressException())))
        .isEqualTo(ConnectionErrorText.of(new UnknownHostException("api.example.com")))
        .doesNotContain("api.example.com");
  }

  @Test
  void aCertificateThatIsNotTrustedIsToldByItsInnermostReason() {
    Throwable untrusted = caused(
        new SSLHandshakeException("PKIX path building failed: sun.security.Wrapped: no path"),
        new CertificateException("unable to find valid certification path"));

    assertThat(ConnectionErrorText.of(untrusted))
        .isEqualTo("its certificate is not trusted: unable to find valid certification path;"
            + " check the configured authorities, and the names in the certificate");
  }

  @Test
  void anotherFailureOfTlsHasTheReasonOnOneLine() {
    assertThat(ConnectionErrorText.of(
            new IOException(new SSLException("Received fatal alert:\nhandshake_failure"))))
        .isEqualTo("TLS failed: Received fatal alert: handshake_failure; check whether it speaks"
            + " TLS on this port, and whether it asks for a client certificate");
    assertThat(ConnectionErrorText.of(
            caused(new SSLHandshakeException("terminated"), new EOFException("EOF"))))
        .startsWith("the other side hung up while TLS began");
  }

  @Test
  void timeOutsAndNetworksAreDistinct() {
    assertThat(ConnectionErrorText.of(new HttpConnectTimeoutException("connect timed out")))
        .startsWith("no connection came about in time");
    assertThat(ConnectionErrorText.of(new HttpTimeoutException("request timed out")))
        .isEqualTo("it timed out");
    assertThat(ConnectionErrorText.of(new NoRouteToHostException("No route to host")))
        .startsWith("there is no route to it");
    assertThat(ConnectionErrorText.of(new ConnectException("Network is unreachable")))
        .startsWith("its network cannot be reached");
    assertThat(ConnectionErrorText.of(new BindException("Address already in use")))
        .startsWith("this host has no free port");
  }

  @Test
  void aConnectionThatTheSystemGivesUpWasNotRefused() {
    String inTime = ConnectionErrorText.of(new HttpConnectTimeoutException("connect timed out"));

    assertThat(ConnectionErrorText.of(new ConnectException("Connection timed out")))
        .isEqualTo(inTime);
    assertThat(ConnectionErrorText.of(new SocketTimeoutException("Connect Timeout")))
        .isEqualTo(inTime);
    assertThat(ConnectionErrorText.of(new SocketTimeoutException("Read timed out")))
        .isEqualTo("it timed out");
  }

  @Test
  void aProcessWithoutFreeFilesIsNotTheOtherSidesFault() {
    String limit = "this process may open no more connections; check its limit of open files";

    assertThat(ConnectionErrorText.of(new SocketException("Too many open files")))
        .isEqualTo(limit);
    assertThat(ConnectionErrorText.of(
            new UncheckedIOException(new IOException("Too many open files"))))
        .isEqualTo(limit);
  }

  @Test
  void aDefectShowsItsKindAndNothingThatItQuotes() {
    assertThat(ConnectionErrorText.of(new IllegalStateException("Authorization: Bearer s3cret")))
        .isEqualTo("the request failed (IllegalStateException)");
    assertThat(ConnectionErrorText.of(null)).isEqualTo("the request failed (no cause)");
  }

  @Test
  void aLoopOfCausesEnds() {
    IOException outer = new IOException("outer");
    outer.initCause(new IOException("inner", outer));

    assertThat(ConnectionErrorText.of(outer))
        .isEqualTo("the reply did not arrive as a whole: outer");
  }
}

package io.cloudadapter.health;

import com.google.common.net.InetAddresses;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.ProbeKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * Asks over HTTP and HTTPS with the JDK's clients, which serve any number of connections by one thread each that
 * watches sockets. Follows no redirect, uses no proxy, and reads no body.
 */
final class HttpProbe implements MachineProbe {
  private final HttpClient checking;
  private final HttpClient trusting;

  /**
   * Clients.
   *
   * @param threads carry out what follows from a connection; they never wait
   */
  HttpProbe(Executor threads) {
    this.checking = builder(threads).build();
    this.trusting = builder(threads).sslContext(trustsAll()).build();
  }

  private static HttpClient.Builder builder(Executor threads) {
    return HttpClient.newBuilder()
        .executor(threads)
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .proxy(HttpClient.Builder.NO_PROXY);
  }

  private static SSLContext trustsAll() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each JDK has TLS", e);
    }
  }

  @Override
  public CompletionStage<ProbeResult> probe(ProbeTarget target) {
    ProbeConfig probe = target.probe();
    HttpClient client = probe.checkCertificate() ? checking : trusting;
    CompletableFuture<HttpResponse<Integer>> reply =
        client.sendAsync(request(target), info -> new UnreadBody(info.statusCode()));
    return reply.handle((response, failure) -> failure != null
        ? ProbeFailure.of(failure)
        : probe.accepts(response.statusCode())
            ? ProbeResult.ok("HTTP status " + response.statusCode())
            : ProbeResult.bad("HTTP status " + response.statusCode()));
  }

  private static HttpRequest request(ProbeTarget target) {
    ProbeConfig probe = target.probe();
    String scheme = probe.kind() == ProbeKind.HTTPS ? "https" : "http";
    URI uri = URI.create(scheme + "://" + InetAddresses.toUriString(target.address()) + ":"
        + probe.portOrUsual() + probe.path());
    return HttpRequest.newBuilder(uri)
        .timeout(target.timeout())
        .header("User-Agent", "cloudadapter-health-probe")
        .method(probe.method().name(), HttpRequest.BodyPublishers.noBody())
        .build();
  }
}

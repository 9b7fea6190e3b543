package io.cloudadapter.health;

import com.google.common.net.InetAddresses;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.ProbeKind;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * Asks over HTTP and HTTPS with the JDK's clients, which serve any number of connections by one thread each that
 * watches sockets. Follows no redirect, uses no proxy, and reads of a body only what a response is sought in.
 */
final class HttpProbe implements MachineProbe {
  private final HttpClient checking;
  private final HttpClient trusting;
  private final ResponsePatterns patterns = new ResponsePatterns();
  private final ProbeHosts hosts;

  /**
   * Clients.
   *
   * @param threads carry out what follows from a connection; they wait only for the look-up of another host's name
   * @param hosts the hosts beside the machines that may be asked
   */
  HttpProbe(Executor threads, ProbeHosts hosts) {
    this.hosts = hosts;
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
    Optional<String> other = probe.host();
    if (other.filter(host -> !hosts.allows(host, probe.portOrUsual())).isPresent()) {
      return CompletableFuture.completedFuture(
          ProbeResult.cannotTell("host " + other.get() + " is not among the hosts of probes"));
    }
    HttpClient client = probe.checkCertificate() ? checking : trusting;
    CompletableFuture<HttpResponse<String>> sent = client.sendAsync(
        request(target), info -> reads(probe, info) ? new BoundedBody() : new UnreadBody());
    // The request's own time is that until the head of the reply.
    return sent.copy()
        .orTimeout(target.timeout().toMillis(), TimeUnit.MILLISECONDS)
        .handle((response, failure) -> {
          if (failure != null) {
            sent.cancel(true);
            return ProbeFailure.of(failure);
          }
          return found(probe, response);
        });
  }

  private static boolean reads(ProbeConfig probe, HttpResponse.ResponseInfo info) {
    return probe.response().isPresent() && probe.accepts(info.statusCode());
  }

  private ProbeResult found(ProbeConfig probe, HttpResponse<String> response) {
    String status = "HTTP status " + response.statusCode();
    if (!probe.accepts(response.statusCode())) {
      return ProbeResult.bad(status);
    }
    if (probe.response().isEmpty()) {
      return ProbeResult.ok(status);
    }
    return patterns
        .finds(probe.response().get(), response.body())
        .map(found -> found
            ? ProbeResult.ok(status + ", with the response")
            : ProbeResult.bad(status + ", without the response"))
        .orElseGet(() -> ProbeResult.cannotTell("health.response is no regular expression of RE2"));
  }

  private static HttpRequest request(ProbeTarget target) {
    ProbeConfig probe = target.probe();
    String scheme = probe.kind() == ProbeKind.HTTPS ? "https" : "http";
    String host = probe.host().orElseGet(() -> InetAddresses.toUriString(target.address()));
    String id = URLEncoder.encode(target.machine().value(), StandardCharsets.UTF_8);
    URI uri = URI.create(scheme + "://" + host + ":" + probe.portOrUsual()
        + probe.path().replace(ProbeConfig.MACHINE, id.replace("+", "%20")));
    return HttpRequest.newBuilder(uri)
        .timeout(target.timeout())
        .header("User-Agent", "cloudadapter-health-probe")
        .method(probe.method().name(), HttpRequest.BodyPublishers.noBody())
        .build();
  }
}

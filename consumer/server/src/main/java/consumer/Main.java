package consumer;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.Replica;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.ConfigException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A program that embeds the server, posts webhooks and keeps its ledger on etcd, each of which works or is refused with
 * one sentence, whichever versions of third-party libraries its project has chosen. Its arguments are what server,
 * webhooks and etcd are expected to answer: "works", a part of the refusal, or "untried". A command that starts etcd
 * may follow; without one, only an etcd that is not there is asked.
 */
public final class Main {
  private Main() {}

  /** Something that works or is refused. */
  private interface Trial {
    void run() throws Exception;
  }

  /** Tries all three. */
  public static void main(String[] args) throws Exception {
    expect("server", args[0], Main::server);
    expect("webhooks", args[1], Main::webhooks);
    expect("etcd", args[2], () -> etcd(args.length > 3 ? args[3] : ""));
    System.exit(0);
  }

  private static void expect(String name, String expected, Trial trial) throws Exception {
    if (expected.equals("untried")) {
      return;
    }
    String outcome;
    try {
      trial.run();
      outcome = "works";
    } catch (IllegalArgumentException | ConfigException refusal) {
      outcome = refusal.getMessage();
    }
    System.out.println(name + ": " + outcome);
    if (expected.equals("works") ? !outcome.equals("works") : !outcome.contains(expected)) {
      throw new IllegalStateException(name + " must answer: " + expected);
    }
  }

  private static CloudAdapter.Builder pools() {
    return CloudAdapter.builder()
        .account(new AccountConfig("demo", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "demo", 20).build());
  }

  private static void server() throws Exception {
    Path tls = Files.createTempDirectory("consumer");
    try (CloudAdapter pools = pools().inMemory().open();
        AdapterServer server = AdapterServer.builder(pools).tls(TlsConfig.selfSigned(tls)).start()) {
      HttpClient client = HttpClient.newBuilder()
          .sslContext(trusting(server.selfSignedCertificate().orElseThrow()))
          .build();
      URI health = URI.create(server.uri() + "/healthz");
      int status = client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString()).statusCode();
      if (status != 200) {
        throw new IllegalStateException(health + " answered " + status);
      }
    }
  }

  private static SSLContext trusting(Path certificate) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(certificate)) {
      Certificate read = CertificateFactory.getInstance("X.509").generateCertificate(pem);
      trusted.setCertificateEntry("server", read);
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static void webhooks() {
    HookChannel channel = ServiceLoader.load(HookChannel.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(found -> found.channel().equals(HookTarget.WEBHOOK))
        .findFirst()
        .orElseThrow();
    channel.check(
        new HookTarget(HookTarget.WEBHOOK, Map.of("url", "https://hooks.example.com/"), Optional.empty()));
  }

  private static void etcd(String command) throws Exception {
    ClusterAddress closed = ClusterAddress.parse("etcd://127.0.0.1:" + Etcd.freePort() + "/consumer");
    mustNotAnswer(closed);
    mustNotAnswer(closed.with(new ClusterAddress.Tls(Optional.empty(), Optional.empty())));
    if (!command.isEmpty()) {
      try (Etcd etcd = Etcd.start(command)) {
        grow(ClusterAddress.parse("etcd://" + etcd.address() + "/consumer"));
      }
    }
  }

  private static void mustNotAnswer(ClusterAddress address) throws Exception {
    try (Replica pools = share(address)) {
      pools.advertise("");
      throw new IllegalStateException("nothing is at " + address);
    } catch (StoreException expected) {
      System.out.println("etcd on a closed port: " + expected.getMessage());
    }
  }

  private static void grow(ClusterAddress address) throws Exception {
    try (Replica pools = share(address)) {
      pools.advertise("");
      MachinePool web = pools.defaultPool();
      web.setDesiredSize(2);
      PoolView view = web.await(PoolView::settled, Duration.ofMinutes(1));
      System.out.println("etcd: " + view.machines().size() + " machines");
    }
  }

  private static Replica share(ClusterAddress address) throws Exception {
    return pools()
        .dataDirectory(Files.createTempDirectory("consumer"))
        .openReplica(address, "one", Duration.ofSeconds(10));
  }
}

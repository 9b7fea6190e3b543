package io.cloudadapter.etcd;

import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterKvFactory;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Connects to etcd, 3.4 or newer; found by {@link java.util.ServiceLoader}. */
public final class EtcdClusterFactory implements ClusterKvFactory {
  private static final int LARGEST_ANSWER = 512 << 20;
  private static final Duration WITHIN = Duration.ofSeconds(5);

  /** For small requests: a member that stands still must not delay others for long, let alone a lease. */
  private static final Duration SMALL_WITHIN = Duration.ofSeconds(2);

  /** For the service loader. */
  public EtcdClusterFactory() {}

  @Override
  public String scheme() {
    return "etcd";
  }

  @Override
  public ClusterKv connect(ClusterAddress address) {
    ClientVersions.problem().ifPresent(problem -> {
      throw new IllegalArgumentException("etcd's client cannot be used: " + problem);
    });
    List<Client> clients = new ArrayList<>();
    address.servers().forEach(server -> clients.add(client(address, List.of(server))));
    clients.add(client(address, address.servers()));
    return new EtcdClusterKv(clients, address, SMALL_WITHIN, WITHIN);
  }

  /** A client of some members; connects when it is first used. */
  private static Client client(ClusterAddress address, List<String> members) {
    ClientBuilder builder = Client.builder()
        .endpoints(members.stream()
            .map(
                server -> URI.create((address.tls().isPresent() ? "https://" : "http://") + server))
            .toList())
        // Servers hang up on clients that ping them without a call.
        .keepaliveWithoutCalls(false)
        .keepaliveTime(Duration.ofSeconds(10))
        .keepaliveTimeout(WITHIN)
        .connectTimeout(WITHIN)
        .waitForReady(false)
        .retryMaxAttempts(1)
        .maxInboundMessageSize(LARGEST_ANSWER)
        .interceptor(new Deadline());
    address
        .user()
        .ifPresent(user -> builder
            .user(EtcdClusterKv.utf8(user.name()))
            .password(EtcdClusterKv.utf8(user.password().reveal())));
    address.tls().ifPresent(tls -> secure(builder, tls));
    return builder.build();
  }

  private static void secure(ClientBuilder builder, ClusterAddress.Tls tls) {
    tls.authority().ifPresent(EtcdClusterFactory::readable);
    tls.certificate().ifPresent(own -> {
      readable(own.chain());
      readable(own.key());
    });
    try {
      builder.sslContext(context -> fill(context, tls));
    } catch (SSLException | RuntimeException e) {
      // Netty says so of a file that holds something else.
      throw new IllegalArgumentException(
          "the certificates for etcd cannot be used: " + e.getMessage(), e);
    }
  }

  private static void fill(SslContextBuilder context, ClusterAddress.Tls tls) {
    tls.authority().map(Path::toFile).ifPresent(context::trustManager);
    Optional<ClusterAddress.Certificate> own = tls.certificate();
    own.ifPresent(c -> context.keyManager(c.chain().toFile(), c.key().toFile()));
  }

  private static void readable(Path file) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(file + " cannot be read");
    }
  }

  /** What is not answered in time is not sent later, either: jetcd has no bound of its own. */
  private static final class Deadline implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      String name = method.getFullMethodName();
      Duration within = name.endsWith("/Range") ? WITHIN : SMALL_WITHIN;
      return next.newCall(
          method,
          name.endsWith("/Watch")
              ? options
              : options.withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS));
    }
  }
}

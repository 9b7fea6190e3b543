package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/** Makes the TLS of the listener, which demands a client certificate of each connection. */
final class ListenerTls {
  private ListenerTls() {}

  /**
   * Reads the files of a server.
   *
   * @throws IllegalArgumentException if a file cannot be used
   */
  static SslContext read(ClusterAutoscalerHost host) {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(host.identity(), new char[0]);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(host.authorities());
      return GrpcSslContexts.configure(SslContextBuilder.forServer(keys), SslProvider.JDK)
          .trustManager(trust)
          .clientAuth(ClientAuth.REQUIRE)
          .build();
    } catch (GeneralSecurityException | SSLException e) {
      throw new IllegalArgumentException(
          "the certificates of the listener for Cluster Autoscaler cannot be used: "
              + e.getMessage(),
          e);
    }
  }

  /** What changes when one of the files is replaced: their times and lengths. */
  static List<String> stamp(List<Path> files) {
    List<String> stamp = new ArrayList<>();
    for (Path file : files) {
      try {
        stamp.add(Files.getLastModifiedTime(file) + " " + Files.size(file));
      } catch (IOException e) {
        stamp.add("unreadable");
      }
    }
    return stamp;
  }
}

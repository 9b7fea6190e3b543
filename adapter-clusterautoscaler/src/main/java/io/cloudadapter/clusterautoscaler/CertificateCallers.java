package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Finds the caller of a call by the client certificate of its connection, as long as that has not ended. */
final class CertificateCallers implements Function<ServerCall<?, ?>, Optional<AutoscalerCaller>> {
  private final ClusterAutoscalerHost host;

  CertificateCallers(ClusterAutoscalerHost host) {
    this.host = host;
  }

  @Override
  public Optional<AutoscalerCaller> apply(ServerCall<?, ?> call) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return Optional.empty();
    }
    try {
      return session.getPeerCertificates()[0] instanceof X509Certificate certificate
          ? host.caller(certificate)
              .filter(caller -> host.clock().instant().isBefore(caller.expires()))
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }
}

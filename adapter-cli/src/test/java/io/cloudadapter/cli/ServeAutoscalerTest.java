package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.cli.server.RunningServer;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server with the listener for Cluster Autoscaler, which comes with the command. */
class ServeAutoscalerTest {
  @TempDir
  private Path directory;

  private AdapterConfig config() throws IOException {
    // A first start makes a certificate, which is its own authority.
    RunningServer.start(DemoConfig.config(directory.resolve("first"))).close();
    Path file = Files.writeString(directory.resolve("adapter.yaml"), """
        data: data
        server:
          port: 0
          tls: {cert: first/tls/server.pem, key: first/tls/server.key, clientCa: first/tls/server.pem}
          clients: {autoscaler: operate}
        accounts: {lab: {provider: simulated}}
        pools: {workers: {maxSize: 5}}
        clusterAutoscaler: {port: 0, pools: [workers]}
        """);
    return new ConfigFileReader(ServeOptions.adapters(), Map.of()).read(file);
  }

  /** A client that trusts the certificate of the first start, and shows none. */
  private SSLSocketFactory sockets() throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, new char[0]);
    try (InputStream pem = Files.newInputStream(directory.resolve("first/tls/server.pem"))) {
      trusted.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    return tls.getSocketFactory();
  }

  @Test
  void listensOnAPortOfItsOwnForClientCertificatesUntilItEnds() throws Exception {
    int port;
    try (RunningServer serving = RunningServer.start(config())) {
      port = serving.server().clusterAutoscalerPort().orElseThrow();

      assertThat(port).isNotEqualTo(serving.server().uri().getPort());
      try (SSLSocket socket = (SSLSocket) sockets().createSocket("127.0.0.1", port)) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        assertThatThrownBy(() -> {
              socket.startHandshake();
              socket.getInputStream().read();
            })
            .isInstanceOf(SSLException.class)
            .hasMessageMatching(".*(bad_certificate|certificate_required).*");
      }
    }
    assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
        .isInstanceOf(ConnectException.class);
  }
}

package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * What kubeadm publishes of a cluster for machines that join it.
 *
 * @param endpoint the host and port of its API server
 * @param caHash the pin of its certificate authority: sha256: and the hash of the public key in hexadecimal digits
 */
record ClusterInfo(String endpoint, String caHash) {
  /** The namespace and the name of the ConfigMap that has it. */
  static final String NAMESPACE = "kube-public";

  static final String NAME = "cluster-info";

  private static final int HTTPS = 443;

  /** Reads the ConfigMap cluster-info, which has a kubeconfig file; empty if that has no server or no authority. */
  static Optional<ClusterInfo> read(JsonNode configMap) {
    try {
      JsonNode file = ApiServer.JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions()))
          .load(configMap.path("data").path("kubeconfig").asText("")));
      JsonNode cluster = file.path("clusters").path(0).path("cluster");
      URI server = URI.create(cluster.path("server").asText(""));
      String authority = cluster.path("certificate-authority-data").asText("");
      if (server.getHost() == null || authority.isEmpty()) {
        return Optional.empty();
      }
      int port = server.getPort() < 0 ? HTTPS : server.getPort();
      return Optional.of(new ClusterInfo(
          server.getHost() + ":" + port, pin(Base64.getMimeDecoder().decode(authority))));
    } catch (YAMLException | IllegalArgumentException | GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static String pin(byte[] pem) throws GeneralSecurityException {
    byte[] key = CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(pem))
        .getPublicKey()
        .getEncoded();
    return "sha256:"
        + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
  }
}

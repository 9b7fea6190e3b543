package io.cloudadapter.server.security;

import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.spi.config.ConfigError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the files of certificates, keys and tokens as a start does, and leaves them as they are. */
public final class CredentialFileCheck {
  private CredentialFileCheck() {}

  /**
   * What is wrong with them.
   *
   * @param tls how connections are secured
   * @param authorities who signs client certificates, if they are accepted
   * @param subjects the permissions of each client certificate, by name
   * @param tokens the bearer tokens
   * @return every fault, by its key under {@code server}
   */
  public static List<ConfigError> faults(
      TlsConfig tls,
      Optional<Path> authorities,
      Map<String, AccessGrant> subjects,
      List<BearerToken> tokens) {
    List<ConfigError> faults = new ArrayList<>();
    if (tls instanceof TlsConfig.Pem pem) {
      faults.addAll(PemReader.faults(pem.certificate(), pem.key()));
    } else if (tls instanceof TlsConfig.SelfSigned own) {
      faults.addAll(selfSigned(own.directory()));
    } else if (!(tls instanceof TlsConfig.Off)) {
      throw new IllegalStateException("there are no files of " + tls.getClass().getName());
    }
    authorities.ifPresent(
        file -> DryRun.at("tls.clientCa", () -> PemReader.authorities(file), faults));
    subjects.forEach((subject, grant) -> DryRun.at(
        "clients." + subject, () -> new CertificateRegistry(Map.of(subject, grant)), faults));
    TokenRegistry.read(tokens, faults);
    return List.copyOf(faults);
  }

  /** Only a pair that is there is read; else both are made. No key of the configuration names its files. */
  private static List<ConfigError> selfSigned(Path directory) {
    Path certificate = SelfSignedCertificate.certificate(directory);
    Path key = SelfSignedCertificate.key(directory);
    return SelfSignedCertificate.isThere(directory)
        ? PemReader.faults(certificate, key).stream()
            .map(fault -> new ConfigError(
                "tls",
                fault.problem() + "; delete " + certificate + " and " + key
                    + ", and the server makes both again"))
            .toList()
        : List.of();
  }
}

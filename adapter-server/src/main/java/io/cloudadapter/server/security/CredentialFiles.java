package io.cloudadapter.server.security;

import io.cloudadapter.server.BearerToken;
import io.cloudadapter.server.Role;
import io.cloudadapter.server.Tls;
import io.cloudadapter.spi.ConfigFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at the files of certificates, keys and tokens as a start does, and leaves them as they are. */
public final class CredentialFiles {
  private CredentialFiles() {}

  /**
   * What is wrong with them.
   *
   * @param tls how connections are secured
   * @param authorities who signs client certificates, if they are accepted
   * @param subjects the role of each client certificate, by name
   * @param tokens the bearer tokens
   * @return every fault, by its key under {@code server}
   */
  public static List<ConfigFault> faults(
      Tls tls, Optional<Path> authorities, Map<String, Role> subjects, List<BearerToken> tokens) {
    List<ConfigFault> faults = new ArrayList<>();
    if (tls instanceof Tls.Pem pem) {
      faults.addAll(PemFiles.faults(pem.certificate(), pem.key()));
    } else if (tls instanceof Tls.SelfSigned own) {
      faults.addAll(selfSigned(own.directory()));
    } else if (!(tls instanceof Tls.Off)) {
      throw new IllegalStateException("there are no files of " + tls.getClass().getName());
    }
    authorities.ifPresent(
        file -> Attempt.at("tls.clientCa", () -> PemFiles.authorities(file), faults));
    subjects.forEach((subject, role) ->
        Attempt.at("clients." + subject, () -> new CertificateBook(Map.of(subject, role)), faults));
    TokenBook.read(tokens, faults);
    return List.copyOf(faults);
  }

  /** Only a pair that is there is read; else both are made. No key of the configuration names its files. */
  private static List<ConfigFault> selfSigned(Path directory) {
    Path certificate = SelfSigned.certificate(directory);
    Path key = SelfSigned.key(directory);
    return SelfSigned.isThere(directory)
        ? PemFiles.faults(certificate, key).stream()
            .map(fault -> new ConfigFault(
                "tls",
                fault.problem() + "; delete " + certificate + " and " + key
                    + ", and the server makes both again"))
            .toList()
        : List.of();
  }
}

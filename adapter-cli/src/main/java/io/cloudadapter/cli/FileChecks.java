package io.cloudadapter.cli;

import io.cloudadapter.server.BearerToken;
import io.cloudadapter.server.Tls;
import io.cloudadapter.server.config.AdapterConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** Looks at the files that a configuration names: certificates, keys, tokens, secrets. */
final class FileChecks {
  private static final Duration SOON = Duration.ofDays(21);
  private static final int SHORTEST_TOKEN = 16;
  private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
      PosixFilePermission.GROUP_WRITE,
      PosixFilePermission.OTHERS_READ,
      PosixFilePermission.OTHERS_WRITE);

  private final Findings findings;
  private final Instant now;

  FileChecks(Findings findings, Instant now) {
    this.findings = findings;
    this.now = now;
  }

  void check(AdapterConfig config) {
    config.server().tls().ifPresent(tls -> {
      if (tls instanceof Tls.Pem pem) {
        certificates("server.tls.cert", pem.certificate());
        if (secret("server.tls.key", pem.key())) {
          key(pem.key());
        }
      }
    });
    config.server().clientCa().ifPresent(file -> certificates("server.tls.clientCa", file));
    for (BearerToken token : config.server().tokens()) {
      if (token.source() instanceof BearerToken.File file) {
        token("server.tokens." + token.name() + ".file", file.path());
      }
    }
    config.secretFiles().forEach(file -> secret("secret file", file));
  }

  private void certificates(String name, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (all.isEmpty()) {
        findings.fault(name + ": " + file + " holds no certificate in PEM form");
      }
      for (Certificate certificate : all) {
        valid(name, file, (X509Certificate) certificate);
      }
    } catch (CertificateException e) {
      findings.fault(name + ": " + file + " holds no certificate in PEM form");
    } catch (IOException e) {
      findings.fault(unreadable(name, file));
    }
  }

  private void valid(String name, Path file, X509Certificate certificate) {
    Instant begins = certificate.getNotBefore().toInstant();
    Instant ends = certificate.getNotAfter().toInstant();
    if (now.isAfter(ends)) {
      findings.fault(name + ": " + file + " expired at " + ends);
    } else if (now.isBefore(begins)) {
      findings.fault(name + ": " + file + " is not valid before " + begins);
    } else if (now.plus(SOON).isAfter(ends)) {
      findings.warn(name + ": " + file + " expires soon, at " + ends);
    } else {
      findings.ok(name + ": " + file + " is valid until " + ends);
    }
  }

  private void key(Path file) {
    try {
      if (!Files.readString(file).contains("PRIVATE KEY-----")) {
        findings.fault("server.tls.key: " + file + " holds no private key in PEM form");
      }
    } catch (IOException e) {
      findings.fault(unreadable("server.tls.key", file));
    }
  }

  private void token(String name, Path file) {
    try {
      if (secret(name, file) && Files.readString(file).strip().length() < SHORTEST_TOKEN) {
        findings.fault(
            name + ": " + file + " holds no token of at least " + SHORTEST_TOKEN + " characters");
      }
    } catch (IOException e) {
      findings.fault(unreadable(name, file));
    }
  }

  /** Whether a file can be read, and by nobody else. */
  private boolean secret(String name, Path file) {
    if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
      findings.fault(unreadable(name, file));
      return false;
    }
    try {
      Set<PosixFilePermission> modes = EnumSet.noneOf(PosixFilePermission.class);
      modes.addAll(Files.getPosixFilePermissions(file));
      modes.retainAll(OTHERS);
      if (modes.isEmpty()) {
        findings.ok(name + ": " + file + " is for its owner only");
      } else {
        findings.fault(
            name + ": others may read or change " + file + "; mend it: chmod 600 " + file);
      }
    } catch (UnsupportedOperationException | IOException e) {
      findings.warn(name + ": who may read " + file + " cannot be told");
    }
    return true;
  }

  private static String unreadable(String name, Path file) {
    return name + ": " + file + (Files.exists(file) ? " cannot be read" : " does not exist");
  }
}

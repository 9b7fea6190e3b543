package io.cloudadapter.cli.server;

import io.cloudadapter.core.LedgerKeys;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * Checks how long the certificates are valid, and who may read the secrets. It only warns, and never stops a server.
 */
final class FileChecks {
  private static final Duration SOON = Duration.ofDays(21);
  private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
      PosixFilePermission.GROUP_WRITE,
      PosixFilePermission.OTHERS_READ,
      PosixFilePermission.OTHERS_WRITE);
  private static final Set<PosixFilePermission> ALL_OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  private final DoctorReport findings;
  private final Instant now;

  FileChecks(DoctorReport findings, Instant now) {
    this.findings = findings;
    this.now = now;
  }

  void check(AdapterConfig config) {
    config.server().tls().ifPresent(tls -> {
      if (tls instanceof TlsConfig.Pem pem) {
        certificates("server.tls.cert", pem.certificate());
        secret("server.tls.key", pem.key());
      }
    });
    config.server().clientCa().ifPresent(file -> certificates("server.tls.clientCa", file));
    for (BearerToken token : config.server().tokens()) {
      if (token.source() instanceof BearerToken.File file) {
        secret("server.tokens." + token.name(), file.path());
      }
    }
    config.secretFiles().forEach(file -> secret("secret file", file));
    dataDirectory(config.data());
  }

  private void certificates(String key, Path file) {
    if (findings.blames(key)) {
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        valid(key, file, (X509Certificate) certificate);
      }
    } catch (CertificateException | IOException e) {
      findings.warn(key + ": the validity of " + file + " could not be read: " + e.getMessage());
    }
  }

  private void valid(String key, Path file, X509Certificate certificate) {
    Instant begins = certificate.getNotBefore().toInstant();
    Instant ends = certificate.getNotAfter().toInstant();
    if (now.isAfter(ends)) {
      findings.warn(key + ": " + file + " expired at " + ends + "; no client will trust it");
    } else if (now.isBefore(begins)) {
      findings.warn(key + ": " + file + " is not valid before " + begins);
    } else if (now.plus(SOON).isAfter(ends)) {
      findings.warn(key + ": " + file + " expires soon, at " + ends);
    } else {
      findings.ok(key + ": " + file + " is valid until " + ends);
    }
  }

  /** What a server has made there. */
  private void dataDirectory(Path data) {
    try {
      if (!Files.isDirectory(data)) {
        return;
      }
      Set<PosixFilePermission> modes = EnumSet.noneOf(PosixFilePermission.class);
      modes.addAll(Files.getPosixFilePermissions(data));
      modes.retainAll(ALL_OTHERS);
      if (modes.isEmpty()) {
        findings.ok("data: " + data + " is for its owner only");
      } else {
        findings.warn("data: others may look into " + data
            + "; a start makes it 0700 if it is yours and holds nothing else; mend it: chmod 700 "
            + data);
      }
      ledgerKey(data);
      Path log = LogConfig.in(data);
      if (Files.isRegularFile(log)) {
        secret("data", log);
      }
    } catch (UnsupportedOperationException | IOException e) {
      findings.warn("data: the permissions of " + data + " could not be read");
    }
  }

  /** Names the key that a backup's header and a replica's refusal name. */
  private void ledgerKey(Path data) {
    LedgerKeys keys;
    try {
      keys = LedgerKeys.in(data);
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return; // A fault of the data directory names it.
    }
    keys.present().ifPresent(id -> findings.ok("data: the ledger key is " + id));
    keys.next()
        .ifPresent(id -> findings.ok(
            "data: the next start makes " + id + " the ledger key, once every replica has it"));
  }

  private void secret(String key, Path file) {
    if (findings.blames(key)) {
      return;
    }
    try {
      Set<PosixFilePermission> modes = EnumSet.noneOf(PosixFilePermission.class);
      modes.addAll(Files.getPosixFilePermissions(file));
      boolean ofGroup = modes.contains(PosixFilePermission.GROUP_READ);
      modes.retainAll(OTHERS);
      if (modes.isEmpty() && ofGroup) {
        findings.warn(
            key + ": its group may read " + file + "; unless that is meant: chmod 600 " + file);
      } else if (modes.isEmpty()) {
        findings.ok(key + ": " + file + " is for its owner only");
      } else {
        findings.warn(key + ": others may read or change " + file + "; mend it: chmod 600 " + file);
      }
    } catch (UnsupportedOperationException | IOException e) {
      findings.warn(key + ": the permissions of " + file + " could not be read");
    }
  }
}

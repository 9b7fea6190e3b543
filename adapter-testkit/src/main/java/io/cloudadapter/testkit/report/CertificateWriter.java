package io.cloudadapter.testkit.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Writes a certificate down: for programs, for people, and as a badge. */
final class CertificateWriter {
  private CertificateWriter() {}

  static String digest(Certificate certificate) {
    try {
      byte[] facts = CertificateJson.facts(certificate).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(facts));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static void write(Certificate certificate, Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("certificate.json"), CertificateJson.of(certificate));
      Files.writeString(
          folder.resolve("certificate.html"), new CertificatePage(certificate).html());
      Files.writeString(folder.resolve("badge.json"), Badge.of(certificate).json());
      Files.writeString(folder.resolve("badge.svg"), Badge.of(certificate).svg());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the certificate of " + certificate.subject() + " to " + folder, e);
    }
  }
}

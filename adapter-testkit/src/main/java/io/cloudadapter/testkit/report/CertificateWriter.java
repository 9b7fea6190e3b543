package io.cloudadapter.testkit.report;

import io.cloudadapter.testkit.rule.RuleBook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Writes a certificate down: for programs, for people, and as a badge; and a page for each of its rules. */
final class CertificateWriter {
  private CertificateWriter() {}

  static String digest(Certificate certificate) {
    return sha256(CertificateJson.facts(certificate));
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static void write(Certificate certificate, Path folder) {
    try {
      Files.createDirectories(folder);
      Map<String, String> beside = Map.of(
          "certificate.html", new CertificatePage(certificate).html(),
          "badge.json", Badge.of(certificate).json(),
          "badge.svg", Badge.of(certificate).svg());
      Map<String, String> digests = new TreeMap<>();
      for (Map.Entry<String, String> file : beside.entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
        digests.put(file.getKey(), sha256(file.getValue()));
      }
      writeRules(certificate, Files.createDirectories(folder.resolve("rules")));
      Files.writeString(
          folder.resolve("certificate.json"), CertificateJson.of(certificate, digests));
      // A signature that is here is of another certificate.
      Files.deleteIfExists(folder.resolve("certificate.json.sig"));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the certificate of " + certificate.subject() + " to " + folder, e);
    }
  }

  private static void writeRules(Certificate certificate, Path folder) throws IOException {
    RuleBook book = certificate.isOfChannel() ? RuleBook.channels() : RuleBook.standard();
    for (Map.Entry<String, String> page : RulePages.of(book).entrySet()) {
      Files.writeString(folder.resolve(page.getKey()), page.getValue());
    }
  }
}

package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies the signature of a certificate, and that the files beside it belong to it. */
@Command(
    name = "verify",
    sortOptions = false,
    description = {
      "Verifies that the owner of a key has signed a certificate.json, and that the page beside it "
          + "belongs to it.",
      "Exit code 1 if the signature is missing or does not fit, 2 if nothing could be compared."
    })
final class CertificateVerifyCommand extends OfflineCommand {
  @Parameters(paramLabel = "FILE", description = "The certificate.json.")
  private Path file = Path.of("certificate.json");

  @Option(
      names = "--key",
      paramLabel = "KEY",
      required = true,
      description = "The public key, X.509 in PEM.")
  private Path key = Path.of("key.pem");

  CertificateVerifyCommand(Terminal terminal) {
    super(terminal);
  }

  /** Everything that the comparison needs. */
  private record Compared(
      CertificateFile certificate,
      PublicKey verifier,
      Optional<CertificateSignature> signature,
      Map<String, CertificateFile.Beside> beside) {}

  @Override
  public int run() {
    Compared compared = prepared(this::read);
    Optional<String> problem = problem(compared);
    if (structured()) {
      show(fields(compared, problem));
    } else {
      print(problem
          .map(why -> "not valid: " + why)
          .orElseGet(() -> "valid: the key " + CertificateSignature.fingerprint(compared.verifier())
              + " has signed " + file));
      lines(compared);
    }
    return problem.isEmpty() ? 0 : ErrorReporter.FAILED;
  }

  private Compared read() {
    PublicKey verifier = SigningKeys.publicKey(key);
    CertificateFile certificate = CertificateFile.read(file);
    Path signature = CertificateSignature.fileOf(file);
    return new Compared(
        certificate,
        verifier,
        Files.exists(signature)
            ? Optional.of(CertificateSignature.read(signature))
            : Optional.empty(),
        certificate.beside());
  }

  /** Why the certificate is not to be believed; empty if it is valid. */
  private Optional<String> problem(Compared compared) {
    if (compared.signature().isEmpty()) {
      return Optional.of("no signature: there is no file " + CertificateSignature.fileOf(file));
    }
    CertificateSignature signature = compared.signature().get();
    return switch (signature.check(compared.certificate().bytes(), compared.verifier())) {
      case VALID -> changedFiles(compared.beside());
      case OTHER_KEY ->
        Optional.of("wrong key: the signature names the key " + signature.key() + ", and --key is "
            + CertificateSignature.fingerprint(compared.verifier()));
      case FILE_CHANGED ->
        Optional.of("file changed: " + file + " is not the file that was signed (sha256 "
            + signature.sha256() + " then, "
            + CertificateSignature.sha256(compared.certificate().bytes()) + " now)");
      case FORGED ->
        Optional.of("signature changed: " + CertificateSignature.fileOf(file)
            + " names this file and this key, but this key has not made it");
    };
  }

  private Optional<String> changedFiles(Map<String, CertificateFile.Beside> beside) {
    return beside.entrySet().stream()
        .filter(one -> one.getValue() == CertificateFile.Beside.CHANGED)
        .map(one -> "file changed: " + file.resolveSibling(one.getKey())
            + " is not the file that belongs to the signed certificate")
        .findFirst();
  }

  private void lines(Compared compared) {
    CertificateFile certificate = compared.certificate();
    line("adapter", certificate.text("/subject/name") + " " + certificate.text("/subject/version"));
    line("against", certificate.text("/mode"));
    line("date", certificate.text("/started"));
    line("tier", certificate.text("/tier").toLowerCase(Locale.ROOT));
    line("verdict", certificate.text("/headline"));
    line("rules", certificate.text("/rules/version"));
    compared.beside().forEach((name, beside) -> line("file", name + ", " + word(beside)));
  }

  private static String word(CertificateFile.Beside beside) {
    return switch (beside) {
      case SAME -> "belongs to this certificate";
      case CHANGED -> "does not belong to this certificate";
      case MISSING -> "is not here";
    };
  }

  private void line(String name, String value) {
    print("  %-8s %s".formatted(name, value));
  }

  private Map<String, Object> fields(Compared compared, Optional<String> problem) {
    CertificateFile certificate = compared.certificate();
    Map<String, Object> files = new TreeMap<>();
    compared.beside().forEach((name, beside) -> files.put(name, beside.name()));
    return JsonOutput.fields(
        "valid", problem.isEmpty(),
        "problem", problem.orElse(""),
        "key", CertificateSignature.fingerprint(compared.verifier()),
        "subject", certificate.text("/subject/name"),
        "version", certificate.text("/subject/version"),
        "mode", certificate.text("/mode"),
        "started", certificate.text("/started"),
        "tier", certificate.text("/tier"),
        "headline", certificate.text("/headline"),
        "files", files);
  }
}

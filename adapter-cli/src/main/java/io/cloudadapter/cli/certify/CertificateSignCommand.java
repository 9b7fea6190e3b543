package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs a certificate that exists. */
@Command(
    name = "sign",
    sortOptions = false,
    description = {
      "Signs the bytes of a certificate.json with an Ed25519 key, and writes the signature beside "
          + "it as certificate.json.sig.",
      "Exit code 2 if nothing was signed."
    })
final class CertificateSignCommand extends OfflineCommand {
  @Parameters(paramLabel = "FILE", description = "The certificate.json.")
  private Path file = Path.of("certificate.json");

  @Option(
      names = "--key",
      paramLabel = "KEY",
      required = true,
      description = "The private key, PKCS #8 in PEM, without a password.")
  private Path key = Path.of("key.pem");

  CertificateSignCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public int run() {
    CertificateSignature made = prepared(() -> sign(file, SigningKeys.signingKey(key)));
    if (structured()) {
      show(JsonOutput.fields(
          "file", file.toString(),
          "signature", CertificateSignature.fileOf(file).toString(),
          "key", made.key(),
          "sha256", made.sha256()));
    } else {
      print("signed: " + CertificateSignature.fileOf(file) + ", by the key " + made.key());
    }
    return 0;
  }

  /** Signs a certificate, unless files beside it are not the ones that it describes. */
  static CertificateSignature sign(Path file, SigningKey key) throws IOException {
    CertificateFile certificate = CertificateFile.read(file);
    certificate.beside().forEach((name, beside) -> {
      if (beside == CertificateFile.Beside.CHANGED) {
        throw new IllegalArgumentException(file.resolveSibling(name)
            + " is not the file that " + file + " describes, so nothing was signed; restore or"
            + " remove it");
      }
    });
    CertificateSignature made = CertificateSignature.of(certificate.bytes(), key);
    made.write(CertificateSignature.fileOf(file));
    return made;
  }
}

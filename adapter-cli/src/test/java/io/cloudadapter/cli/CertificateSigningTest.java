package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Thoroughness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./adapter certificate sign} and {@code verify}. */
class CertificateSigningTest {
  @TempDir
  private Path folder;

  private KeyPair keys;
  private Path secret;
  private Path open;
  private Path certificate;

  @BeforeEach
  void makeACertificateAndKeys() throws Exception {
    keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    secret = pem("PRIVATE KEY", keys.getPrivate().getEncoded(), "signer.pem");
    open = pem("PUBLIC KEY", keys.getPublic().getEncoded(), "signer.pub.pem");
    certificate = folder.resolve("certificate.json");
    certificate().writeTo(folder);
  }

  private static Certificate certificate() {
    return new Certificate(
            "acme",
            "1.4",
            "emulator",
            Thoroughness.FULL,
            7,
            "1.0",
            "abc",
            "c0de",
            Map.of(),
            List.of(),
            List.of(),
            Certificate.Result.CERTIFIED,
            List.of(),
            991,
            Map.of(),
            "",
            0,
            Map.of())
        .made(
            Map.of("jdk", "17"),
            Instant.parse("2026-11-21T12:00:00Z"),
            Duration.ofSeconds(31),
            Map.of());
  }

  private Path pem(String type, byte[] content, String name) throws IOException {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n");
  }

  private CommandRunner.Result sign(Path key) {
    return new CommandRunner()
        .run("certificate", "sign", certificate.toString(), "--key", key.toString());
  }

  private CommandRunner.Result verify(Path key) {
    return new CommandRunner()
        .run("certificate", "verify", certificate.toString(), "--key", key.toString());
  }

  private Path signature() {
    return folder.resolve("certificate.json.sig");
  }

  private static void replace(Path file, String old, String replacement) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(old);
    Files.writeString(file, text.replace(old, replacement));
  }

  @Test
  void whatOneSignsAnotherCanVerify() {
    CommandRunner.Result signed = sign(secret);
    CommandRunner.Result verified = verify(open);

    assertThat(signed.code()).isZero();
    assertThat(signed.out()).startsWith("signed: " + signature() + ", by the key SHA256:");
    String key = signed.out().replaceAll("(?s).*(SHA256:\\S+).*", "$1");
    assertThat(verified.lines())
        .containsExactly(
            "valid: the key " + key + " has signed " + certificate,
            "  adapter  acme 1.4",
            "  against  emulator",
            "  date     2026-11-21T12:00:00Z",
            "  tier     full",
            "  verdict  CERTIFIED (FULL)",
            "  rules    1.0",
            "  file     badge.json, belongs to this certificate",
            "  file     badge.svg, belongs to this certificate",
            "  file     certificate.html, belongs to this certificate");
    assertThat(verified.code()).isZero();
  }

  /** What openssl pkeyutl -verify -rawin does with the same bytes. */
  @Test
  void theSignatureIsOneOfTheBytesOfTheFile() throws IOException, GeneralSecurityException {
    sign(secret);
    String line = Files.readAllLines(signature()).stream()
        .filter(one -> one.startsWith("signature = "))
        .findFirst()
        .orElseThrow()
        .substring("signature = ".length());

    Signature check = Signature.getInstance("Ed25519");
    check.initVerify(keys.getPublic());
    check.update(Files.readAllBytes(certificate));

    assertThat(check.verify(Base64.getDecoder().decode(line))).isTrue();
  }

  @Test
  void namesAFileThatHasChanged() throws IOException {
    sign(secret);
    replace(certificate, "\"CERTIFIED\"", "\"CERTIFIED_WITH_WAIVERS\"");

    CommandRunner.Result verified = verify(open);

    assertThat(verified.code()).isEqualTo(1);
    assertThat(verified.lines().get(0)).startsWith("not valid: file changed: " + certificate);
  }

  @Test
  void namesAPageOfAnotherCertificate() throws IOException {
    sign(secret);
    replace(folder.resolve("certificate.html"), "991", "992");

    CommandRunner.Result verified = verify(open);

    assertThat(verified.code()).isEqualTo(1);
    assertThat(verified.out())
        .startsWith("not valid: file changed: " + folder.resolve("certificate.html"))
        .contains("certificate.html, does not belong to this certificate");
  }

  @Test
  void aPageMayBeElsewhere() throws IOException {
    sign(secret);
    Files.delete(folder.resolve("certificate.html"));

    assertThat(verify(open).code()).isZero();
    assertThat(verify(open).out()).contains("certificate.html, is not here");
  }

  @Test
  void namesAnotherKey() throws Exception {
    sign(secret);
    KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();

    CommandRunner.Result verified =
        verify(pem("PUBLIC KEY", other.getPublic().getEncoded(), "other.pem"));

    assertThat(verified.code()).isEqualTo(1);
    assertThat(verified.lines().get(0))
        .startsWith("not valid: wrong key: the signature names the key SHA256:");
  }

  @Test
  void believesTheSignatureAndNotWhatStandsBesideIt() throws Exception {
    sign(secret);
    String forged = Base64.getEncoder().encodeToString(new byte[64]);
    String old = Files.readString(signature()).replaceAll("(?s).*signature = (\\S+).*", "$1");
    replace(signature(), old, forged);

    assertThat(verify(open).code()).isEqualTo(1);
    assertThat(verify(open).lines().get(0)).startsWith("not valid: signature changed: ");
  }

  @Test
  void namesAMissingSignature() {
    CommandRunner.Result verified = verify(open);

    assertThat(verified.code()).isEqualTo(1);
    assertThat(verified.lines().get(0))
        .isEqualTo("not valid: no signature: there is no file " + signature());
  }

  @Test
  void refusesASignatureThatIsNone() throws IOException {
    Files.writeString(signature(), "key = me\nsha256 = 1\nsignature = AAAA\n");
    assertThat(verify(open).err())
        .isEqualTo(
            "adapter: " + signature() + ": signature must be 64 bytes in base64, was 3 bytes\n");

    Files.writeString(signature(), "signature = %\n");
    assertThat(verify(open).err())
        .isEqualTo("adapter: " + signature() + ": signature must be base64, was \"%\"\n");
    assertThat(verify(open).code()).isEqualTo(2);
  }

  @Test
  void refusesKeysOfOtherKindsWithoutShowingThem() throws Exception {
    sign(secret);
    KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
    Path rsaKey = pem("PRIVATE KEY", rsa.getPrivate().getEncoded(), "rsa.pem");
    Path text = Files.writeString(folder.resolve("text.pem"), "s3cret");
    Path torn = Files.writeString(
        folder.resolve("torn.pem"), Files.readString(secret).replace("-----END", "s3cret-END"));

    assertThat(verify(secret).err())
        .isEqualTo("adapter: key file " + secret + " must be a public key, because a private key"
            + " belongs to its owner alone, was a private key\n");
    assertThat(sign(open).err())
        .isEqualTo("adapter: key file " + open + " must be a private key, because a public key"
            + " signs nothing, was a public key\n");
    assertThat(sign(rsaKey).err())
        .startsWith("adapter: key file " + rsaKey + " must be an Ed25519 key, was a key of the");
    assertThat(sign(text).err())
        .isEqualTo(
            "adapter: key file " + text + " must be a key in PEM, was a file without a key\n");
    assertThat(sign(torn).err())
        .startsWith("adapter: key file " + torn + " must be a key in PEM")
        .doesNotContain("s3cret");
    assertThat(sign(folder.resolve("none.pem")).err()).endsWith("there is no such file\n");
    assertThat(sign(text).code()).isEqualTo(2);
  }

  @Test
  void signsNothingButCertificates() throws IOException {
    Files.writeString(certificate, "{\"result\": \"CERTIFIED\"}");
    assertThat(sign(secret).err())
        .isEqualTo("adapter: " + certificate + " must be a certificate.json of ./adapter certify,"
            + " but lacks the text headline\n");
    Files.writeString(certificate, "no JSON");
    assertThat(sign(secret).code()).isEqualTo(2);
    assertThat(signature()).doesNotExist();
  }

  @Test
  void signsNoCertificateWithAPageOfAnother() throws IOException {
    replace(folder.resolve("certificate.html"), "991", "992");

    assertThat(sign(secret).code()).isEqualTo(2);
    assertThat(sign(secret).err()).contains("certificate.html is not the file that ");
    assertThat(signature()).doesNotExist();
  }

  @Test
  void comparesNoFilesElsewhere() throws IOException {
    replace(certificate, "\"badge.svg\"", "\"../badge.svg\"");

    assertThat(sign(secret).err())
        .contains("files must name files beside it, was \"../badge.svg\"");
  }

  @Test
  void aNewCertificateDoesNotKeepTheSignatureOfTheOld() {
    sign(secret);

    certificate().writeTo(folder);

    assertThat(signature()).doesNotExist();
  }

  @Test
  void tellsPrograms() throws IOException {
    sign(secret);

    JsonNode json = JsonMapper.builder()
        .build()
        .readTree(new CommandRunner()
            .run(
                "certificate", "verify", certificate.toString(), "--key", open.toString(), "--json")
            .out());

    assertThat(json.path("valid").asBoolean()).isTrue();
    assertThat(json.path("headline").asText("")).isEqualTo("CERTIFIED (FULL)");
    assertThat(json.at("/files/certificate.html").asText("")).isEqualTo("SAME");
  }

  @Test
  void readsTheKeyBeforeTheCertificationBegins() throws IOException {
    Path text = Files.writeString(folder.resolve("text.pem"), "x", StandardCharsets.UTF_8);
    CommandRunner.Result result = new CommandRunner()
        .run(
            "certify",
            "--provider",
            "simulated",
            "--out",
            folder.resolve("new").toString(),
            "--sign",
            text.toString());

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).startsWith("adapter: key file " + text);
    assertThat(folder.resolve("new")).doesNotExist();
  }
}

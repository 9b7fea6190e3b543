package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JcePEMEncryptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the private keys that tools write. */
class PemFilesTest {
  @TempDir
  private Path home;

  private static PrivateKey made(String algorithm) throws Exception {
    return KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
  }

  private Path file(Object item) throws IOException {
    Path file = home.resolve("client.key");
    try (Writer writer = Files.newBufferedWriter(file);
        JcaPEMWriter pem = new JcaPEMWriter(writer)) {
      pem.writeObject(item);
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA", "Ed25519"})
  void readsKeysInPkcs8(String algorithm) throws Exception {
    PrivateKey key = made(algorithm);
    Path file = file(new JcaPKCS8Generator(key, null));

    assertThat(Files.readString(file)).startsWith("-----BEGIN PRIVATE KEY-----");
    assertThat(PemFiles.privateKey(file).getEncoded()).isEqualTo(key.getEncoded());
  }

  @Test
  void readsAnRsaKeyInItsOwnForm() throws Exception {
    PrivateKey key = made("RSA");
    Path file = file(key);

    assertThat(Files.readString(file)).startsWith("-----BEGIN RSA PRIVATE KEY-----");
    assertThat(PemFiles.privateKey(file).getEncoded()).isEqualTo(key.getEncoded());
  }

  @Test
  void readsAnEllipticCurveKeyBehindItsParameters() throws Exception {
    // As openssl ecparam -genkey writes it.
    Path file = Files.writeString(home.resolve("client.key"), """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIAlS3eiMqiJnqO+3XH8mGBfEMF3j4BDw9snn0MGkj91NoAoGCCqGSM49
        AwEHoUQDQgAEzP72TPelFu3O3acw+yisU8tP4/xbzDPBrbz3BnmYVUij9fv/j7Mq
        xwdxoPSPztdlw7NWM1ObDOxFWu/1KvE1Sg==
        -----END EC PRIVATE KEY-----
        """);

    assertThat(PemFiles.privateKey(file).getAlgorithm()).isIn("EC", "ECDSA");
  }

  @Test
  void refusesAnEncryptedKey() throws Exception {
    Path file = home.resolve("client.key");
    try (JcaPEMWriter pem = new JcaPEMWriter(Files.newBufferedWriter(file))) {
      pem.writeObject(
          made("RSA"),
          new JcePEMEncryptorBuilder("AES-128-CBC")
              .setProvider(new BouncyCastleProvider())
              .build("secret".toCharArray()));
    }

    assertThatThrownBy(() -> PemFiles.privateKey(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + " holds an encrypted private key; give one that is not");
  }

  @Test
  void refusesAFileWithoutAKey() throws Exception {
    Path file = Files.writeString(home.resolve("client.key"), "no key\n");

    assertThatThrownBy(() -> PemFiles.privateKey(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + " holds no private key in PEM form");
  }

  @Test
  void refusesABrokenKeyWithoutItsText() throws Exception {
    Path file = Files.writeString(
        home.resolve("client.key"),
        "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");

    assertThatThrownBy(() -> PemFiles.privateKey(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + " cannot be read as a private key in PEM form");
  }
}

package io.cloudadapter.cli.certify;

import java.security.PrivateKey;
import java.security.PublicKey;

/**
 * A key pair that signs certificates. Its text shows the fingerprint only.
 *
 * @param secret signs
 * @param verifier verifies what the secret has signed
 */
record SigningKey(PrivateKey secret, PublicKey verifier) {
  @Override
  public String toString() {
    return "SigningKey[" + CertificateSignature.fingerprint(verifier) + "]";
  }
}

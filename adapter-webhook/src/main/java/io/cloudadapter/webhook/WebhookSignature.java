package io.cloudadapter.webhook;

import io.cloudadapter.api.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs messages as Standard Webhooks has it, for which most languages have a library: HMAC with SHA-256
 * over id, time and body, in the header {@code webhook-signature}.
 */
final class WebhookSignature {
  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";

  private WebhookSignature() {}

  /** The key in a secret: base 64 after its prefix, otherwise the text itself. */
  static byte[] key(Secret secret) {
    String text = secret.reveal();
    if (!text.startsWith(PREFIX)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(text.substring(PREFIX.length()));
    } catch (IllegalArgumentException e) {
      // Its message would show a part of the secret.
      throw new IllegalArgumentException("secret must be base 64 after " + PREFIX);
    }
  }

  static String of(Secret secret, String id, long seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key(secret), ALGORITHM));
      mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}

package io.cloudadapter.core.ledger;

import io.cloudadapter.core.template.TemplateDigest;
import io.cloudadapter.core.template.TemplateKey;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of a launch template: what launches of one number are made from, without its values. The values
 * are in the versions of the pool's configuration.
 *
 * @param number 1 or more; grows with each change of the template
 * @param digest what it is, the resolved image among it
 * @param since when it became the present one
 * @param resolvedImage the cloud's id of the image that its launches are made from; null if that is unknown
 */
public record TemplateRecord(
    int number,
    TemplateDigest digest,
    Instant since,
    @Nullable String resolvedImage) {

  /**
   * A template of what a pool has configured.
   *
   * @param configured the digest of the configuration, without a resolved image
   * @param image the id to which its image is resolved; empty if that is unknown
   * @param key the key of the digest
   */
  public static TemplateRecord of(
      int number,
      TemplateDigest configured,
      Optional<String> image,
      TemplateKey key,
      Instant since) {
    return new TemplateRecord(
        number,
        image.map(id -> configured.resolvedTo(id, key)).orElse(configured),
        since,
        image.orElse(null));
  }

  /** The same template under another number. */
  public TemplateRecord renumbered(int another, Instant at) {
    return new TemplateRecord(another, digest, at, resolvedImage);
  }

  /** The id of the image that launches are made from, if it is known. */
  public Optional<String> image() {
    return Optional.ofNullable(resolvedImage);
  }

  /** Whether machines of the other template are made from the same. */
  public boolean matches(TemplateRecord other) {
    return digest.equals(other.digest);
  }

  /** Whether it is the template of a configuration, whichever image that resolves to. */
  public boolean isOf(TemplateDigest configured, TemplateKey key) {
    return digest.equals(image().map(id -> configured.resolvedTo(id, key)).orElse(configured));
  }
}

package io.cloudadapter.core.ledger;

import io.cloudadapter.core.template.TemplateDigest;
import java.time.Instant;

/**
 * The ledger's record of a launch template: what launches of one number are made from, without its values. The values
 * are in the versions of the pool's configuration.
 *
 * @param number 1 or more; grows with each change of the template
 * @param digest what it is
 * @param since when it became the present one
 */
public record TemplateRecord(int number, TemplateDigest digest, Instant since) {

  /** Whether machines of the other template are made from the same. */
  public boolean matches(TemplateRecord other) {
    return digest.equals(other.digest);
  }
}

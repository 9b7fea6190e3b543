package io.cloudadapter.testkit.subject;

import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.wire.ProxyReply;
import java.util.Objects;

/**
 * One row of a cloud's error table: what the cloud answers, and what the adapter must make of it.
 *
 * @param code the cloud's own name for the error
 * @param verb the kind of request that it answers
 * @param reply the answer on the wire
 * @param kind the kind
 * @param effect the effect
 * @param level how wide the scope
 */
public record ErrorCase(
    String code,
    RequestKind verb,
    ProxyReply reply,
    Kind kind,
    Effect effect,
    ErrorScope.Level level) {
  /** Checks that nothing is missing. */
  public ErrorCase {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(verb, "verb");
    Objects.requireNonNull(reply, "reply");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(effect, "effect");
    Objects.requireNonNull(level, "level");
  }
}

package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.Optional;

/**
 * What came of a call that may be refused.
 *
 * @param error the refusal; empty if it was accepted
 */
record CallOutcome(Optional<CloudException> error) {

  static CallOutcome of(Runnable call) {
    try {
      call.run();
      return new CallOutcome(Optional.empty());
    } catch (CloudException refused) {
      return new CallOutcome(Optional.of(refused));
    }
  }

  boolean accepted() {
    return error.isEmpty();
  }

  boolean is(Kind kind) {
    return error.filter(e -> e.kind() == kind).isPresent();
  }

  boolean is(Conflict conflict) {
    return error.flatMap(CloudException::conflict).filter(c -> c == conflict).isPresent();
  }

  boolean sure() {
    return error.filter(e -> e.effect() == Effect.NONE).isPresent();
  }

  /** Accepted, or the error in a line. */
  @Override
  public String toString() {
    return error.map(CloudException::summary).orElse("accepted");
  }
}

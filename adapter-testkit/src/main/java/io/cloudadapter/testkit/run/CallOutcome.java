package io.cloudadapter.testkit.run;

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
public record CallOutcome(Optional<CloudException> error) {

  public static CallOutcome of(Runnable call) {
    try {
      call.run();
      return new CallOutcome(Optional.empty());
    } catch (CloudException refused) {
      return new CallOutcome(Optional.of(refused));
    }
  }

  public boolean accepted() {
    return error.isEmpty();
  }

  public boolean is(Kind kind) {
    return error.filter(e -> e.kind() == kind).isPresent();
  }

  public boolean is(Conflict conflict) {
    return error.flatMap(CloudException::conflict).filter(c -> c == conflict).isPresent();
  }

  public boolean sure() {
    return error.filter(e -> e.effect() == Effect.NONE).isPresent();
  }

  /** Accepted, or the error in a line. */
  @Override
  public String toString() {
    return error.map(CloudException::summary).orElse("accepted");
  }
}

package io.cloudadapter.core.runtime;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;

/** Limits how long a cloud may make an account wait, so that one wrong date in a reply stops nothing for long. */
final class RetryAfterLimit {
  private RetryAfterLimit() {}

  /** The same error; where it asks for a longer wait than that, with the longest one. */
  static CloudException applied(CloudException error, Duration longest) {
    Duration asked = error.retryAfter().orElse(Duration.ZERO);
    if (DeadlineCallContext.ownBudget(error) || asked.compareTo(longest) <= 0) {
      return error;
    }
    String message = error.getMessage();
    CloudException.Builder limited = CloudException.of(
            error.kind(),
            error.effect(),
            (message == null ? "" : message + "; ") + "the cloud asks to wait "
                + TimeSpan.rounded(asked) + ", one request tries after "
                + TimeSpan.rounded(longest))
        .scope(error.scope())
        .retryAfter(longest)
        .cause(error);
    error.conflict().ifPresent(limited::conflict);
    error.code().ifPresent(limited::code);
    error.requestId().ifPresent(limited::requestId);
    return limited.build();
  }
}

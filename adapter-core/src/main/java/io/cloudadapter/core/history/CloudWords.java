package io.cloudadapter.core.history;

import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchProgress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a launch failed, as the cloud gave it.
 *
 * @param code the kind of the error
 * @param message the cloud's words
 * @param cloudCode the cloud's own code
 * @param cloudRequest the cloud's id of the request
 */
record CloudWords(
    @Nullable String code,
    String message,
    @Nullable String cloudCode,
    @Nullable String cloudRequest) {

  /** The words of what the keeper was handling; without any, lists have decided. */
  static CloudWords of(Optional<Event> during) {
    Event event = during.orElse(null);
    if (event instanceof Event.Launched launched) {
      return launched
          .error()
          .map(CloudWords::of)
          .or(() -> launched.result().flatMap(r -> r.shortfall()).map(CloudWords::of))
          .orElseGet(() -> new CloudWords(null, "the cloud gave no reason", null, null));
    }
    if (event instanceof Event.Checked checked
        && checked.progress().orElse(null) instanceof LaunchProgress.Failed failed) {
      return of(failed.failure());
    }
    return new CloudWords("NOT_SHOWN", "lists have not shown it for long enough", null, null);
  }

  private static CloudWords of(CloudException error) {
    return new CloudWords(
        error.kind().name(),
        String.valueOf(error.getMessage()),
        error.code().orElse(null),
        error.requestId().orElse(null));
  }

  private static CloudWords of(LaunchFailure failure) {
    return new CloudWords(failure.kind().name(), failure.message(), null, null);
  }
}

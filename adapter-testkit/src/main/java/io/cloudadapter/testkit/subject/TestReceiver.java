package io.cloudadapter.testkit.subject;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The far end of a hook channel: a receiver in this process, or an emulated queue. It accepts everything promptly;
 * all faults come from the fault proxy in between. Each run gets one of its own.
 */
public interface TestReceiver extends AutoCloseable {

  /**
   * What has arrived here.
   *
   * @param message the message as it came out: a JSON object
   * @param id what the channel gives receivers to deduplicate by, beside the message's own token; empty if
   *     it has nothing of the kind
   */
  record Heard(String message, Optional<String> id) {
    /** Checks that nothing is null. */
    public Heard {
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(id, "id");
    }
  }

  /**
   * A target that leads here. Every address in it goes through the fault proxy, so that the kit sees, and can
   * spoil, each exchange. What follows host and port in an address counts as secret, and so does the
   * target's secret; give it one if the channel uses one.
   *
   * @param wire gives the address to use instead of the receiver's own
   * @return the target; asked once
   */
  HookTarget target(FaultProxy wire);

  /**
   * Everything that has arrived, copies too. May be asked by any thread.
   *
   * @return in the order of arrival, as a copy
   */
  List<Heard> heard();

  /**
   * How the receiver's side words its errors, for those that the fault proxy makes up.
   *
   * @return the dialect; plain HTTP statuses unless overridden
   */
  default ErrorDialect dialect() {
    return ErrorDialect.plain();
  }

  /** Ends the receiver. */
  @Override
  void close();
}

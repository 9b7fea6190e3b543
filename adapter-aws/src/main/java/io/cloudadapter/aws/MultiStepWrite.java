package io.cloudadapter.aws;

import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CloudException;
import java.util.function.Supplier;

/** The changes of one call: an error after the first of them is UNKNOWN. Not for use by several threads. */
final class MultiStepWrite {
  private boolean any;

  /** A change. */
  <T> T done(Supplier<T> change) {
    T result = look(change);
    any = true;
    return result;
  }

  void done(Runnable change) {
    run(change);
    any = true;
  }

  /** Runs a step that may change what {@link #done} reports, or may only read. */
  void run(Runnable step) {
    look(() -> {
      step.run();
      return true;
    });
  }

  <T> T look(Supplier<T> step) {
    try {
      return step.get();
    } catch (CloudException e) {
      throw any ? AwsErrorClassifier.halfDone(e) : e;
    }
  }
}

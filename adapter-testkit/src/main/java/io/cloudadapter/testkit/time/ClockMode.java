package io.cloudadapter.testkit.time;

import java.time.Duration;

/** How time passes in a run: at once where the cloud lives by our clock, really where it does not. */
@FunctionalInterface
public interface ClockMode {

  void pass(Duration time);
}

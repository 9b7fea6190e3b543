package io.cloudadapter.core.config;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether a pool may begin to disrupt machines by itself for some reason, as far as its windows go.
 *
 * @param open whether it may
 * @param until when the windows close, if they are open and close within the next days
 * @param opens when a window opens, if none is open
 * @param window the name of the window that is open, or that opens next; empty if no window is for this reason
 */
public record WindowState(
    boolean open, Optional<Instant> until, Optional<Instant> opens, Optional<String> window) {

  /** The state of a reason that no window is for: it may begin at any time. */
  static final WindowState ALWAYS =
      new WindowState(true, Optional.empty(), Optional.empty(), Optional.empty());
}

package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.action.ActionToken;
import java.time.Instant;
import java.util.Map;

/**
 * Something that was done to a machine over the provider, as often as it was done.
 *
 * @param machine to which one
 * @param token which attempt of which action
 * @param at when, by the cloud's clock
 * @param result what there is to say of it
 */
public record ActionExecution(
    MachineId machine, ActionToken token, Instant at, Map<String, String> result) {

  /** Copies the result. */
  public ActionExecution {
    result = Map.copyOf(result);
  }
}

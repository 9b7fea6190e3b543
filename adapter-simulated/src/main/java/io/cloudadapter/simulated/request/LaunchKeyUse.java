package io.cloudadapter.simulated.request;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchFailure;
import java.util.List;
import java.util.Optional;

/**
 * A launch key that was used.
 *
 * @param digest of the request; the request itself may hold secrets
 * @param count how many machines were asked for
 * @param machines those that were made
 * @param shortfall why there are fewer, if so
 * @param until how long the key is honoured
 */
public record LaunchKeyUse(
    String digest,
    int count,
    List<MachineId> machines,
    Optional<LaunchFailure> shortfall,
    long until) {}

package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchKey;
import java.time.Instant;
import java.util.Optional;

/**
 * The creation of a machine. It is never undone, also not by the end of the machine.
 *
 * @param machine its id
 * @param key the launch that made it; empty for a machine that was not launched over the provider
 * @param at when, by the cloud's clock
 */
public record MachineCreation(MachineId machine, Optional<LaunchKey> key, Instant at) {}

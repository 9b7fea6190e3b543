package io.cloudadapter.core.ledger;

import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshCheckpoint;
import io.cloudadapter.api.refresh.RefreshRequest;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * A {@link RefreshRequest} as the ledger holds it.
 *
 * @param minHealthy percent
 * @param maxHealthy percent
 * @param batch how many machines at once; 0 if the limits decide
 * @param warmup how long a new machine has to be healthy
 * @param bakeTime how long the refresh waits at its end
 * @param skipMatching whether machines of an equal template stay
 * @param protectedMachines what becomes of protected machines
 * @param zoneByZone whether one zone comes after the other
 * @param timeLimit how long the refresh may run
 * @param failures how many new machines may fail before it pauses
 * @param checkpoints where it waits
 */
public record RefreshSettings(
    int minHealthy,
    int maxHealthy,
    int batch,
    Duration warmup,
    Duration bakeTime,
    boolean skipMatching,
    ProtectedMachines protectedMachines,
    boolean zoneByZone,
    Duration timeLimit,
    int failures,
    List<Checkpoint> checkpoints) {

  /** A point at which the refresh waits. */
  public record Checkpoint(int percent, Duration delay) {}

  /** What was left out when stored is empty. */
  public RefreshSettings {
    checkpoints = checkpoints == null ? List.of() : List.copyOf(checkpoints);
  }

  public static RefreshSettings of(RefreshRequest request) {
    return new RefreshSettings(
        request.minHealthyPercent(),
        request.maxHealthyPercent(),
        request.batchSize().orElse(0),
        request.warmup(),
        request.bakeTime(),
        request.skipMatching(),
        request.protectedMachines(),
        request.zoneByZone(),
        request.timeLimit(),
        request.failuresToPause(),
        request.checkpoints().stream()
            .map(checkpoint -> new Checkpoint(checkpoint.percent(), checkpoint.delay()))
            .toList());
  }

  public RefreshRequest request() {
    return new RefreshRequest(
        minHealthy,
        maxHealthy,
        batch == 0 ? OptionalInt.empty() : OptionalInt.of(batch),
        warmup,
        bakeTime,
        skipMatching,
        protectedMachines,
        zoneByZone,
        timeLimit,
        failures,
        checkpoints.stream()
            .map(checkpoint -> new RefreshCheckpoint(checkpoint.percent(), checkpoint.delay()))
            .toList());
  }

  /** The fewest machines that are left healthy, of a desired size: rounded up. */
  public int least(int desired) {
    return (int) (((long) desired * minHealthy + 99) / 100);
  }

  /** How many machines may be launched before others are taken out: rounded down; one if no other step is possible. */
  public int above(int desired) {
    int above = (int) ((long) desired * maxHealthy / 100) - desired;
    return above == 0 && desired > 0 && least(desired) == desired ? 1 : above;
  }

  /** How many machines may be on their way at once. */
  public int atOnce(int desired) {
    return batch > 0 ? batch : Math.max(1, desired - least(desired) + above(desired));
  }
}

package io.cloudadapter.core.ledger;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshCheckpoint;
import io.cloudadapter.api.refresh.RefreshRequest;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

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
 * @param failures at how many failed new machines it stops
 * @param failureShare at which percentage of failed new machines it stops; 0 for none
 * @param stopAlarms at which alarms it stops
 * @param onFailure what it does then
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
    int failureShare,
    List<Alarm.Code> stopAlarms,
    FailureResponse onFailure,
    List<Checkpoint> checkpoints) {

  /** A point at which the refresh waits. */
  public record Checkpoint(int percent, Duration delay) {}

  /** What was left out when stored is empty. */
  public RefreshSettings {
    stopAlarms = stopAlarms == null ? List.of() : List.copyOf(stopAlarms);
    onFailure = onFailure == null ? FailureResponse.PAUSE : onFailure;
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
        request.failureLimit(),
        request.failurePercent().orElse(0),
        request.stopAlarms().stream().sorted().toList(),
        request.onFailure(),
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
        failureShare == 0 ? OptionalInt.empty() : OptionalInt.of(failureShare),
        Set.copyOf(stopAlarms),
        onFailure,
        checkpoints.stream()
            .map(checkpoint -> new RefreshCheckpoint(checkpoint.percent(), checkpoint.delay()))
            .toList());
  }

  /** The fewest machines that are left healthy, of a desired size: rounded up. */
  public int least(int desired) {
    return (int) (((long) desired * minHealthy + 99) / 100);
  }

  /** How many machines may be launched before others are taken out: rounded down; one if no other step is possible. */
  int above(int desired) {
    return above(desired, 0);
  }

  /** The same of a pool that keeps some machines in service above its desired size. */
  public int above(int desired, int headroom) {
    int above = (int) ((long) desired * maxHealthy / 100) - desired;
    boolean stuck = above == 0 && least(desired) == desired;
    return stuck && desired + headroom > 0 ? 1 : above;
  }

  /** At how many failed machines it stops, of so many that it was for: a share is rounded up. */
  public int failureLimit(int machines) {
    return failureShare == 0
        ? failures
        : Math.max(1, Math.min(failures, (int) (((long) machines * failureShare + 99) / 100)));
  }

  /** How many machines may be on their way at once. */
  public int atOnce(int desired) {
    return batch > 0 ? batch : Math.max(1, desired - least(desired) + above(desired));
  }
}

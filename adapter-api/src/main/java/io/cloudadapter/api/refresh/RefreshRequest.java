package io.cloudadapter.api.refresh;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How a refresh replaces machines. All percentages are of the desired size at that moment, in the whole pool. All
 * durations are whole seconds.
 *
 * <pre>{@code
 * RefreshRequest careful = RefreshRequest.builder()
 *     .minHealthyPercent(100)
 *     .maxHealthyPercent(110)
 *     .warmup(Duration.ofMinutes(2))
 *     .checkpoint(20, Duration.ofHours(1))
 *     .onFailure(FailureResponse.ROLLBACK)
 *     .build();
 * }</pre>
 *
 * @param minHealthyPercent the refresh takes out no healthy machine if fewer than this share, rounded up, would be
 *     left; 0 to 100, by default 90
 * @param maxHealthyPercent up to this share, rounded down, the refresh launches machines before it takes others out,
 *     within maxSize; 100 to 200, by default 100. If both limits come to the desired size, it launches one first
 * @param batchSize how many machines may be on their way at once, 1 or more; by default as many as the limits allow
 * @param warmup how long a new machine has to be healthy without a break before it counts; 0 to 2 days, by default 0
 * @param bakeTime how long the refresh waits after its last machine; 0 to 2 days, by default 0; in a new process it
 *     begins again
 * @param skipMatching whether machines whose template equals the present one stay; by default true
 * @param protectedMachines what it does about protected machines; by default it waits
 * @param zoneByZone whether the machines of one zone are replaced before those of the next; by default false
 * @param timeLimit how long the refresh may run, pauses and times without a server left out; 1 second to 14 days,
 *     by default 7 days
 * @param failureLimit at how many failed new machines the refresh does what {@code onFailure} has; 1 to 1000, by
 *     default 3
 * @param failurePercent the same as a share of the machines that the refresh was for at its start, rounded up; 1 to
 *     100. The lower of both limits counts; by default only {@code failureLimit} does
 * @param stopAlarms alarms of the pool: if one of them stands, the refresh does what {@code onFailure} has. It does not
 *     start while one stands; by default none
 * @param onFailure what it does then; by default it pauses
 * @param checkpoints where it waits, percentages ascending; by default nowhere
 */
public record RefreshRequest(
    int minHealthyPercent,
    int maxHealthyPercent,
    OptionalInt batchSize,
    Duration warmup,
    Duration bakeTime,
    boolean skipMatching,
    ProtectedMachines protectedMachines,
    boolean zoneByZone,
    Duration timeLimit,
    int failureLimit,
    OptionalInt failurePercent,
    Set<Alarm.Code> stopAlarms,
    FailureResponse onFailure,
    List<RefreshCheckpoint> checkpoints) {
  static final Duration LONGEST_WAIT = Duration.ofDays(2);
  private static final Duration LONGEST = Duration.ofDays(14);
  private static final int LARGEST = 100_000;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public RefreshRequest {
    Objects.requireNonNull(batchSize, "batchSize");
    Objects.requireNonNull(warmup, "warmup");
    Objects.requireNonNull(bakeTime, "bakeTime");
    Objects.requireNonNull(protectedMachines, "protectedMachines");
    Objects.requireNonNull(timeLimit, "timeLimit");
    Objects.requireNonNull(failurePercent, "failurePercent");
    Objects.requireNonNull(onFailure, "onFailure");
    checkpoints = List.copyOf(checkpoints);
    Set<Alarm.Code> inOrder = EnumSet.noneOf(Alarm.Code.class);
    inOrder.addAll(stopAlarms);
    // Equal requests are written alike, in each process.
    stopAlarms = Collections.unmodifiableSet(inOrder);
    inRange("minHealthyPercent", minHealthyPercent, 0, 100);
    inRange("maxHealthyPercent", maxHealthyPercent, 100, 200);
    if (minHealthyPercent == 100 && maxHealthyPercent == 100) {
      throw new IllegalArgumentException(
          "maxHealthyPercent must be 101 to 200 if minHealthyPercent is 100, was 100");
    }
    batchSize.ifPresent(size -> inRange("batchSize", size, 1, LARGEST));
    check("warmup", warmup, Duration.ZERO, LONGEST_WAIT);
    check("bakeTime", bakeTime, Duration.ZERO, LONGEST_WAIT);
    check("timeLimit", timeLimit, Duration.ofSeconds(1), LONGEST);
    inRange("failureLimit", failureLimit, 1, 1000);
    failurePercent.ifPresent(share -> inRange("failurePercent", share, 1, 100));
    for (int i = 1; i < checkpoints.size(); i++) {
      if (checkpoints.get(i).percent() <= checkpoints.get(i - 1).percent()) {
        throw new IllegalArgumentException("checkpoints must have ascending percentages, were "
            + checkpoints.stream().map(RefreshCheckpoint::percent).toList());
      }
    }
  }

  static void inRange(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          field + " must be " + least + " to " + most + ", was " + value);
    }
  }

  /** Refuses a fraction, too: the REST API counts seconds. */
  static void check(String field, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0 || value.toNanosPart() != 0) {
      throw new IllegalArgumentException(field + " must be whole seconds, " + TimeSpan.text(least)
          + " to " + TimeSpan.text(most) + ", was " + TimeSpan.text(value));
    }
  }

  /**
   * A refresh with all defaults.
   *
   * @return the request
   */
  public static RefreshRequest defaults() {
    return builder().build();
  }

  /**
   * Begins with all defaults.
   *
   * @return a builder
   */
  public static RefreshRequestBuilder builder() {
    return new RefreshRequestBuilder();
  }
}

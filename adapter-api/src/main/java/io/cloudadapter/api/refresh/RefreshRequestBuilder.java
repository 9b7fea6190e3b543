package io.cloudadapter.api.refresh;

import io.cloudadapter.api.Alarm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Builds a {@link RefreshRequest}. One thread at a time may use it.
 *
 * <pre>{@code
 * RefreshRequest request = RefreshRequest.builder()
 *     .minHealthyPercent(90)
 *     .maxHealthyPercent(110)
 *     .warmup(Duration.ofMinutes(2))
 *     .timeLimit(Duration.ofHours(6))
 *     .build();
 * }</pre>
 */
public final class RefreshRequestBuilder {
  private int minHealthyPercent = 90;
  private int maxHealthyPercent = 100;
  private OptionalInt batchSize = OptionalInt.empty();
  private Duration warmup = Duration.ZERO;
  private Duration bakeTime = Duration.ZERO;
  private boolean skipMatching = true;
  private ProtectedMachines protectedMachines = ProtectedMachines.WAIT;
  private boolean zoneByZone = false;
  private Duration timeLimit = Duration.ofDays(7);
  private int failureLimit = 3;
  private OptionalInt failurePercent = OptionalInt.empty();
  private Set<Alarm.Code> stopAlarms = Set.of();
  private FailureResponse onFailure = FailureResponse.PAUSE;
  private final List<RefreshCheckpoint> checkpoints = new ArrayList<>();

  RefreshRequestBuilder() {}

  /**
   * Sets {@link RefreshRequest#minHealthyPercent()}.
   *
   * @param value the least share of healthy machines, 0 to 100
   * @return this builder
   */
  public RefreshRequestBuilder minHealthyPercent(int value) {
    minHealthyPercent = value;
    return this;
  }

  /**
   * Sets {@link RefreshRequest#maxHealthyPercent()}.
   *
   * @param value the greatest share with machines that are launched first, 100 to 200
   * @return this builder
   */
  public RefreshRequestBuilder maxHealthyPercent(int value) {
    maxHealthyPercent = value;
    return this;
  }

  /**
   * Sets {@link RefreshRequest#batchSize()}.
   *
   * @param value how many machines may be on their way at once, 1 or more
   * @return this builder
   */
  public RefreshRequestBuilder batchSize(int value) {
    batchSize = OptionalInt.of(value);
    return this;
  }

  /**
   * Sets {@link RefreshRequest#warmup()}.
   *
   * @param value how long a new machine has to be healthy
   * @return this builder
   */
  public RefreshRequestBuilder warmup(Duration value) {
    warmup = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link RefreshRequest#bakeTime()}.
   *
   * @param value how long the refresh waits after its last machine
   * @return this builder
   */
  public RefreshRequestBuilder bakeTime(Duration value) {
    bakeTime = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link RefreshRequest#skipMatching()}.
   *
   * @param value whether machines whose template equals the present one stay
   * @return this builder
   */
  public RefreshRequestBuilder skipMatching(boolean value) {
    skipMatching = value;
    return this;
  }

  /**
   * Sets {@link RefreshRequest#protectedMachines()}.
   *
   * @param value what the refresh does about protected machines
   * @return this builder
   */
  public RefreshRequestBuilder protectedMachines(ProtectedMachines value) {
    protectedMachines = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link RefreshRequest#zoneByZone()}.
   *
   * @param value whether one zone comes after the other
   * @return this builder
   */
  public RefreshRequestBuilder zoneByZone(boolean value) {
    zoneByZone = value;
    return this;
  }

  /**
   * Sets {@link RefreshRequest#timeLimit()}.
   *
   * @param value how long the refresh may run
   * @return this builder
   */
  public RefreshRequestBuilder timeLimit(Duration value) {
    timeLimit = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link RefreshRequest#failureLimit()}.
   *
   * @param value at how many failed new machines the refresh stops, 1 to 1000
   * @return this builder
   */
  public RefreshRequestBuilder failureLimit(int value) {
    failureLimit = value;
    return this;
  }

  /**
   * Sets {@link RefreshRequest#failurePercent()}.
   *
   * @param value at which share of failed new machines the refresh stops, 1 to 100
   * @return this builder
   */
  public RefreshRequestBuilder failurePercent(int value) {
    failurePercent = OptionalInt.of(value);
    return this;
  }

  /**
   * Sets {@link RefreshRequest#stopAlarms()}.
   *
   * @param value the alarms at which the refresh stops
   * @return this builder
   */
  public RefreshRequestBuilder stopAlarms(Set<Alarm.Code> value) {
    stopAlarms = Set.copyOf(value);
    return this;
  }

  /**
   * Sets {@link RefreshRequest#onFailure()}.
   *
   * @param value what the refresh does at its failure limits and stop alarms
   * @return this builder
   */
  public RefreshRequestBuilder onFailure(FailureResponse value) {
    onFailure = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Adds a checkpoint after those that were added before; see {@link RefreshRequest#checkpoints()}.
   *
   * @param percent of the machines that the refresh was for at its start, 1 to 99
   * @param delay how long the refresh waits there
   * @return this builder
   */
  public RefreshRequestBuilder checkpoint(int percent, Duration delay) {
    checkpoints.add(new RefreshCheckpoint(percent, delay));
    return this;
  }

  /**
   * Ends the description.
   *
   * @return the request
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public RefreshRequest build() {
    return new RefreshRequest(
        minHealthyPercent,
        maxHealthyPercent,
        batchSize,
        warmup,
        bakeTime,
        skipMatching,
        protectedMachines,
        zoneByZone,
        timeLimit,
        failureLimit,
        failurePercent,
        stopAlarms,
        onFailure,
        checkpoints);
  }
}

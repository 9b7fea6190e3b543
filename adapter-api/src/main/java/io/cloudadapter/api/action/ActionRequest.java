package io.cloudadapter.api.action;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A request for an action of one machine.
 *
 * @param machine which one
 * @param action what
 * @param machineUid if given, the pool accepts the request only if the machine has this {@link
 *     ActionStatus#machineUid}
 * @param delay how long to wait first, 0 to 24 hours; the waiting action blocks nothing
 * @param within how long after that an attempt may begin, and a probe may look for its effect; 1 second to 7 days
 * @param attempts how many times it may be tried, 1 to 10
 * @param labels for selection; at most 16, in the syntax of Kubernetes: names of at most 63 letters, digits, '.',
 *     '_', '-' with or without a prefix and '/', which may not be {@code cloudadapter.io/}; values of at most 63 of
 *     these
 */
public record ActionRequest(
    MachineId machine,
    Action action,
    Optional<UUID> machineUid,
    Duration delay,
    Duration within,
    int attempts,
    Map<String, String> labels) {
  /** The longest delay that a request may have. */
  public static final Duration LONGEST_DELAY = Duration.ofDays(1);

  /** The longest time after the delay in which an attempt may begin. */
  public static final Duration LONGEST = Duration.ofDays(7);

  /** The most attempts that a request may allow. */
  public static final int MOST_ATTEMPTS = 10;

  private static final String RESERVED = "cloudadapter.io/";
  private static final int MOST_LABELS = 16;
  private static final String WORD = "[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?";
  private static final Pattern LABEL = Pattern.compile("([a-z0-9][a-z0-9.-]{0,252}/)?" + WORD);
  private static final Pattern VALUE = Pattern.compile("(" + WORD + ")?");

  /**
   * Checks the ranges and copies the labels.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionRequest {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(machineUid, "machineUid");
    inRange("delay", delay, Duration.ZERO, LONGEST_DELAY);
    inRange("within", within, Duration.ofSeconds(1), LONGEST);
    if (attempts < 1 || attempts > MOST_ATTEMPTS) {
      throw new IllegalArgumentException(
          "attempts must be 1 to " + MOST_ATTEMPTS + ", was " + attempts);
    }
    if (labels.size() > MOST_LABELS) {
      throw new IllegalArgumentException(
          "labels must be at most " + MOST_LABELS + ", were " + labels.size());
    }
    labels.forEach(ActionRequest::checkLabel);
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  private static void checkLabel(String name, String value) {
    if (!LABEL.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of a label must be 1 to 63 letters, digits, '.', '_'"
              + " or '-', maybe after a prefix and '/', was " + TextLimits.shown(name));
    }
    if (name.startsWith(RESERVED)) {
      throw new IllegalArgumentException("names of labels that begin with " + RESERVED
          + " are reserved for the pool itself, was " + TextLimits.shown(name));
    }
    if (!VALUE.matcher(value).matches()) {
      throw new IllegalArgumentException("label " + name
          + " must be 0 to 63 letters, digits, '.', '_' or '-', was " + TextLimits.shown(value));
    }
  }

  private static void inRange(String field, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(field + " must be " + TimeSpan.text(least) + " to "
          + TimeSpan.text(most) + ", was " + TimeSpan.text(value));
    }
  }

  /**
   * Makes a request to run an action at once, within an hour, in at most five attempts.
   *
   * @param machine the machine's id
   * @param action the action
   * @return a request
   */
  public static ActionRequest of(MachineId machine, Action action) {
    return new ActionRequest(
        machine, action, Optional.empty(), Duration.ZERO, Duration.ofHours(1), 5, Map.of());
  }

  /**
   * Returns the same request with a delay.
   *
   * @param time 0 to 24 hours
   * @return another request
   * @throws IllegalArgumentException if it is out of its range
   */
  public ActionRequest after(Duration time) {
    return new ActionRequest(machine, action, machineUid, time, within, attempts, labels);
  }

  /**
   * Returns the same request with another time for its attempts, which counts from the end of its delay.
   *
   * @param time 1 second to 7 days
   * @return another request
   * @throws IllegalArgumentException if it is out of its range
   */
  public ActionRequest within(Duration time) {
    return new ActionRequest(machine, action, machineUid, delay, time, attempts, labels);
  }

  /**
   * Returns the same request with another limit of attempts.
   *
   * @param most 1 to 10
   * @return another request
   * @throws IllegalArgumentException if it is out of its range
   */
  public ActionRequest attempts(int most) {
    return new ActionRequest(machine, action, machineUid, delay, within, most, labels);
  }

  /**
   * Returns the same request with labels.
   *
   * @param all by name
   * @return another request
   * @throws IllegalArgumentException if one of them has another form
   */
  public ActionRequest labels(Map<String, String> all) {
    return new ActionRequest(machine, action, machineUid, delay, within, attempts, all);
  }

  /**
   * Returns the same request, restricted to the machine with this uid.
   *
   * @param uid the machine's uid, from an earlier action of it
   * @return another request
   */
  public ActionRequest onlyFor(UUID uid) {
    return new ActionRequest(machine, action, Optional.of(uid), delay, within, attempts, labels);
  }
}

package io.cloudadapter.notification;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.hook.HookTarget;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One receiver of notifications: where its messages go, what it gets, and how often. Immutable.
 *
 * @param name its name, 1 to 63 of {@code [a-z0-9-]}, of which the first is a letter or digit
 * @param account the account whose adapter has the channel; empty for channels that libraries bring along
 * @param target the channel, its own parameters, and the secret
 * @param filter what the receiver gets
 * @param groupWait how long the first notification of a pool waits for others, 0 s to 1 h
 * @param groupInterval how long after one message of a pool the next may follow, 0 s to 1 d
 * @param repeatInterval how long until an alarm that still stands is notified again, 10 s to 30 d
 */
public record ReceiverConfig(
    String name,
    Optional<String> account,
    HookTarget target,
    NotificationFilter filter,
    Duration groupWait,
    Duration groupInterval,
    Duration repeatInterval) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final Duration LEAST_REPEAT = Duration.ofSeconds(10);
  private static final Duration MOST_REPEAT = Duration.ofDays(30);

  /**
   * Checks the name and the times.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ReceiverConfig {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("name must be 1 to 63 lower-case letters, digits and"
          + " hyphens, and must not begin with a hyphen, was " + name);
    }
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(filter, "filter");
    check("groupWait", groupWait, Duration.ZERO, Duration.ofHours(1));
    check("groupInterval", groupInterval, Duration.ZERO, Duration.ofDays(1));
    check("repeatInterval", repeatInterval, LEAST_REPEAT, MOST_REPEAT);
  }

  private static void check(String field, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(field + " must be " + TimeSpan.text(least) + " to "
          + TimeSpan.text(most) + ", was " + TimeSpan.text(value));
    }
  }
}

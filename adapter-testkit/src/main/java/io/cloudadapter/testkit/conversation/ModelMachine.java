package io.cloudadapter.testkit.conversation;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A machine of a conversation: what the cloud has shown of it, and what the adapter was asked to change. */
final class ModelMachine {
  /** The label that conversations write. */
  static final String LABEL = "state";

  /** By then every machine whose end was requested has ended, in any cloud that is tried here. */
  private static final Duration UNTIL_ENDED = Duration.ofMinutes(5);

  private final MachineId id;
  private final @Nullable ModelLaunch launch;

  /** What the label may be by now. */
  private final Set<Optional<String>> labels = new LinkedHashSet<>(Set.of(Optional.empty()));

  /** Those that calls of unknown outcome have written or may still write. */
  private final Set<Optional<String>> doubtfulLabels = new LinkedHashSet<>();

  /** Whether the pool's mark may be there by now. */
  private final Set<Boolean> marked = new LinkedHashSet<>();

  private Instant since;
  /** The number of the latest opening of the adapter that has shown it; 0 for none. */
  private int shownBy;

  private @Nullable Instant ended;
  private @Nullable Instant terminated;
  private boolean mayEnd;

  /** A machine of a launch; of another owner if there is none. */
  ModelMachine(MachineId id, @Nullable ModelLaunch launch, Instant since) {
    this.id = id;
    this.launch = launch;
    this.since = since;
    marked.add(launch != null);
  }

  MachineId id() {
    return id;
  }

  Optional<ModelLaunch> launch() {
    return Optional.ofNullable(launch);
  }

  /** Whether each list of the pool must show it that begins so late. */
  boolean isVisible(Instant begin, Duration visibleWithin) {
    return lives() && !mayEnd && since.plus(visibleWithin).isBefore(begin);
  }

  void shownBy(int opening) {
    shownBy = opening;
  }

  /**
   * Whether calls may be about it: the adapter has shown it, and it is old enough to be visible if that was another
   * process. Of a newer one some clouds answer as of one that never was, and only the adapter that has shown it can
   * doubt that.
   */
  boolean isKnown(int opening, Instant now, Duration visibleWithin) {
    return shownBy == opening || (shownBy > 0 && since.plus(visibleWithin).isBefore(now));
  }

  boolean lives() {
    return ended == null;
  }

  Optional<Instant> ended() {
    return Optional.ofNullable(ended);
  }

  /** Whether anything has asked the cloud to end it, or may have. */
  boolean mayEnd() {
    return mayEnd;
  }

  /** The machine ends by itself, or a call may have asked for its end. */
  void ends() {
    mayEnd = true;
  }

  /** A call of terminate has returned. */
  void terminated(Instant now) {
    mayEnd = true;
    if (terminated == null) {
      terminated = now;
    }
  }

  Optional<Instant> terminated() {
    return Optional.ofNullable(terminated);
  }

  void labelled(String value, boolean surely) {
    if (surely) {
      labels.clear();
      labels.addAll(doubtfulLabels);
    } else {
      doubtfulLabels.add(Optional.of(value));
    }
    labels.add(Optional.of(value));
  }

  /** Its marks are written, or may be. */
  void marked(boolean surely, Instant now) {
    if (surely) {
      marked.clear();
    }
    marked.add(true);
    since = now;
  }

  /** Whether it surely has the pool's mark. */
  boolean isOfPool() {
    return !marked.contains(false);
  }

  /** Compares it with what the console of the cloud shows, and notes whether it has ended. */
  void compare(Optional<CloudResource> shown, Instant now) {
    if (shown.isEmpty()) {
      if (ended == null) {
        ended = now;
      }
      if (!mayEnd) {
        throw new RuleViolation(this + " has ended, and no call has asked for that");
      }
      return;
    }
    if (ended != null) {
      throw new RuleViolation(this + " had ended, and lives again");
    }
    if (terminated != null && terminated.plus(UNTIL_ENDED).isBefore(now)) {
      throw new RuleViolation(this + " lives on "
          + Duration.between(terminated, now).toMinutes() + " minutes after terminate returned");
    }
    tags(shown.get().tags());
  }

  private void tags(Map<String, String> tags) {
    boolean ofPool = TestBench.POOL.value().equals(tags.get(OwnershipMarks.POOL_TAG));
    if (!marked.contains(ofPool)) {
      throw new RuleViolation(this
          + (ofPool
              ? " has the pool's mark, and a refused call was to write it"
              : " has lost its marks")
          + "; tags " + tags);
    }
    if (!labels.contains(Optional.ofNullable(tags.get(LABEL)))) {
      throw new RuleViolation(
          this + " has the label " + LABEL + " = " + tags.get(LABEL) + ", and it should be "
              + labels.stream().map(label -> label.orElse("none")).toList());
    }
    if (launch != null && !tags.entrySet().containsAll(launch.spec().tags().entrySet())) {
      throw new RuleViolation(
          this + " should have the tags " + launch.spec().tags() + ", and has " + tags);
    }
  }

  /** Its id, and the launch that it is of. */
  @Override
  public String toString() {
    return "machine " + id + (launch == null ? "" : " of " + launch);
  }
}

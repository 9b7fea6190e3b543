package io.cloudadapter.testkit.conversation;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.PreparedLaunch;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A launch of a conversation: what was asked for, and what the adapter and the cloud have shown of it. */
final class ModelLaunch {
  private final int number;
  private final LaunchSpec spec;
  private final PreparedLaunch frozen;
  private final LaunchKey key;

  /** The machines that the cloud has ever shown under the key. */
  private final Set<MachineId> made = new TreeSet<>();

  private @Nullable Instant firstSent;
  private @Nullable MachineId returned;
  private boolean doubtful;

  ModelLaunch(int number, LaunchSpec spec, PreparedLaunch frozen, LaunchKey key) {
    this.number = number;
    this.spec = spec;
    this.frozen = frozen;
    this.key = key;
  }

  LaunchSpec spec() {
    return spec;
  }

  PreparedLaunch frozen() {
    return frozen;
  }

  LaunchKey key() {
    return key;
  }

  void sent(Instant now) {
    if (firstSent == null) {
      firstSent = now;
    }
  }

  Optional<Instant> firstSent() {
    return Optional.ofNullable(firstSent);
  }

  /** A sending had an unknown outcome: the cloud may have made a machine, or make one later. */
  void doubts() {
    doubtful = true;
  }

  boolean isDoubtful() {
    return doubtful;
  }

  void returned(MachineId machine) {
    returned = machine;
  }

  /** The machine that the adapter has named as the one of this launch. */
  Optional<MachineId> returned() {
    return Optional.ofNullable(returned);
  }

  void made(MachineId machine) {
    made.add(machine);
  }

  Set<MachineId> made() {
    return made;
  }

  /** By its number in the conversation. */
  @Override
  public String toString() {
    return "launch " + number;
  }
}

package io.cloudadapter.simulation.process;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where ledgers lie, and what befalls them there. One of two: a store in another process, which several
 * hosts may use at once and which may answer in doubt; or the embedded store on a disk that fails, fills up
 * and loses power.
 */
final class LedgerStorage {

  /** The true outcome of a commit. */
  enum Outcome {
    /** Durable, and the host knows. */
    DONE,
    /** Not durable, since another host has taken the lead. */
    CONFLICT,
    /** Durable, but the host cannot know. */
    DONE_UNKNOWN,
    /** Not durable, but the host cannot know. */
    LOST_UNKNOWN,
    /** The store has stopped; it will be seen after it has been opened again. */
    STOPPED
  }

  private final VirtualTime timeline;
  private final SeededRandom dice;
  private final FaultInjector faults;
  private final @Nullable MemoryStore remote;
  private final @Nullable SimulatedDisk disk;
  private @Nullable EmbeddedStore embedded;
  private long awayUntil;

  LedgerStorage(VirtualTime timeline, SeededRandom dice, FaultInjector faults, boolean onDisk) {
    this.timeline = timeline;
    this.dice = dice;
    this.faults = faults;
    this.remote = onDisk ? null : new MemoryStore();
    this.disk = onDisk ? new SimulatedDisk() : null;
  }

  /** Whether two hosts may use it at the same time. */
  boolean shared() {
    return remote != null;
  }

  /** A host begins to use it; empty if it cannot. */
  Optional<StateStore> open() {
    if (disk == null) {
      return away() ? Optional.empty() : Optional.ofNullable(remote);
    }
    disk.capacity(Long.MAX_VALUE);
    try {
      embedded = EmbeddedStore.builder(disk, dice.another())
          .executor(Runnable::run)
          .reserve(4_096)
          .compactAbove(64 * 1024)
          .open();
      return Optional.of(embedded);
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  /** Whether it can be reached at present. */
  boolean reachable() {
    return !away();
  }

  private boolean away() {
    return !faults.isCalm() && timeline.nanos() < awayUntil;
  }

  /** A host that uses it dies. */
  void hostDies() {
    if (disk != null) {
      if (faults.strikes(FaultKind.POWER_LOSS)) {
        disk.losePower(dice.another());
      } else {
        disk.killProcess();
      }
    }
  }

  Outcome commit(LeaderFence lead, List<Map<String, Optional<byte[]>>> group) {
    return disk == null ? remotely(lead, group) : onDisk(disk, lead, group);
  }

  /** Whether a host that changes nothing still has the lead. */
  Outcome check(LeaderFence lead) {
    try {
      return away() ? Outcome.LOST_UNKNOWN : lead.held() ? Outcome.DONE : Outcome.CONFLICT;
    } catch (StoreFailedException e) {
      return Outcome.STOPPED;
    }
  }

  private Outcome remotely(LeaderFence lead, List<Map<String, Optional<byte[]>>> group) {
    if (away()) {
      return Outcome.LOST_UNKNOWN;
    }
    if (faults.strikes(FaultKind.STORE_AWAY)) {
      awayUntil = timeline.nanos() + dice.seconds(1, 600);
      return Outcome.LOST_UNKNOWN;
    }
    boolean doubtful = faults.strikes(FaultKind.COMMIT_UNKNOWN);
    if (doubtful && dice.chance(0.5)) {
      return Outcome.LOST_UNKNOWN;
    }
    CommitResult result = lead.commit(group);
    return result.committed()
        ? doubtful ? Outcome.DONE_UNKNOWN : Outcome.DONE
        : doubtful ? Outcome.LOST_UNKNOWN : Outcome.CONFLICT;
  }

  private Outcome onDisk(
      SimulatedDisk disk, LeaderFence lead, List<Map<String, Optional<byte[]>>> group) {
    if (faults.strikes(FaultKind.DISK_ERROR)) {
      disk.failStep(disk.steps() + 1 + dice.upTo(2));
    }
    if (faults.strikes(FaultKind.DISK_FULL)) {
      disk.capacity(disk.used() + dice.upTo(200));
    }
    try {
      CommitResult result = lead.commit(group);
      return switch (result.outcome()) {
        case COMMITTED -> Outcome.DONE;
        case CONFLICT -> Outcome.CONFLICT;
        case UNKNOWN -> Outcome.STOPPED;
      };
    } catch (StoreFailedException e) {
      return Outcome.STOPPED;
    }
  }
}

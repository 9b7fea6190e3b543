package io.cloudadapter.simulated;

import io.cloudadapter.simulated.limit.ZoneCapacity;
import io.cloudadapter.simulated.machine.EpochNanos;
import io.cloudadapter.simulated.request.SimulatedHealth;
import io.cloudadapter.simulated.request.SimulatedImages;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Guards the cloud's state, and lets one thread at a time use it. Each visit first advances the state to the clock's
 * time, and ends with its changes on disk, if the cloud has a file. No visit waits for time to pass.
 */
final class CloudStateGuard {
  private final ReentrantLock lock = new ReentrantLock();
  private final long seed;
  private final SimulatedClock clock;
  private final CloudSettings settings;
  private final Optional<CloudFile> journal;
  private final FaultQueue trouble = new FaultQueue();
  private final ZoneCapacity capacity;
  private final SimulatedImages images = new SimulatedImages();
  private final SimulatedHealth health = new SimulatedHealth();
  private @Nullable CloudState world;
  private boolean closed;

  CloudStateGuard(
      long seed, SimulatedClock clock, CloudSettings settings, Optional<CloudFile> journal) {
    this.seed = seed;
    this.clock = clock;
    this.settings = settings;
    this.journal = journal;
    this.capacity = new ZoneCapacity(settings.capacity(), settings.quota());
  }

  SimulatedClock clock() {
    return clock;
  }

  CloudSettings settings() {
    return settings;
  }

  /** Does something in the world as it is now. Durable when it returns, or when it throws. */
  <T> T inside(Function<CloudState, T> visit) {
    lock.lock();
    try {
      CloudState here = opened();
      try {
        here.settle(EpochNanos.of(clock.instant()));
        return visit.apply(here);
      } finally {
        save(here);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Changes the faults that are to strike from now on. Opens no file. */
  void trouble(Consumer<FaultQueue> change) {
    upToNow(() -> change.accept(trouble));
  }

  /** Changes how much there is room for from now on. Opens no file. */
  void capacity(Consumer<ZoneCapacity> change) {
    upToNow(() -> change.accept(capacity));
  }

  /** Changes to which images names lead from now on. Opens no file. */
  void images(Consumer<SimulatedImages> change) {
    upToNow(() -> change.accept(images));
  }

  /** Changes what the checks of machines find from now on. Opens no file. */
  void health(Consumer<SimulatedHealth> change) {
    upToNow(() -> change.accept(health));
  }

  Map<CloudFault, Long> strikes() {
    Map<CloudFault, Long> copy = new EnumMap<>(CloudFault.class);
    upToNow(() -> copy.putAll(trouble.strikes()));
    return copy;
  }

  private void upToNow(Runnable change) {
    lock.lock();
    try {
      if (world != null && !closed) {
        world.settle(EpochNanos.of(clock.instant()));
        save(world);
      }
      change.run();
    } finally {
      lock.unlock();
    }
  }

  private CloudState opened() {
    if (closed) {
      throw new ClosedCloudException();
    }
    if (world == null) {
      StoredState memory = journal.map(CloudFile::open).orElseGet(() -> StoredState.empty(false));
      world = new CloudState(
          settings,
          memory,
          trouble,
          capacity,
          images,
          health,
          seed,
          EpochNanos.of(clock.instant()));
    }
    return world;
  }

  private void save(CloudState here) {
    if (journal.isPresent() && here.memory.changed()) {
      here.remember();
      journal.get().save(here.memory);
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      journal.ifPresent(CloudFile::close);
    } finally {
      lock.unlock();
    }
  }

  /** What a caller hears when the cloud's own disk fails: anything may have happened. */
  static CloudException broken(String message, Exception cause) {
    return CloudException.of(Kind.UNAVAILABLE, Effect.UNKNOWN, message)
        .code("SimulatedDisk")
        .cause(cause)
        .build();
  }
}

package io.cloudadapter.simulated;

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
 * Holds the world, and lets one thread at a time into it. Each visit first lets time pass up to the
 * clock's, and ends with what has changed on disk, if the cloud has a file. Nobody waits for time to pass
 * in here.
 */
final class Host {
  private final ReentrantLock lock = new ReentrantLock();
  private final long seed;
  private final SimulatedClock clock;
  private final Settings settings;
  private final Optional<Journal> journal;
  private final Trouble trouble = new Trouble();
  private final Capacity capacity;
  private @Nullable World world;
  private boolean closed;

  Host(long seed, SimulatedClock clock, Settings settings, Optional<Journal> journal) {
    this.seed = seed;
    this.clock = clock;
    this.settings = settings;
    this.journal = journal;
    this.capacity = new Capacity(settings.capacity(), settings.quota());
  }

  SimulatedClock clock() {
    return clock;
  }

  Settings settings() {
    return settings;
  }

  /** Does something in the world as it is now. Durable when it returns, or when it throws. */
  <T> T inside(Function<World, T> visit) {
    lock.lock();
    try {
      World here = opened();
      try {
        here.settle(Moments.of(clock.instant()));
        return visit.apply(here);
      } finally {
        save(here);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Changes what shall go wrong from now on. Opens no file. */
  void trouble(Consumer<Trouble> change) {
    upToNow(() -> change.accept(trouble));
  }

  /** Changes how much there is room for from now on. Opens no file. */
  void capacity(Consumer<Capacity> change) {
    upToNow(() -> change.accept(capacity));
  }

  Map<FaultKind, Long> bitten() {
    Map<FaultKind, Long> copy = new EnumMap<>(FaultKind.class);
    upToNow(() -> copy.putAll(trouble.bitten()));
    return copy;
  }

  private void upToNow(Runnable change) {
    lock.lock();
    try {
      if (world != null && !closed) {
        world.settle(Moments.of(clock.instant()));
        save(world);
      }
      change.run();
    } finally {
      lock.unlock();
    }
  }

  private World opened() {
    if (closed) {
      throw new ClosedCloud();
    }
    if (world == null) {
      Memory memory = journal.map(Journal::open).orElseGet(() -> Memory.empty(false));
      world = new World(settings, memory, trouble, capacity, seed, Moments.of(clock.instant()));
    }
    return world;
  }

  private void save(World here) {
    if (journal.isPresent() && here.memory.changed()) {
      here.remember();
      journal.get().save(here.memory);
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      journal.ifPresent(Journal::close);
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

package io.cloudadapter.simulation.disk;

import io.cloudadapter.core.store.embedded.Disk;
import io.cloudadapter.core.store.embedded.DiskFile;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A disk in memory that does what real ones do to unforced data, and fails on request.
 *
 * <p>{@link #losePower} keeps of each unforced 512-byte sector any of the states it went through,
 * now and then torn inside; of each file any of its unforced lengths; of the unforced changes of
 * names any subset. {@link #killProcess} keeps everything. After either, files and locks of before
 * are dead and fail. A failed force loses its grip on the sectors in question, as Linux does: they
 * read as written, no later force writes them, and the next power loss may take them.
 *
 * <p>Faults are counted in <i>steps</i>: create, write, force, rename, delete and
 * forceNames are a step each. Thread-safe; deterministic if called from one thread.
 */
public final class SimulatedDisk implements Disk {
  private Map<String, SimulatedFile> names = new TreeMap<>();
  private final Map<String, SimulatedFile> durableNames = new TreeMap<>();
  private final List<PendingRename> unforced = new ArrayList<>();
  private final Set<Long> failing = new HashSet<>();
  private final List<Long> forces = new ArrayList<>();
  private long capacity = Long.MAX_VALUE;
  private long steps;
  private long deadFrom = Long.MAX_VALUE;
  private int life;
  private boolean locked;

  /** An empty disk without faults. */
  public SimulatedDisk() {}

  /** The steps taken so far. */
  public synchronized long steps() {
    return steps;
  }

  /** The steps so far that forced a file or names. */
  public synchronized List<Long> forces() {
    return List.copyOf(forces);
  }

  /** Lets this step (the first is 1) fail with an I/O error. */
  public synchronized void failStep(long step) {
    failing.add(step);
  }

  /** Lets every step from this one on fail without effect, as if the machine had gone dark. */
  public synchronized void dieAtStep(long step) {
    deadFrom = step;
  }

  /** Limits the sum of all lengths; a write beyond it writes what fits and fails. */
  public synchronized void capacity(long bytes) {
    capacity = bytes;
  }

  @Override
  public synchronized OptionalLong free() {
    return OptionalLong.of(Math.max(0, capacity - used()));
  }

  /** The sum of all lengths. */
  public synchronized long used() {
    return names.values().stream().mapToLong(SimulatedFile::length).sum();
  }

  /** Ends the process that used the disk: what it wrote stays, its files and lock are dead. */
  public synchronized void killProcess() {
    life++;
    locked = false;
    deadFrom = Long.MAX_VALUE;
    failing.clear();
  }

  /** Ends the process and loses what chance will of all that was not forced. */
  public synchronized void losePower(RandomGenerator chance) {
    killProcess();
    double luck = chance.nextInt(5) / 4.0; // all lost, most, half, few, none
    for (PendingRename renaming : unforced) {
      if (chance.nextDouble() < luck) {
        renaming.applyTo(durableNames);
      }
    }
    unforced.clear();
    names = new TreeMap<>(durableNames);
    names.values().forEach(file -> file.losePower(chance, luck));
  }

  /** The bytes of a file as a reader would see them. */
  public synchronized byte[] bytes(String name) {
    return file(name).map(SimulatedFile::bytes).orElseThrow();
  }

  /** Replaces a file's bytes durably: what rot, or a person, does. */
  public synchronized void overwrite(String name, byte[] bytes) {
    SimulatedFile file = names.computeIfAbsent(name, n -> new SimulatedFile());
    file.overwrite(bytes);
    durableNames.put(name, file);
  }

  @Override
  public synchronized Optional<Closeable> tryLock() {
    if (locked) {
      return Optional.empty();
    }
    locked = true;
    int mine = life;
    return Optional.of(() -> unlock(mine));
  }

  @Override
  public synchronized List<String> names() {
    return List.copyOf(names.keySet());
  }

  @Override
  public synchronized DiskFile open(String name) throws IOException {
    return new Handle(existing(name), life);
  }

  @Override
  public synchronized DiskFile create(String name) throws IOException {
    step(life, "create " + name);
    SimulatedFile file = new SimulatedFile();
    rename(new PendingRename(null, name, file));
    return new Handle(file, life);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    SimulatedFile file = existing(from);
    step(life, "rename " + from);
    rename(new PendingRename(from, to, file));
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    SimulatedFile file = existing(name);
    step(life, "delete " + name);
    rename(new PendingRename(name, null, file));
  }

  @Override
  public synchronized void forceNames() throws IOException {
    step(life, "force names");
    forces.add(steps);
    unforced.forEach(renaming -> renaming.applyTo(durableNames));
    unforced.clear();
  }

  @Override
  public String toString() {
    return "simulated disk";
  }

  private void rename(PendingRename renaming) {
    renaming.applyTo(names);
    unforced.add(renaming);
  }

  private Optional<SimulatedFile> file(String name) {
    return Optional.ofNullable(names.get(name));
  }

  private SimulatedFile existing(String name) throws IOException {
    return file(name).orElseThrow(() -> new FileNotFoundException(name));
  }

  private synchronized void unlock(int owner) {
    if (owner == life) {
      locked = false;
    }
  }

  private void step(int owner, String what) throws IOException {
    if (owner != life || steps + 1 >= deadFrom) {
      throw new IOException("simulated: process is dead at " + what);
    }
    steps++;
    if (failing.contains(steps)) {
      throw new IOException("simulated: I/O error at step " + steps + ", " + what);
    }
  }

  /** A file as one process sees it. */
  private final class Handle implements DiskFile {
    private final SimulatedFile file;
    private final int owner;

    Handle(SimulatedFile file, int owner) {
      this.file = file;
      this.owner = owner;
    }

    @Override
    public long size() {
      synchronized (SimulatedDisk.this) {
        return file.length();
      }
    }

    @Override
    public void read(ByteBuffer buffer, long position) {
      synchronized (SimulatedDisk.this) {
        file.read(buffer, position);
      }
    }

    @Override
    public void write(ByteBuffer buffer, long position) throws IOException {
      synchronized (SimulatedDisk.this) {
        step(owner, "write");
        long room = capacity - used() + Math.max(0, file.length() - position);
        if (buffer.remaining() > room) {
          buffer.limit(buffer.position() + (int) Math.max(0, room));
          file.write(buffer, position);
          throw new IOException("simulated: no space left on device");
        }
        file.write(buffer, position);
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (SimulatedDisk.this) {
        try {
          step(owner, "force");
        } catch (IOException e) {
          if (owner == life) {
            file.loseGrip();
          }
          throw e;
        }
        forces.add(steps);
        file.force();
      }
    }

    @Override
    public void close() {}
  }
}

package io.cloudadapter.core.store;

import io.cloudadapter.core.store.embedded.Disk;
import io.cloudadapter.core.store.embedded.DiskFile;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A disk in memory that shows, before each step and at each byte of each write, all that a crash at
 * that moment could leave behind. It never fails itself. One thread.
 */
final class CrashingDisk implements Disk {
  /** Told of each moment at which everything could end, and of what could be left then. */
  interface Witness {
    /** The bytes by name that a crash leaves on the disk. */
    void crashed(String moment, Map<String, byte[]> left);

    /** The disk that the next process finds when only this one is killed; not yet to be touched. */
    void killed(String moment, CrashingDisk disk);
  }

  /** A change of names: a creation has no {@code from}, a deletion no {@code to}. */
  private record Renaming(Optional<String> from, Optional<String> to, TornFile file) {
    void applyTo(Map<String, TornFile> names) {
      from.ifPresent(name -> names.remove(name, file));
      to.ifPresent(name -> names.put(name, file));
    }
  }

  private final Map<String, TornFile> names = new TreeMap<>();
  private final Map<String, TornFile> durableNames = new TreeMap<>();
  private final List<Renaming> unforced = new ArrayList<>();
  private final Witness witness;
  private Runnable meanwhile = () -> {};
  private long steps;
  private long cuts;

  /** A disk that holds what an earlier crash left. */
  CrashingDisk(Map<String, byte[]> files, Witness witness) {
    this.witness = witness;
    files.forEach((name, bytes) -> {
      TornFile file = new TornFile(bytes);
      names.put(name, file);
      durableNames.put(name, file);
    });
  }

  /** What the next process works with when this one is killed: nothing lost, nothing more forced. */
  CrashingDisk afterKill(Witness newWitness) {
    CrashingDisk next = new CrashingDisk(Map.of(), newWitness);
    Map<TornFile, TornFile> copies = new IdentityHashMap<>();
    names.forEach((name, file) -> next.names.put(name, copy(file, copies)));
    durableNames.forEach((name, file) -> next.durableNames.put(name, copy(file, copies)));
    unforced.forEach(
        each -> next.unforced.add(new Renaming(each.from, each.to, copy(each.file, copies))));
    return next;
  }

  private static TornFile copy(TornFile file, Map<TornFile, TornFile> copies) {
    return copies.computeIfAbsent(file, TornFile::copy);
  }

  /** The steps taken so far: create, write, force, rename, delete, force names. */
  long steps() {
    return steps;
  }

  /** The moments so far at which everything could have ended. */
  long cuts() {
    return cuts;
  }

  /** What happens on other threads while a snapshot is written: run once, inside its next write. */
  void meanwhile(Runnable work) {
    meanwhile = work;
  }

  /** What is there for the next process if this one ends now. */
  Map<String, byte[]> files() {
    Map<String, byte[]> files = new TreeMap<>();
    names.forEach((name, file) -> files.put(name, file.bytes()));
    return files;
  }

  @Override
  public Optional<Closeable> tryLock() {
    return Optional.of(() -> {});
  }

  @Override
  public List<String> names() {
    return List.copyOf(names.keySet());
  }

  @Override
  public DiskFile open(String name) throws FileNotFoundException {
    return new Handle(name, existing(name));
  }

  @Override
  public DiskFile create(String name) {
    step("create " + name);
    TornFile file = new TornFile(new byte[0]);
    change(new Renaming(Optional.empty(), Optional.of(name), file));
    return new Handle(name, file);
  }

  @Override
  public void rename(String from, String to) throws FileNotFoundException {
    step("rename " + from);
    change(new Renaming(Optional.of(from), Optional.of(to), existing(from)));
  }

  @Override
  public void delete(String name) throws FileNotFoundException {
    step("delete " + name);
    change(new Renaming(Optional.of(name), Optional.empty(), existing(name)));
  }

  @Override
  public void forceNames() {
    step("force names");
    unforced.forEach(renaming -> renaming.applyTo(durableNames));
    unforced.clear();
  }

  @Override
  public String toString() {
    return "crashing disk";
  }

  private void change(Renaming renaming) {
    renaming.applyTo(names);
    unforced.add(renaming);
  }

  private TornFile existing(String name) throws FileNotFoundException {
    return Optional.ofNullable(names.get(name)).orElseThrow(() -> new FileNotFoundException(name));
  }

  /** Everything that could be left if the process or the power went just before this step. */
  private void step(String what) {
    steps++;
    cuts++;
    String moment = "before step " + steps + ", " + what;
    witness.killed(moment + ", process killed", this);
    for (int kept = 0; kept < 1 << unforced.size(); kept++) {
      Map<String, TornFile> left = new TreeMap<>(durableNames);
      for (int i = 0; i < unforced.size(); i++) {
        if ((kept >> i & 1) == 1) {
          unforced.get(i).applyTo(left);
        }
      }
      List<String> order = List.copyOf(left.keySet());
      powerLost(
          moment + ", power lost, names kept " + Integer.toBinaryString(kept),
          left,
          order,
          new TreeMap<>());
    }
  }

  /** Each file in each of its states, with each state of the others. */
  private void powerLost(
      String moment, Map<String, TornFile> left, List<String> order, Map<String, byte[]> chosen) {
    if (chosen.size() == order.size()) {
      witness.crashed(moment, new TreeMap<>(chosen));
      return;
    }
    String name = order.get(chosen.size());
    for (byte[] state : existing(left, name).afterPowerLoss()) {
      chosen.put(name, state);
      powerLost(moment, left, order, chosen);
      chosen.remove(name);
    }
  }

  private static TornFile existing(Map<String, TornFile> files, String name) {
    return Optional.ofNullable(files.get(name)).orElseThrow();
  }

  /** Everything that could be left in the middle of a write, of which it is the only victim. */
  private void cutAtEachByte(String name, TornFile file, int position, byte[] bytes) {
    byte[] before = file.bytes();
    byte[] after = TornFile.with(before, position, bytes);
    Map<String, byte[]> left = files();
    for (int at = 0; at < bytes.length; at++) {
      cuts++;
      int cut = position + at;
      if (at > 0 && cut <= before.length && before[cut - 1] == after[cut - 1]) {
        continue; // nothing differs from the cut one byte earlier
      }
      String moment = "at byte " + at + " of step " + steps + ", write " + name;
      byte[] head = Arrays.copyOf(after, Math.max(before.length, cut));
      if (cut < before.length) {
        System.arraycopy(before, cut, head, cut, before.length - cut);
      }
      left.put(name, head);
      witness.crashed(moment + ", head only", new TreeMap<>(left));
      left.put(name, Arrays.copyOf(head, after.length));
      witness.crashed(moment + ", head only, length of the whole", new TreeMap<>(left));
      byte[] tail = Arrays.copyOf(before, after.length);
      System.arraycopy(after, cut, tail, cut, after.length - cut);
      left.put(name, tail);
      witness.crashed(moment + ", tail only", new TreeMap<>(left));
    }
  }

  private final class Handle implements DiskFile {
    private final String name;
    private final TornFile file;

    Handle(String name, TornFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public long size() {
      return file.bytes().length;
    }

    @Override
    public void read(ByteBuffer buffer, long position) {
      byte[] bytes = file.bytes();
      int from = (int) Math.min(position, bytes.length);
      buffer.put(bytes, from, Math.min(buffer.remaining(), bytes.length - from));
    }

    @Override
    public void write(ByteBuffer buffer, long position) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      step("write " + name);
      cutAtEachByte(name(), file, (int) position, bytes);
      file.write((int) position, bytes);
      if (name.startsWith("snapshot")) {
        Runnable work = meanwhile;
        meanwhile = () -> {};
        work.run();
      }
    }

    /** Its name now: files are renamed while they are open. */
    private String name() {
      return names.entrySet().stream()
          .filter(entry -> entry.getValue() == file)
          .map(Map.Entry::getKey)
          .findFirst()
          .orElseThrow();
    }

    @Override
    public void force() {
      step("force " + name);
      file.force();
    }

    @Override
    public void close() {}
  }
}

package io.cloudadapter.simulation.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** A file's bytes as they read, and every state that its unforced sectors went through. */
final class SimulatedFile {
  private static final int SECTOR = 512;

  private byte[] bytes = new byte[0];
  private int length;

  /** Sector to its states since the last force, the durable one first. */
  private final Map<Integer, List<byte[]>> unforced = new TreeMap<>();

  /** The same for sectors that a failed force gave up on: only writing them again helps. */
  private final Map<Integer, List<byte[]>> ungripped = new HashMap<>();

  private final List<Integer> lengths = new ArrayList<>(List.of(0));

  int length() {
    return length;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }

  void read(ByteBuffer buffer, long position) {
    int from = (int) Math.min(position, length);
    buffer.put(bytes, from, Math.min(buffer.remaining(), length - from));
  }

  void write(ByteBuffer buffer, long position) {
    int from = Math.toIntExact(position);
    int to = from + buffer.remaining();
    grow(to);
    touch(from, to, () -> buffer.get(bytes, from, to - from));
    setLength(Math.max(length, to));
  }

  void force() {
    unforced.clear();
    lengths.clear();
    lengths.add(length);
  }

  void loseGrip() {
    unforced.forEach((sector, states) -> ungripped.merge(sector, states, (old, more) -> {
      old.addAll(more);
      return old;
    }));
    unforced.clear();
  }

  void overwrite(byte[] content) {
    bytes = content.clone();
    length = content.length;
    ungripped.clear();
    force();
  }

  void losePower(RandomGenerator chance, double luck) {
    ungripped.forEach((sector, states) -> settle(sector, states, chance, luck));
    ungripped.clear();
    unforced.forEach((sector, states) -> settle(sector, states, chance, luck));
    int kept = lengths.get(
        chance.nextDouble() < luck ? lengths.size() - 1 : chance.nextInt(lengths.size()));
    grow(kept);
    Arrays.fill(bytes, kept, bytes.length, (byte) 0);
    length = kept;
    force();
  }

  private void settle(int sector, List<byte[]> states, RandomGenerator chance, double luck) {
    if (luck == 0) {
      System.arraycopy(states.get(0), 0, bytes, sector * SECTOR, SECTOR);
      return;
    }
    byte[] torn =
        chance.nextDouble() < luck ? sector(sector) : any(states, chance).clone();
    if (luck < 1 && chance.nextInt(8) == 0) { // the head of one state, the tail of another
      int cut = chance.nextInt(SECTOR);
      System.arraycopy(any(states, chance), cut, torn, cut, SECTOR - cut);
    }
    System.arraycopy(torn, 0, bytes, sector * SECTOR, SECTOR);
  }

  private static byte[] any(List<byte[]> states, RandomGenerator chance) {
    return states.get(chance.nextInt(states.size()));
  }

  /** Changes bytes, noting what their sectors were before. */
  private void touch(int from, int to, Runnable change) {
    for (int sector = from / SECTOR; sector * SECTOR < to; sector++) {
      List<byte[]> given = ungripped.remove(sector);
      unforced.computeIfAbsent(sector, s -> given == null ? new ArrayList<>() : given);
      unforced.get(sector).add(sector(sector));
    }
    change.run();
  }

  private byte[] sector(int sector) {
    return Arrays.copyOfRange(bytes, sector * SECTOR, (sector + 1) * SECTOR);
  }

  private void setLength(int size) {
    length = size;
    lengths.add(size);
  }

  private void grow(int size) {
    int sectors = (size + SECTOR - 1) / SECTOR;
    if (sectors * SECTOR > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(sectors, bytes.length / SECTOR * 2) * SECTOR);
    }
  }
}

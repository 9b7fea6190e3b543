package io.cloudadapter.core.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A file of a {@link CrashingDisk}: what reads see, and every state that a power loss may leave. */
final class TornFile {
  private static final int SECTOR = 512;

  /** Far more than the store ever has unforced here; beyond it the test would have to sample. */
  private static final int MOST_STATES = 1 << 12;

  private byte[] bytes;

  /** The whole file after each write since the last force, the forced state first. */
  private final List<byte[]> history = new ArrayList<>();

  TornFile(byte[] bytes) {
    this.bytes = bytes;
    history.add(bytes);
  }

  /** The same file as the kernel has it for the next process, unforced parts and all. */
  TornFile copy() {
    TornFile copy = new TornFile(bytes);
    copy.history.clear();
    copy.history.addAll(history);
    return copy;
  }

  byte[] bytes() {
    return bytes;
  }

  void write(int position, byte[] more) {
    bytes = with(bytes, position, more);
    history.add(bytes);
  }

  void force() {
    history.clear();
    history.add(bytes);
  }

  /** Each length it had, with each unforced sector in each state that it had. */
  List<byte[]> afterPowerLoss() {
    Map<Integer, List<byte[]>> sectors = unforcedSectors();
    int states = history.size();
    for (List<byte[]> each : sectors.values()) {
      states = Math.multiplyExact(states, each.size());
    }
    if (states > MOST_STATES) {
      throw new AssertionError(states + " states of one file: too many to try each");
    }
    List<byte[]> all = new ArrayList<>();
    for (byte[] length : history) {
      for (int choice = 0; choice < states / history.size(); choice++) {
        all.add(state(length.length, sectors, choice));
      }
    }
    return all;
  }

  private byte[] state(int length, Map<Integer, List<byte[]>> sectors, int choice) {
    byte[] left = Arrays.copyOf(bytes, length);
    int rest = choice;
    for (Map.Entry<Integer, List<byte[]>> sector : sectors.entrySet()) {
      byte[] kept = sector.getValue().get(rest % sector.getValue().size());
      rest /= sector.getValue().size();
      int from = sector.getKey() * SECTOR;
      if (from < length) {
        System.arraycopy(kept, 0, left, from, Math.min(SECTOR, length - from));
      }
    }
    return left;
  }

  /** The different states of each sector that was written since the last force. */
  private Map<Integer, List<byte[]>> unforcedSectors() {
    Map<Integer, List<byte[]>> sectors = new TreeMap<>();
    for (int sector = 0; sector * SECTOR < bytes.length; sector++) {
      List<byte[]> states = new ArrayList<>();
      for (byte[] whole : history) {
        byte[] state = Arrays.copyOfRange(
            Arrays.copyOf(whole, Math.max(whole.length, (sector + 1) * SECTOR)),
            sector * SECTOR,
            (sector + 1) * SECTOR);
        if (states.stream().noneMatch(known -> Arrays.equals(known, state))) {
          states.add(state);
        }
      }
      if (states.size() > 1) {
        sectors.put(sector, states);
      }
    }
    return sectors;
  }

  static byte[] with(byte[] before, int position, byte[] more) {
    byte[] after = Arrays.copyOf(before, Math.max(before.length, position + more.length));
    System.arraycopy(more, 0, after, position, more.length);
    return after;
  }
}

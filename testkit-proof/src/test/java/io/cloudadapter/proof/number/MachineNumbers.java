package io.cloudadapter.proof.number;

import io.cloudadapter.api.MachineId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers that a cloud gives to its machines, which have ids of their own below. Used by any thread. */
final class MachineNumbers {
  private static final Map<String, MachineNumbers> BY_FILE = new ConcurrentHashMap<>();
  private static final long BEYOND_DOUBLE = (1L << 53) + 1;

  private final Map<MachineId, Long> numbers = new HashMap<>();
  private final Map<Long, MachineId> holders = new HashMap<>();
  private final Deque<Long> free = new ArrayDeque<>();
  private boolean reusing;
  private long next = 1;

  /** Those of the cloud that keeps its machines in a file. */
  static MachineNumbers of(String file) {
    return BY_FILE.computeIfAbsent(file, unknown -> new MachineNumbers());
  }

  static void forget(String file) {
    BY_FILE.remove(file);
  }

  synchronized void large() {
    next = BEYOND_DOUBLE;
  }

  synchronized void reuse() {
    reusing = true;
  }

  synchronized long of(MachineId machine) {
    return numbers.computeIfAbsent(machine, made -> {
      long number = reusing && !free.isEmpty() ? free.remove() : next++;
      holders.put(number, made);
      return number;
    });
  }

  /** The machine that got a number last. */
  synchronized Optional<MachineId> holder(long number) {
    return Optional.ofNullable(holders.get(number));
  }

  /** A machine was terminated, so that its number may be given again. */
  synchronized void ended(MachineId machine) {
    Long number = numbers.get(machine);
    if (number != null && machine.equals(holders.get(number)) && !free.contains(number)) {
      free.add(number);
    }
  }
}

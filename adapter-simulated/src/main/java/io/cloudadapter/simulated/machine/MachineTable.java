package io.cloudadapter.simulated.machine;

import io.cloudadapter.api.MachineId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** All machines that the cloud still knows, how many places they take, and which is due next. */
public final class MachineTable {
  private record Place(String zone, String size) {}

  private record Due(long at, long serial, MachineId machine) {}

  private final StateTable<MachineId, SimulatedMachine> table;
  private final AddressAllocator addresses = new AddressAllocator();
  private final Map<Place, Integer> taken = new HashMap<>();
  private final PriorityQueue<Due> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::serial));
  private int owned;
  private int alive;

  public MachineTable(StateTable<MachineId, SimulatedMachine> table) {
    this.table = table;
    table.values().forEach(vm -> count(null, vm));
  }

  public Optional<SimulatedMachine> get(MachineId id) {
    return table.get(id);
  }

  /** In the order of their making. */
  public Collection<SimulatedMachine> all() {
    return table.values();
  }

  public void put(SimulatedMachine vm) {
    count(table.put(vm.id(), vm), vm);
  }

  public void forget(SimulatedMachine vm) {
    table.remove(vm.id());
  }

  private void count(@Nullable SimulatedMachine before, SimulatedMachine after) {
    if (before != null) {
      tally(before.now(), -1);
    }
    tally(after.now(), 1);
    if (!after.now().over()) {
      addresses.take(after.now());
    } else if (before != null && !before.now().over()) {
      addresses.free(before.now());
    }
    if (after.nextAt() != EpochNanos.NEVER) {
      agenda.add(new Due(after.nextAt(), after.serial(), after.id()));
    }
  }

  private void tally(MachineTruth facts, int by) {
    if (facts.occupies()) {
      owned += by;
      taken.merge(new Place(facts.zone(), facts.size()), by, Integer::sum);
    }
    if (facts.alive()) {
      alive += by;
    }
  }

  /** How many machines the account owns. */
  public int owned() {
    return owned;
  }

  public int alive() {
    return alive;
  }

  public int in(String zone, String size) {
    return taken.getOrDefault(new Place(zone, size), 0);
  }

  public int in(String zone) {
    return taken.entrySet().stream()
        .filter(entry -> entry.getKey().zone().equals(zone))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  public AddressAllocator addresses() {
    return addresses;
  }

  /** When the next machine changes without a request. */
  public long nextAt() {
    dropOutdated();
    Due due = agenda.peek();
    return due == null ? EpochNanos.NEVER : due.at();
  }

  /** The machine that is next to change without a request; its plan is still what was due. */
  public SimulatedMachine takeNext() {
    dropOutdated();
    return get(agenda.remove().machine()).orElseThrow();
  }

  private void dropOutdated() {
    for (Due due = agenda.peek(); due != null; due = agenda.peek()) {
      long at = due.at();
      if (get(due.machine()).filter(vm -> vm.nextAt() == at).isPresent()) {
        return;
      }
      agenda.remove();
    }
  }
}

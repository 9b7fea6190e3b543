package io.cloudadapter.core.ledger;

import java.util.HashSet;
import java.util.Set;

/**
 * What a pool's ledger has at present: machines that live, launches under way or of such machines, and hooks that wait.
 * The history keeps what explains them.
 *
 * @param all whether everything is taken to be there, since the ledger is not read
 * @param machines ids
 * @param launches launch keys
 * @param hooks as {@link #hook} names them
 */
public record StandingRecords(
    boolean all, Set<String> machines, Set<String> launches, Set<String> hooks) {
  private static final StandingRecords NONE =
      new StandingRecords(false, Set.of(), Set.of(), Set.of());

  /** What stands in a ledger now. */
  static StandingRecords of(Ledger ledger) {
    Set<String> machines = new HashSet<>();
    Set<String> launches = new HashSet<>();
    Set<String> hooks = new HashSet<>();
    for (MachineRecord machine : ledger.machines()) {
      machines.add(machine.id());
      String key = machine.key();
      if (key != null) {
        launches.add(key);
      }
    }
    ledger.unresolved().forEach(launch -> launches.add(launch.key()));
    ledger
        .hooks()
        .waiting()
        .forEach(hook ->
            hooks.add(hook(hook.machine(), hook.hook(), hook.transition().word())));
    return new StandingRecords(false, machines, launches, hooks);
  }

  /** An empty ledger. */
  public static StandingRecords none() {
    return NONE;
  }

  /** A ledger that is not read: everything may be in it. */
  public static StandingRecords unknown() {
    return new StandingRecords(true, Set.of(), Set.of(), Set.of());
  }

  /** The name of one hook of one machine. */
  public static String hook(String machine, String hook, String transition) {
    return machine + " " + hook + " " + transition;
  }

  public boolean hasMachine(String id) {
    return all || machines.contains(id);
  }

  public boolean hasLaunch(String key) {
    return all || launches.contains(key);
  }

  public boolean hasHook(String name) {
    return all || hooks.contains(name);
  }
}

package io.cloudadapter.core.ledger;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.spi.PoolIncarnation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The durable records of a pool, in memory as they are on disk, together with the changes since. Refuses transitions
 * that must not happen (I2, I5, I9).
 *
 * <p>Changes are collected in <em>atoms</em>: the changes of one atom become durable together or not at all; later
 * atoms never become durable without earlier ones.
 */
public final class Ledger {
  public static final String REPLY = "reply/";
  private static final String HOOK = "hook/";
  private static final String TEMPLATE = "template/";
  private static final String REFRESH = "refresh";
  private final String prefix;
  private final RecordInterner canon = new RecordInterner();
  private PoolRecord pool;
  private final LaunchIndex launches = new LaunchIndex();
  private final MachineIndex machines = new MachineIndex();
  private final ReplyBook replies = new ReplyBook();
  private final HookIndex hooks;
  private final AttentionIndex attention;
  private final ActionIndex actions = new ActionIndex();
  private final TemplateIndex templates = new TemplateIndex();
  private @Nullable RefreshRecord refresh;
  private final NavigableSet<String> touched = new TreeSet<>();
  private final PendingAtoms atoms = new PendingAtoms();
  private final TraceCauses causes = new TraceCauses();
  private Optional<Event> handling = Optional.empty();
  private Optional<String> decider = Optional.empty();
  private IntUnaryOperator headroom = desired -> 0;
  private long changes;

  private Ledger(PoolName name, PoolRecord pool, int hooks) {
    this.prefix = prefix(name);
    this.pool = pool;
    this.hooks = new HookIndex(hooks);
    this.attention = new AttentionIndex(this.hooks);
  }

  public static String prefix(PoolName name) {
    return "pools/" + name + "/";
  }

  /** A ledger for a pool that never had one; its pool record is the first change. */
  public static Ledger fresh(PoolName name, PoolRecord pool) {
    Ledger ledger = new Ledger(name, pool, 0);
    ledger.put(pool);
    return ledger;
  }

  /** The ledger as stored, in any order, or empty if there is none. */
  static Optional<Ledger> load(PoolName name, List<StoreEntry> entries) {
    String prefix = prefix(name);
    StoreEntry pool = null;
    List<StoreEntry> hooks = new ArrayList<>();
    List<StoreEntry> others = new ArrayList<>();
    for (StoreEntry value : entries) {
      if (value.key().startsWith(HOOK, prefix.length())) {
        hooks.add(value);
      } else if (value.key().equals(prefix + "pool")) {
        pool = value;
      } else {
        others.add(value);
      }
    }
    if (pool == null) {
      return Optional.empty();
    }
    LedgerFormat.check(name, pool.key(), pool.bytes());
    Ledger ledger = new Ledger(
        name, RecordCodec.read(pool.key(), pool.bytes(), PoolRecord.class), hooks.size());
    for (StoreEntry value : hooks) { // Of which no order is kept.
      ledger.hooks.put(
          ledger.canon.share(RecordCodec.read(value.key(), value.bytes(), HookRecord.class)));
    }
    others.sort(Comparator.comparing(StoreEntry::key));
    for (StoreEntry value : others) {
      ledger.take(value.key().substring(prefix.length()), value);
    }
    ledger.replies.loaded();
    return Optional.of(ledger);
  }

  private void take(String key, StoreEntry value) {
    if (key.startsWith("intent/")) {
      launches.load(RecordCodec.read(value.key(), value.bytes(), LaunchRecord.class));
    } else if (key.startsWith("machine/")) {
      MachineRecord machine =
          canon.share(RecordCodec.read(value.key(), value.bytes(), MachineRecord.class));
      machines.load(machine);
      // Its hooks are here already, and its actions: those come first in key order.
      hooks.changed(machine);
      actions.changed(machine);
      if (!machine.status().terminal()) {
        attention.index(machine);
      }
    } else if (key.startsWith("action/")) {
      actions.put(RecordCodec.read(value.key(), value.bytes(), ActionRecord.class));
    } else if (key.equals(REFRESH)) {
      refresh = RecordCodec.read(value.key(), value.bytes(), RefreshRecord.class);
    } else if (key.startsWith(TEMPLATE)) {
      templates.put(RecordCodec.read(value.key(), value.bytes(), TemplateRecord.class));
    } else if (key.startsWith(REPLY)) {
      replies.load(key.substring(REPLY.length()), value);
    }
  }

  public StandingRecords standing() {
    return StandingRecords.of(this);
  }

  /** Which requests have caused what is put. */
  public TraceCauses causes() {
    return causes;
  }

  public RecordInterner canon() {
    return canon;
  }

  public PoolRecord pool() {
    return pool;
  }

  /** This life of the pool. */
  public PoolIncarnation incarnation() {
    return canon.incarnation(pool.incarnation());
  }

  public Collection<LaunchRecord> unresolved() {
    return launches.unresolved();
  }

  public Collection<LaunchRecord> resolved() {
    return launches.resolved();
  }

  public Optional<LaunchRecord> launch(String key) {
    return launches.find(key);
  }

  /** Records of machines that have not ended, by id. */
  public Collection<MachineRecord> machines() {
    return machines.present();
  }

  public Collection<MachineRecord> endedMachines() {
    return machines.ended();
  }

  public Optional<MachineRecord> machine(String id) {
    return machines.find(id);
  }

  public Optional<MachineRecord> endedMachine(String id) {
    return machines.findEnded(id);
  }

  /** Returns machines with something left to do: all except those that run normally, or wait in a hook. A copy. */
  public List<MachineRecord> busyMachines() {
    return machines.all(attention.busy());
  }

  /** Machines that may enter service, or have their next hook first. A copy. */
  public List<MachineRecord> enteringMachines() {
    return machines.all(attention.entering());
  }

  /** Whether there is something left to do about a machine. */
  public boolean busy(String id) {
    return attention.busy().contains(id);
  }

  /** The ids of machines that carry our mark and are not ours. */
  public Collection<String> quarantined() {
    return Collections.unmodifiableCollection(attention.quarantined());
  }

  /** What is kept under idempotency keys; changed by this ledger only. */
  public ReplyBook replies() {
    return replies;
  }

  public int effective() {
    return machines.effective();
  }

  /** Machines to come: those that are promised, and those that leave the warm pool for service. */
  public int open() {
    return launches.open() + machines.waking();
  }

  /** What counts: machines that are there, and those that are to come. */
  public int committed() {
    return effective() + open();
  }

  /** Live machines in the warm pool, on their way there, or on their way into service. A copy. */
  public List<MachineRecord> warmMachines() {
    return machines.all(machines.warm());
  }

  /** Goes up with every change of a promise or a machine. */
  public long changes() {
    return changes;
  }

  /** Whether nothing is left to do: no launch is pending, and every machine runs normally. */
  public boolean quiet() {
    return launches.unresolved().isEmpty() && attention.busy().isEmpty();
  }

  /** From here on, changes belong to a new atom. */
  public void atom() {
    atoms.next();
  }

  /** What the keeper handles from here on: the changes that follow are its consequences. */
  public void handling(Optional<Event> event) {
    handling = event;
  }

  /** Which policy or schedule decides the changes of the pool that follow. */
  public void decidedBy(Optional<String> name) {
    decider = name;
  }

  /** How many machines are kept above a desired size, so that none of them is taken for surplus. */
  public void keepsAbove(IntUnaryOperator machines) {
    headroom = machines;
  }

  /** How many machines are kept above the present desired size. */
  int headroom() {
    return headroom.applyAsInt(pool.desired());
  }

  public void put(PoolRecord changed) {
    PoolRecord before = pool;
    pool = causes.mark(pool, changed);
    write("pool", Optional.of(RecordCodec.write(pool)));
    List<String> differs = templates.differences(before.profile(), pool.profile());
    atoms.note(
        new RecordChange.Pool(before, pool, committed(), headroom(), differs, decider, handling));
  }

  public void put(LaunchRecord changed) {
    LaunchRecord before = this.launch(changed.key()).orElse(null);
    LaunchRecord launch = causes.mark(pool, before, changed);
    atoms.note(new RecordChange.Launch(before, launch, handling));
    launches.put(before, launch);
    write("intent/" + launch.key(), Optional.of(RecordCodec.write(launch)));
  }

  /** Forgets a promise that was never sent, or whose tombstone has served its time. */
  public void drop(LaunchRecord launch) {
    launches.drop(launch);
    if (launch.unresolved()) {
      atoms.note(new RecordChange.Launch(launch, null, handling));
    }
    write("intent/" + launch.key(), Optional.empty());
  }

  public void put(MachineRecord changed) {
    MachineRecord before = machine(changed.id()).orElse(null);
    MachineRecord machine = canon.share(causes.mark(pool, before, changed));
    int surplus = committed() - pool.desired() - headroom();
    atoms.note(new RecordChange.Machine(before, machine, surplus, handling));
    machines.put(before, machine, hooks);
    hooks.changed(machine);
    actions.changed(machine);
    attention.index(machine);
    touched.add(machine.id());
    write("machine/" + machine.id(), Optional.of(RecordCodec.write(machine)));
  }

  public HookIndex hooks() {
    return hooks;
  }

  public void put(HookRecord hook) {
    hooks.put(hook);
    atoms.note(new RecordChange.Hook(hook, handling));
    machine(hook.machine()).ifPresent(attention::index);
    write("hook/" + hook.token(), Optional.of(RecordCodec.write(hook)));
  }

  /** Forgets how a pause has ended. */
  public void drop(HookRecord hook) {
    check(!hook.waiting(), "I7", "the hook of machine " + hook.machine() + " waits");
    hooks.drop(hook);
    write("hook/" + hook.token(), Optional.empty());
  }

  /** The launch templates that the ledger holds. */
  public TemplateIndex templates() {
    return templates;
  }

  public void put(TemplateRecord template) {
    templates.put(template);
    write(TEMPLATE + template.number(), Optional.of(RecordCodec.write(template)));
  }

  /** Forgets old templates that no machine and no launch was made from. */
  public void dropUnusedTemplates() {
    for (TemplateRecord template : templates.dropUnused(machines(), unresolved())) {
      write(TEMPLATE + template.number(), Optional.empty());
    }
  }

  /** The refresh that is under way, or the last one. */
  public Optional<RefreshRecord> refresh() {
    return Optional.ofNullable(refresh);
  }

  public void put(RefreshRecord changed) {
    atoms.note(new RecordChange.Refresh(refresh, changed, handling));
    refresh = changed;
    write(REFRESH, Optional.of(RecordCodec.write(changed)));
  }

  public ActionIndex actions() {
    return actions;
  }

  public void put(ActionRecord action) {
    actions.put(action);
    write("action/" + action.uid(), Optional.of(RecordCodec.write(action)));
  }

  /** Forgets an action that is over. */
  public void drop(ActionIndex.Over action) {
    actions.drop(action.uid());
    write("action/" + action.uid(), Optional.empty());
  }

  /** Forgets the tombstone of a machine that has served its time. */
  public void drop(MachineRecord tombstone) {
    machines.drop(tombstone);
    touched.add(tombstone.id());
    write("machine/" + tombstone.id(), Optional.empty());
  }

  public void put(ReplyEntry reply) {
    ReplyBook.Stored page = replies.add(reply);
    write(REPLY + page.name(), Optional.of(page.bytes()));
  }

  /** One page in place of the records of which it was made, all in one atom. */
  public void upgrade(ReplyBook.Upgrade upgrade) {
    atom();
    write(REPLY + upgrade.page(), Optional.of(upgrade.bytes()));
    upgrade.records().forEach(record -> write(REPLY + record, Optional.empty()));
    atom();
  }

  public void dropReplies(int page) {
    write(REPLY + replies.drop(page), Optional.empty());
  }

  private void write(String key, Optional<byte[]> value) {
    boolean beside = key.equals("pool")
        || key.startsWith("hook/")
        || key.startsWith("action/")
        || key.startsWith(TEMPLATE);
    changes += beside ? 0 : 1;
    atoms.put(prefix + key, value);
  }

  /** All changes since the last call, in atoms. */
  public List<Map<String, Optional<byte[]>>> takeAtoms() {
    return atoms.take();
  }

  /** The changes of records in the atoms that were taken last, a list for each atom. */
  public List<List<RecordChange>> takenChanges() {
    return atoms.takenChanges();
  }

  /** The ids of all machines whose records have changed since the last call. */
  public List<String> takeTouched() {
    List<String> taken = List.copyOf(touched);
    touched.clear();
    return taken;
  }
}

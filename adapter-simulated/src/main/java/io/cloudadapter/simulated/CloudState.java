package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.simulated.StoredState.Identity;
import io.cloudadapter.simulated.StoredState.Late;
import io.cloudadapter.simulated.limit.CloudRateLimit;
import io.cloudadapter.simulated.limit.ZoneCapacity;
import io.cloudadapter.simulated.machine.AddressAllocator;
import io.cloudadapter.simulated.machine.EpochNanos;
import io.cloudadapter.simulated.machine.MachineTable;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.simulated.request.SimulatedHealth;
import io.cloudadapter.simulated.request.SimulatedImages;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.action.ActionToken;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The cloud at its present moment: everything here happens at once, at {@link #now()}, without waiting,
 * threads or clocks. {@link #settle} moves the moment on, and lets what falls due on the way happen in
 * order. Guarded by the lock of {@link CloudStateGuard}.
 */
final class CloudState {
  private static final int CREATIONS_KEPT = 100_000;

  final CloudSettings settings;
  final RandomStreams chance;
  final StoredState memory;
  final MachineTable machines;
  final LaunchKeyMemory keys;
  final ZoneCapacity capacity;
  final SimulatedImages images;
  final SimulatedHealth health;
  final CloudRateLimit requests;
  final CloudRateLimit machinesAsked;
  final SimulatedGroups groups;
  final FaultQueue trouble;
  private final LifecycleEvents life;
  private final String account;
  private long now;
  private long serial;

  CloudState(
      CloudSettings settings,
      StoredState memory,
      FaultQueue trouble,
      ZoneCapacity capacity,
      SimulatedImages images,
      SimulatedHealth health,
      long seed,
      long start) {
    this.settings = settings;
    this.memory = memory;
    this.trouble = trouble;
    this.capacity = capacity;
    this.images = images;
    this.health = health;
    Optional<Identity> before = memory.identity().get("");
    this.account = before.map(Identity::account).orElseGet(() -> accountNumber(seed));
    this.now = before.map(Identity::now).orElse(start);
    this.serial = before.map(Identity::serial).orElse(0L);
    this.chance = new RandomStreams(seed + serial);
    this.machines = new MachineTable(memory.machines());
    this.keys = new LaunchKeyMemory(settings, memory.keys(), machines);
    this.requests = new CloudRateLimit(settings.buckets());
    this.machinesAsked = new CloudRateLimit(settings.machineBuckets());
    this.life = new LifecycleEvents(this);
    this.groups = new SimulatedGroups(this);
    if (before.isEmpty()) {
      remember();
    }
  }

  private static String accountNumber(long seed) {
    return String.format("%012d", Math.floorMod(RandomStreams.mixed(seed), 1_000_000_000_000L));
  }

  String account() {
    return account;
  }

  long now() {
    return now;
  }

  /** The moments before this one are no longer to be seen in any list. */
  long horizon() {
    return now - settings.listLag().toNanos();
  }

  /** Lets time pass. A clock that was set back stands still. */
  void settle(long target) {
    while (true) {
      long due = Math.min(machines.nextAt(), nextLate());
      long stop = Math.max(now, Math.min(target, due));
      OptionalLong happening = life.next(now, stop);
      if (happening.isPresent()) {
        now = happening.getAsLong();
        life.happen();
      } else if (due <= stop) {
        now = stop;
        fire(due);
      } else {
        now = stop;
        return;
      }
    }
  }

  private long nextLate() {
    long next = EpochNanos.NEVER;
    for (Late late : memory.late().values()) {
      next = Math.min(next, late.at());
    }
    return next;
  }

  private void fire(long due) {
    if (machines.nextAt() <= due) {
      SimulatedMachine vm = machines.takeNext();
      new StateProgression(this).goOn(vm);
      return;
    }
    for (Map.Entry<Long, Late> late : memory.late().rows().entrySet()) {
      if (late.getValue().at() <= due) {
        memory.late().remove(late.getKey());
        arriveLate(late.getValue().request());
        return;
      }
    }
  }

  private void arriveLate(CloudRequest request) {
    try {
      RequestExecutor.what(this, request, Set.of());
    } catch (CloudException refused) {
      // Its caller has gone long ago; the refusal has no receiver.
    }
  }

  /** Has a request arrive after its caller has given up. */
  void later(CloudRequest request, Duration within) {
    at(Duration.ofNanos(RandomStreams.upTo(chance.wire, within.toNanos())), request);
  }

  /** Has a request arrive after some time. */
  void at(Duration delay, CloudRequest request) {
    memory.late().put(nextSerial(), new Late(now + delay.toNanos(), request));
  }

  /** Makes a machine. Its marks are there from its first moment on. */
  SimulatedMachine create(
      MachineState state,
      Optional<OwnershipMarks> marks,
      String zone,
      String size,
      Market market,
      Map<String, String> metadata,
      Optional<LaunchKey> launched) {
    long number = nextSerial();
    MachineTruth facts = new MachineTruth(
        idOf(number),
        MachineState.REQUESTED,
        false,
        marks,
        zone,
        size,
        market,
        Optional.empty(),
        machines.addresses().nextPublic(),
        AddressAllocator.nthPrivate(number),
        Optional.empty(),
        metadata);
    if (state != MachineState.REQUESTED) {
      facts = facts.launched(EpochNanos.instant(now)).in(state);
    }
    SimulatedMachine vm = SimulatedMachine.born(number, now, facts);
    machines.put(vm);
    memory.creations().put(number, new MachineCreation(vm.id(), launched, EpochNanos.instant(now)));
    if (memory.creations().size() > CREATIONS_KEPT) {
      memory.creations().remove(memory.creations().rows().keySet().iterator().next());
    }
    return vm;
  }

  /** Notes what was done to a machine. */
  ActionExecution note(SimulatedMachine vm, ActionToken token, Map<String, String> result) {
    ActionExecution execution =
        new ActionExecution(vm.id(), token, EpochNanos.instant(now), result);
    memory.executions().put(nextSerial(), execution);
    if (memory.executions().size() > CREATIONS_KEPT) {
      memory.executions().remove(memory.executions().rows().keySet().iterator().next());
    }
    return execution;
  }

  /** Lets a user in on every machine that there is and will be. */
  boolean letIn(SshKey key) {
    if (!memory.sshKeys().rows().containsValue(key)) {
      memory.sshKeys().put(nextSerial(), key);
    }
    return true;
  }

  /** The id of another snapshot. */
  String snapshotId() {
    return String.format("snap-%08x", nextSerial());
  }

  /** The id of another resource beside machines. */
  String resourceId(String kind) {
    return String.format("%s-%08x", kind, nextSerial());
  }

  private MachineId idOf(long number) {
    long mixed = RandomStreams.mixed(Long.parseLong(account) * 0x1_0000_0000L + number);
    return new MachineId(String.format("i-0%016x", mixed));
  }

  private long nextSerial() {
    serial++;
    return serial;
  }

  /** Records the time and the counter, so that they are saved with the other changes. */
  void remember() {
    memory.identity().put("", new Identity(account, now, serial));
  }

  /** Changes a machine now. */
  void change(SimulatedMachine vm, MachineTruth facts, SimulatedMachine.Next next, Duration in) {
    machines.put(vm.changed(now, facts, horizon()).planned(next, now + in.toNanos()));
  }

  void change(SimulatedMachine vm, MachineTruth facts) {
    machines.put(vm.changed(now, facts, horizon()));
  }

  static LaunchFailure noHost(MachineTruth facts) {
    return new LaunchFailure(
        Kind.CAPACITY,
        ErrorScope.size(facts.size(), Optional.of(facts.zone())),
        "no host was found for a machine of size " + facts.size() + " in zone " + facts.zone());
  }
}

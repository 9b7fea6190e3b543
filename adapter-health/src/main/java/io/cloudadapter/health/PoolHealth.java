package io.cloudadapter.health;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.ProbeAddress;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The probes of one pool: which machines are due, and what their results amount to. Does no I/O and reads no clock;
 * times are nanoseconds of one monotonic clock. One thread at a time may use it.
 */
public final class PoolHealth {
  private static final String NO_ADDRESS = "it has no address that a probe may reach";

  private final PoolName pool;
  private final HealthConfig config;
  private final RandomGenerator random;
  private final Map<MachineId, MachineRounds> machines = new LinkedHashMap<>();
  /** Machines without an address that a probe may reach, and since when they run so. */
  private final Map<MachineId, Long> unreachable = new LinkedHashMap<>();

  private List<HealthReport> last = List.of();
  private long lastAt;
  private boolean reported;

  /**
   * The probes of a pool that has one.
   *
   * @param pool the pool
   * @param config how it is probed
   * @param random draws the jitter
   */
  public PoolHealth(PoolName pool, HealthConfig config, RandomGenerator random) {
    this.pool = Objects.requireNonNull(pool, "pool");
    this.config = Objects.requireNonNull(config, "config");
    this.random = Objects.requireNonNull(random, "random");
  }

  /**
   * How the pool is probed.
   *
   * @return the configuration that this was made with
   */
  public HealthConfig config() {
    return config;
  }

  /**
   * Begins the probes that are due. Each must {@link #end}.
   *
   * @param view the pool at present; machines that do not run, and those of a warm pool, are not probed
   * @param now the time
   * @param most how many probes may begin at most
   * @return whom to ask; a machine without an address that a probe may reach is not among them
   */
  public List<ProbeTarget> begin(PoolView view, long now, int most) {
    Objects.requireNonNull(view, "view");
    Map<MachineId, Machine> running = new LinkedHashMap<>();
    for (Machine machine : view.machines()) {
      // What a warm machine serves is found out once the pool takes it into service.
      if (machine.machineState() == MachineState.RUNNING && !machine.waitsWarm()) {
        running.put(machine.id(), machine);
      }
    }
    machines.keySet().retainAll(running.keySet());
    unreachable.keySet().retainAll(running.keySet());
    Map<ProbeTarget, MachineRounds> due = new LinkedHashMap<>();
    for (Machine machine : running.values()) {
      Optional<InetAddress> address = address(machine);
      if (address.isEmpty()) {
        machines.remove(machine.id());
        unreachable.putIfAbsent(machine.id(), now);
        continue;
      }
      unreachable.remove(machine.id());
      MachineRounds rounds = rounds(machine.id(), address.get(), now);
      if (rounds.isDue(now)) {
        due.put(
            new ProbeTarget(pool, machine.id(), address.get(), config.probe(), config.timeout()),
            rounds);
      }
    }
    // Those that wait longest come first, so that a prober with too much to do leaves none out.
    List<ProbeTarget> begun = new ArrayList<>();
    due.entrySet().stream()
        .sorted(Comparator.comparingLong(one -> -one.getValue().overdue(now)))
        .limit(Math.max(0, most))
        .forEach(one -> {
          one.getValue().begins(now + jittered());
          begun.add(one.getKey());
        });
    return begun;
  }

  /** Another host is asked about machines with any address. */
  private Optional<InetAddress> address(Machine machine) {
    ProbeAddress wanted = config.probe().address();
    ProbeAddress other =
        wanted == ProbeAddress.PRIVATE ? ProbeAddress.PUBLIC : ProbeAddress.PRIVATE;
    return ProbeAddresses.of(machine, wanted)
        .or(() -> config.probe().host().flatMap(host -> ProbeAddresses.of(machine, other)));
  }

  /** One with another address is another machine to a probe, also if it has the same id. */
  private MachineRounds rounds(MachineId id, InetAddress address, long now) {
    MachineRounds known = machines.get(id);
    if (known != null && known.address().equals(address)) {
      return known;
    }
    long first = now + (long) (random.nextDouble() * config.interval().toNanos() * config.jitter());
    MachineRounds fresh = new MachineRounds(config, address, now, first);
    machines.put(id, fresh);
    return fresh;
  }

  private long jittered() {
    double share = 1 + config.jitter() * (random.nextDouble() - 0.5);
    return (long) (config.interval().toNanos() * share);
  }

  /**
   * Takes the result of a probe that was begun. The result of a machine that is gone, or has another address by now,
   * changes nothing.
   *
   * @param target who was asked
   * @param result what was found
   * @param now the time
   */
  public void end(ProbeTarget target, ProbeResult result, long now) {
    Objects.requireNonNull(result, "result");
    MachineRounds rounds = machines.get(target.machine());
    if (rounds != null && rounds.address().equals(target.address())) {
      rounds.ends(result, now);
    }
  }

  /**
   * What is to be reported to the pool now: all verdicts together, if one of them differs from what the pool shows, or
   * there is none for some machine. While a machine is ill, all are repeated each interval, as the pool does not keep
   * its trust in them over a restart, another configuration or an outage of its store.
   *
   * @param view the pool at present
   * @param now the time
   * @return all reports, for one call; empty if there is nothing new
   */
  public Optional<List<HealthReport>> reports(PoolView view, long now) {
    Objects.requireNonNull(view, "view");
    List<HealthReport> all = new ArrayList<>();
    List<HealthReport> news = new ArrayList<>();
    for (Machine machine : view.machines()) {
      MachineRounds rounds = machines.get(machine.id());
      if (rounds == null) {
        if (isUnreachable(machine.id(), now)) {
          HealthReport report =
              new HealthReport(machine.id(), HealthVerdict.CANNOT_TELL, NO_ADDRESS);
          all.add(report);
          news.add(report);
        }
        continue;
      }
      if (!reported && rounds.isNew(now)) {
        return Optional.empty(); // The first call shows whether the probe is to be trusted.
      }
      Optional<HealthVerdict> verdict = rounds.verdict();
      if (verdict.isPresent()) {
        HealthReport report = new HealthReport(machine.id(), verdict.get(), rounds.reason());
        all.add(report);
        if (differs(machine, verdict.get())) {
          news.add(report);
        }
      }
    }
    boolean again = now - lastAt >= config.interval().toNanos();
    boolean worth = !reported || (news.equals(last) ? again && !news.isEmpty() : true);
    if (all.isEmpty() || !worth) {
      return Optional.empty();
    }
    reported = true;
    last = news;
    lastAt = now;
    return Optional.of(all);
  }

  /** A cloud may show the address of a new machine some time after it runs. */
  private boolean isUnreachable(MachineId id, long now) {
    Long since = unreachable.get(id);
    return since != null && now - since >= config.grace().toNanos();
  }

  /** The last call has not reached the pool: it is to be repeated. */
  public void repeat() {
    reported = false;
  }

  private static boolean differs(Machine machine, HealthVerdict verdict) {
    if (verdict == HealthVerdict.CANNOT_TELL) {
      return true;
    }
    boolean unset =
        machine.serviceState() == ServiceState.UNKNOWN && machine.health().isEmpty();
    Optional<HealthSource> by = machine.health().map(MachineHealth::source);
    // A load balancer stands by its word only while it shows the machine, which the pool finds out.
    boolean open = unset || by.filter(source -> source != HealthSource.AGENT).isPresent();
    // A failure differs again and again: a pool that has read its ledger anew trusts no earlier
    // report. What the cloud has found is the probe's once that has found it, too.
    boolean shown = verdict == HealthVerdict.OK
        && machine.serviceState() == ServiceState.IN_SERVICE
        && by.filter(HealthSource.PROBE::outranks).isEmpty();
    return open && !shown;
  }

  /**
   * How many machines are probed at present.
   *
   * @return the number of machines that run and have an address
   */
  public int probed() {
    return machines.size();
  }

  /**
   * How many machines have a verdict.
   *
   * @param verdict which one
   * @return the number of machines
   */
  public int count(HealthVerdict verdict) {
    int count = 0;
    for (MachineRounds rounds : machines.values()) {
      count += rounds.verdict().filter(found -> found == verdict).isPresent() ? 1 : 0;
    }
    return count;
  }
}

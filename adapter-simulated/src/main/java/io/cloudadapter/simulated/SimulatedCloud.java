package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.simulated.machine.EpochNanos;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.SpotNotice.What;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A cloud in memory, for tests and demonstrations: machines boot, end, die and change hands, lists lag,
 * requests get lost, and every fault has a name ({@link CloudFaultInjector}). The same seed, the same calls and the
 * same times give the same history.
 *
 * <pre>{@code
 * SimulatedClock clock = SimulatedClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
 * SimulatedCloud cloud = SimulatedCloud.builder(42, clock).bootTime(Duration.ofSeconds(30)).build();
 * cloud.faults().next(RequestKind.LAUNCH, CloudFault.LOSE_REPLY);
 * MachineProvider provider = cloud.provider();
 * }</pre>
 *
 * <p>The provider is what a pool sees. The methods here are the cloud's own console: they show the truth without lag,
 * and act without latency, rate limit or faults. May be used by any number of threads; on one thread with a manual
 * clock nothing ever blocks.
 *
 * <p>A cloud with a file throws {@link CloudException} of kind UNAVAILABLE if the file cannot be read or
 * written, and {@link IllegalStateException} after {@link #close}.
 */
public final class SimulatedCloud implements AutoCloseable {
  private final CloudStateGuard host;
  private final CloudFaultInjector faults;

  SimulatedCloud(long seed, SimulatedClock clock, CloudSettings settings, Optional<Path> file) {
    this.host = new CloudStateGuard(seed, clock, settings, file.map(CloudFile::new));
    this.faults = new CloudFaultInjector(host);
  }

  /**
   * Begins a cloud.
   *
   * @param seed decides all that is left to chance
   * @param clock the cloud's time, which stays the caller's
   * @return a builder
   */
  public static SimulatedCloudBuilder builder(long seed, SimulatedClock clock) {
    return new SimulatedCloudBuilder(seed, clock);
  }

  /**
   * The cloud that this process keeps in a file on behalf of a configured account (see {@link
   * SimulatedProviderFactory}).
   *
   * @param file the account's {@code file}
   * @return the cloud, while a provider over it is open
   */
  public static Optional<SimulatedCloud> opened(Path file) {
    return OpenCloudFiles.find(file);
  }

  /**
   * What is wrong with a file in which a cloud is to be kept. Reads it, and changes nothing.
   *
   * @param file the account's {@code file}
   * @return the problem, for people; empty if the file can be used, or is not there yet
   */
  public static Optional<String> problemOf(Path file) {
    return new CloudFile(file).problem();
  }

  /**
   * A provider over this cloud. Calls wait as {@link SimulatedClock#waiting()} says.
   *
   * @return a provider of its own; closing it leaves the cloud open
   */
  public MachineProvider provider() {
    return provider(host.clock().waiting());
  }

  /**
   * A provider over this cloud that waits as told.
   *
   * @param waiting how calls spend their time
   * @return a provider of its own; closing it leaves the cloud open
   */
  public MachineProvider provider(CallLatency waiting) {
    return provider(waiting, () -> {});
  }

  MachineProvider provider(CallLatency waiting, Runnable whenClosed) {
    return new SimulatedProvider(this, host, waiting, whenClosed);
  }

  /**
   * What goes wrong.
   *
   * @return the faults of this cloud
   */
  public CloudFaultInjector faults() {
    return faults;
  }

  /**
   * The cloud's clock.
   *
   * @return the one that it was built with
   */
  public SimulatedClock clock() {
    return host.clock();
  }

  /**
   * The account's number, which {@link MachineProvider#identity} tells.
   *
   * @return twelve digits
   */
  public String account() {
    return host.inside(CloudState::account);
  }

  /**
   * Every machine that the cloud still knows, as it really is now, marked or not, ended ones included
   * for as long as they are listed.
   *
   * @return the machines, in the order of their making
   */
  public List<MachineSighting> machines() {
    return host.inside(
        world -> world.machines.all().stream().map(vm -> vm.now().sighting()).toList());
  }

  /**
   * One machine as it really is now.
   *
   * @param id which
   * @return the machine, if the cloud still knows it
   */
  public Optional<MachineSighting> machine(MachineId id) {
    return host.inside(world -> world.machines.get(id).map(vm -> vm.now().sighting()));
  }

  /**
   * Every machine that ever came to be, the last hundred thousand of them.
   *
   * @return the creations, in their order
   */
  public List<MachineCreation> created() {
    return host.inside(world -> List.copyOf(world.memory.creations().values()));
  }

  /**
   * Everything that was done to machines as actions, the last hundred thousand executions.
   *
   * @return in the order in which it was done
   */
  public List<ActionExecution> executions() {
    return host.inside(world -> List.copyOf(world.memory.executions().values()));
  }

  /**
   * The load balancers, with the health of their hosts at this moment.
   *
   * @return in the order of their making
   */
  public List<LoadBalancer> loadBalancers() {
    return host.inside(world -> new SimulatedLoadBalancers(world).all());
  }

  /**
   * The routes of all clusters.
   *
   * @return in the order of their making
   */
  public List<Route> routes() {
    return host.inside(world -> new SimulatedRouteTables(world).all());
  }

  /**
   * The resources beside machines.
   *
   * @return in the order of their making
   */
  public List<ResourceSighting> resources() {
    return host.inside(world -> new ResourceTable(world).all());
  }

  /**
   * The sizes on offer, with what they are made of.
   *
   * @return in the order in which the builder named them
   */
  public List<MachineSize> sizes() {
    return SimulatedCatalog.sizes(host.settings());
  }

  /**
   * Who may sign in to machines.
   *
   * @return the keys in the order in which they were added
   */
  public List<SshKey> sshKeys() {
    return host.inside(world -> List.copyOf(world.memory.sshKeys().values()));
  }

  /**
   * Makes a machine of another owner: running, without marks, in the first zone, of the first size. To be attached to
   * a pool, for example.
   *
   * @return its id
   */
  public MachineId createMachine() {
    return createMachine(
        host.settings().zones().get(0), host.settings().sizes().get(0), Optional.empty());
  }

  /**
   * Makes a running machine of another owner; capacity and quota do not limit it.
   *
   * @param zone one of the cloud's zones
   * @param size one of the cloud's sizes
   * @param marks what it carries: nothing, or marks, be they a stranger's or copied from a pool
   * @return its id
   * @throws IllegalArgumentException if the cloud has no such zone or size
   */
  public MachineId createMachine(String zone, String size, Optional<OwnershipMarks> marks) {
    host.settings().checkPlace(zone, size);
    return host.inside(world -> world
        .create(
            MachineState.RUNNING, marks, zone, size, Market.ON_DEMAND, Map.of(), Optional.empty())
        .id());
  }

  /**
   * Ends a machine at once, for good, as a host that burns down does.
   *
   * @param id which
   * @throws IllegalArgumentException if the cloud has no such machine, or it has ended
   */
  public void kill(MachineId id) {
    with(id, (world, vm) -> new StateProgression(world).end(vm));
  }

  /**
   * Says that a machine will be taken back, as clouds do with machines of the spot market, and takes it at that time.
   * What was said is not kept in a file.
   *
   * @param id which
   * @param in how long from now, 0 or more
   * @throws IllegalArgumentException if the cloud has no such machine, or it has ended, or the time is negative
   */
  public void takeBack(MachineId id, Duration in) {
    if (in.isNegative()) {
      throw new IllegalArgumentException("in must be 0 or more, was " + in);
    }
    with(id, (world, vm) -> {
      Instant at = EpochNanos.instant(world.now() + in.toNanos());
      world.trouble.notices.say(id, What.INTERRUPTION, Optional.of(at));
      world.at(in, new CloudRequest.Terminate(id));
    });
  }

  /**
   * Has groups hold every machine that comes or goes from now on, as lifecycle hooks of groups do, until it is
   * released or no heartbeat asks for more time. Healing ends it. Not kept in a file.
   *
   * @param span how long a machine waits without an answer, above 0
   * @throws IllegalArgumentException if the span is not above 0
   */
  public void holdMachines(Duration span) {
    if (span.isNegative() || span.isZero()) {
      throw new IllegalArgumentException("span must be above 0, was " + span);
    }
    boolean done = host.inside(world -> {
      world.trouble.holds.begin(span);
      return true;
    });
    assert done;
  }

  /**
   * Lets a group end one of its machines without a request, and make another one.
   *
   * @param id which
   * @throws IllegalArgumentException if the cloud has no such machine, or it has ended, or is in no group
   */
  public void dropFromGroup(MachineId id) {
    with(id, (world, vm) -> world.groups.drop(id));
  }

  /**
   * Stops a machine at once, as its own shutdown does: it does nothing any more, but exists.
   *
   * @param id which
   * @throws IllegalArgumentException if the cloud has no such machine, or it is not requested, pending or running
   */
  public void stop(MachineId id) {
    with(id, (world, vm) -> {
      if (!vm.now().alive()) {
        throw new IllegalArgumentException("machine " + id + " is " + vm.now().state());
      }
      new StateProgression(world).stop(vm);
    });
  }

  /**
   * Changes a machine's marks without any check, as a person at the console might.
   *
   * @param id which
   * @param marks the new marks, or none
   * @throws IllegalArgumentException if the cloud has no such machine, or it has ended
   */
  public void remark(MachineId id, Optional<OwnershipMarks> marks) {
    with(id, (world, vm) -> world.change(vm, vm.now().marked(marks)));
  }

  /**
   * Sets how many machines of a size fit into a zone; those there already stay. Not kept in a file.
   *
   * @param zone one of the cloud's zones
   * @param size one of the cloud's sizes
   * @param machines 0 or more
   * @throws IllegalArgumentException if the cloud has no such zone or size, or the number is negative
   */
  public void setCapacity(String zone, String size, int machines) {
    host.settings().checkPlace(zone, size);
    if (machines < 0) {
      throw new IllegalArgumentException("capacity must be 0 or more, was " + machines);
    }
    host.capacity(capacity -> capacity.set(zone, size, machines));
  }

  /**
   * Sets how many machines the account may own; those there already stay. Not kept in a file.
   *
   * @param machines 0 or more
   * @throws IllegalArgumentException if the number is negative
   */
  public void setQuota(int machines) {
    if (machines < 0) {
      throw new IllegalArgumentException("quota must be 0 or more, was " + machines);
    }
    host.capacity(capacity -> capacity.setQuota(machines));
  }

  /**
   * Gives the name of an image to another one, as when its next version is published. A text that was never moved is
   * the id of its own image: move a name once before it is used. Not kept in a file.
   *
   * @param name the name
   * @param id the id of the image to which it leads from now on
   * @throws IllegalArgumentException if the id is a name that leads to another image, or one of both is blank
   */
  public void moveImage(String name, String id) {
    host.images(images -> images.move(name, id));
  }

  /**
   * Sets what all load balancers find of a machine behind them from now on. Until it is set, they find a machine well
   * once it runs. Not kept in a file.
   *
   * @param id which
   * @param verdict OK, BAD, or CANNOT_TELL for a machine that they do not check
   */
  public void setLoadBalancerHealth(MachineId id, HealthVerdict verdict) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(verdict, "verdict");
    host.health(health -> health.setBehindBalancers(id, verdict));
  }

  /**
   * Sets the instance status of a machine from now on, as long as it runs. Until it is set, the status of a machine
   * that runs is well. Not kept in a file.
   *
   * @param id which
   * @param verdict OK, BAD for an impaired one, or CANNOT_TELL for one whose checks are not over
   */
  public void setInstanceStatus(MachineId id, HealthVerdict verdict) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(verdict, "verdict");
    host.health(health -> health.setStatus(id, verdict));
  }

  /** Closes the cloud and its file, if it has one. May be called again. */
  @Override
  public void close() {
    host.close();
  }

  CloudSettings settings() {
    return host.settings();
  }

  private void with(MachineId id, BiConsumer<CloudState, SimulatedMachine> what) {
    host.inside(world -> {
      SimulatedMachine vm = world
          .machines
          .get(id)
          .filter(known -> !known.now().over())
          .orElseThrow(() -> new IllegalArgumentException(
              "there is no machine " + id + " in the simulated cloud, or it has ended"));
      what.accept(world, vm);
      return true;
    });
  }
}

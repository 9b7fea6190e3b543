package io.cloudadapter.testkit.subject;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.spi.feature.ProviderFeatures;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.WireFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The simulated cloud as a test cloud: it lives in this process, so faults strike it without a wire. It is
 * kept in a file, through which all adapters of a run share it.
 */
public final class SimulatedTestCloud implements TestCloud, TestCloudConsole, FaultHook {
  private static final Map<WireFault, CloudFault> KINDS = Map.ofEntries(
      Map.entry(WireFault.RESET, CloudFault.LOSE_REQUEST),
      Map.entry(WireFault.LOST_REPLY, CloudFault.LOSE_REPLY),
      Map.entry(WireFault.ERROR_BEFORE, CloudFault.ERROR_BEFORE_EFFECT),
      Map.entry(WireFault.ERROR_AFTER, CloudFault.ERROR_AFTER_EFFECT),
      Map.entry(WireFault.THROTTLED, CloudFault.THROTTLE),
      Map.entry(WireFault.SLOW, CloudFault.HANG_AFTER_EFFECT),
      Map.entry(WireFault.SLOW_BEFORE, CloudFault.ACCEPT_LATE),
      Map.entry(WireFault.UNAUTHENTICATED, CloudFault.EXPIRE_CREDENTIALS),
      Map.entry(WireFault.CAPACITY, CloudFault.NO_CAPACITY),
      Map.entry(WireFault.QUOTA, CloudFault.NO_QUOTA),
      Map.entry(WireFault.GARBAGE, CloudFault.MALFORMED_REPLY));
  private static final List<String> ZONES = List.of("a", "b", "c");
  private static final String SIZE = "small";
  private static final String NAME = "stable";
  private static final int QUOTA = 1000;
  private static final Duration NOTICE = Duration.ofMinutes(2);

  private final Path folder;
  private final Path file;
  private final Map<String, String> config;
  private int images;

  /**
   * A cloud.
   *
   * @param clock unused: the adapter brings it
   * @param seed decides all chance
   * @param settings more keys of the provider's configuration, such as {@code keys}
   */
  public SimulatedTestCloud(SimulatedClock clock, long seed, Map<String, String> settings) {
    try {
      folder = Files.createTempDirectory("certify-");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder for a simulated cloud", e);
    }
    file = folder.resolve("cloud");
    config = new TreeMap<>(settings);
    config.put("file", file.toString());
    config.put("seed", Long.toString(seed));
    config.putIfAbsent("pageSize", "3");
    if (!hasGroups(settings)) {
      // Far more than any rule needs, but for the one that is about them.
      config.putIfAbsent("machineBurst", "200");
      config.putIfAbsent("machineRate.launch", "20");
      config.putIfAbsent("machineRate.terminate", "20");
    }
  }

  /**
   * The simulated provider, to be certified.
   *
   * @param settings keys of its configuration, such as {@code keys} = {@code name}
   * @return the subject
   */
  public static AdapterUnderTest subject(Map<String, String> settings) {
    return AdapterUnderTest.of(new SimulatedProviderFactory())
        .cloud((clock, seed) -> new SimulatedTestCloud(clock, seed, settings))
        .mode("simulated")
        .claims(ProviderFeatures.ALL.stream()
            .filter(type -> !OF_GROUPS.contains(type) || hasGroups(settings))
            .filter(type -> type != ImageResolver.class || !hasGroups(settings))
            .filter(type -> type != LaunchOperations.class || hasOperations(settings))
            .filter(type ->
                type != MachineResources.class || "true".equals(settings.get("machineResources")))
            .toArray(Class<?>[]::new));
  }

  private static final Set<Class<?>> OF_GROUPS =
      Set.of(MachineGroup.class, GroupLifecycleHooks.class);

  private static boolean hasOperations(Map<String, String> settings) {
    return "true".equals(settings.get("launchOperations"));
  }

  private static boolean hasGroups(Map<String, String> settings) {
    return "target".equals(settings.get("keys"));
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    return config;
  }

  @Override
  public SampleLaunch sample() {
    return new SampleLaunch(
        hasGroups(config) ? List.of() : ZONES,
        Optional.of(SIZE),
        Optional.empty(),
        Map.of(),
        50,
        128,
        256,
        16 * 1024);
  }

  @Override
  public Optional<TestCloudConsole> console() {
    return Optional.of(this);
  }

  @Override
  public Optional<FaultHook> faultPoint() {
    return Optional.of(this);
  }

  /** The simulated cloud keeps its machines in a file, with their user data. */
  @Override
  public Set<Path> files() {
    return Set.of(folder);
  }

  @Override
  public void close() {
    try {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path one : files.toList()) {
          Files.delete(one);
        }
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("a simulated cloud cannot be removed", e);
    }
  }

  // ---- where faults strike

  @Override
  public Set<WireFault> faults(RequestKind verb) {
    return KINDS.entrySet().stream()
        .filter(entry -> entry.getValue().verbs().contains(verb))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(WireFault.class)));
  }

  @Override
  public void strike(RequestKind verb, WireFault fault) {
    CloudFault kind = KINDS.get(fault);
    if (kind == null) {
      throw new IllegalArgumentException("the simulated cloud does not support " + fault);
    }
    cloud().faults().next(verb, kind);
  }

  @Override
  public long strikes() {
    return SimulatedCloud.opened(file)
        .map(cloud -> cloud.faults().strikes().values().stream()
            .mapToLong(Long::longValue)
            .sum())
        .orElse(0L);
  }

  // ---- the console

  @Override
  public List<CloudResource> resources() {
    Stream<CloudResource> machines = cloud().machines().stream()
        .filter(machine -> !hasOperations(config) || isMade(machine))
        .map(SimulatedInventory::machine);
    Stream<CloudResource> beside = cloud().resources().stream().map(SimulatedInventory::beside);
    return Stream.concat(machines, beside).toList();
  }

  /** The simulated cloud remembers an operation by its machines, before they are made and if they never are. */
  private static boolean isMade(MachineSighting machine) {
    return machine.state() != MachineState.REQUESTED && machine.state() != MachineState.REJECTED;
  }

  @Override
  public void kill(MachineId machine) {
    cloud().kill(machine);
  }

  @Override
  public void stop(MachineId machine) {
    cloud().stop(machine);
  }

  @Override
  public MachineId create(Map<String, String> tags) {
    return cloud().createMachine("a", "small", SimulatedInventory.marks(tags));
  }

  @Override
  public void failLater(Kind kind) {
    if (kind != Kind.CAPACITY) {
      throw new UnsupportedOperationException("machines fail later for want of capacity only");
    }
    cloud().faults().next(RequestKind.LAUNCH, CloudFault.REJECT_LATER);
  }

  @Override
  public Optional<String> imageName() {
    if (images == 0) {
      moveImage(NAME); // Until then it is an id.
    }
    return Optional.of(NAME);
  }

  @Override
  public void moveImage(String name) {
    cloud().moveImage(name, name + "-" + ++images);
  }

  @Override
  public String imageOf(MachineId machine) {
    return SimulatedInventory.seen(cloud(), machine).metadata().getOrDefault("image", "");
  }

  @Override
  public void setLoadBalancerHealth(MachineId machine, HealthVerdict verdict) {
    cloud().setLoadBalancerHealth(machine, verdict);
  }

  @Override
  public void setInstanceStatus(MachineId machine, HealthVerdict verdict) {
    cloud().setInstanceStatus(machine, verdict);
  }

  @Override
  public void forgetOperations() {
    cloud().faults().operationsForgotten(true);
  }

  @Override
  public void refuseLaunches(Kind kind) {
    if (kind == Kind.QUOTA) {
      cloud().faults().rate(RequestKind.LAUNCH, CloudFault.NO_QUOTA, 1);
      return;
    }
    for (String zone : ZONES) {
      cloud().setCapacity(zone, SIZE, 0);
    }
  }

  @Override
  public void showUnknownState(MachineId machine) {
    cloud().faults().rate(RequestKind.READ, CloudFault.UNKNOWN_STATE, 1);
  }

  @Override
  public void hidePart() {
    cloud().faults().zoneDown("a", true);
  }

  @Override
  public Market marketOf(MachineId machine) {
    return SimulatedInventory.seen(cloud(), machine).market();
  }

  @Override
  public List<String> publicIpsOf(MachineId machine) {
    return SimulatedInventory.seen(cloud(), machine).publicIps();
  }

  @Override
  public List<String> privateIpsOf(MachineId machine) {
    return SimulatedInventory.seen(cloud(), machine).privateIps();
  }

  @Override
  public int rebootsOf(MachineId machine) {
    return (int) SimulatedInventory.executions(cloud(), machine, "Reboot").count();
  }

  @Override
  public boolean isStopped(MachineId machine) {
    return cloud()
        .machine(machine)
        .filter(seen -> seen.end() == MachineSighting.End.STOPPED)
        .isPresent();
  }

  @Override
  public List<String> snapshotsOf(MachineId machine) {
    return SimulatedInventory.snapshots(cloud(), machine, "Snapshot");
  }

  @Override
  public List<String> restoresOf(MachineId machine) {
    return SimulatedInventory.snapshots(cloud(), machine, "Restore");
  }

  @Override
  public String region() {
    return config.getOrDefault("region", "simulated");
  }

  @Override
  public List<LoadBalancerSpec> loadBalancers() {
    return cloud().loadBalancers().stream().map(LoadBalancer::spec).toList();
  }

  @Override
  public List<Route> routes() {
    return cloud().routes();
  }

  @Override
  public List<MachineSize> sizes() {
    return cloud().sizes();
  }

  @Override
  public void guard(MachineId machine) {
    cloud().faults().guarded(machine, true);
  }

  @Override
  public void takeBack(MachineId machine) {
    cloud().takeBack(machine, NOTICE);
  }

  @Override
  public void holdMachines(Duration span) {
    cloud().holdMachines(span);
  }

  @Override
  public void dropFromGroup(MachineId machine) {
    cloud().dropFromGroup(machine);
  }

  @Override
  public void leaveRoom(int machines) {
    long live = cloud().machines().stream()
        .filter(machine -> machine.end() != MachineSighting.End.FINAL)
        .count();
    cloud().setQuota((int) live + machines);
  }

  /** Every machine takes all keys. */
  @Override
  public List<SshKey> sshKeysOf(MachineId machine) {
    return cloud().sshKeys();
  }

  @Override
  public void switchAccount() {
    cloud().faults().wrongAccount(true);
  }

  @Override
  public void heal() {
    SimulatedCloud.opened(file).ifPresent(cloud -> {
      cloud.faults().heal();
      cloud.setQuota(QUOTA);
      ZONES.forEach(zone -> cloud.setCapacity(zone, SIZE, 1000));
    });
  }

  private SimulatedCloud cloud() {
    return SimulatedCloud.opened(file)
        .orElseThrow(() -> new IllegalStateException("no adapter is open on " + file));
  }

  /** Names the file. */
  @Override
  public String toString() {
    return "SimulatedTestCloud[" + file + "]";
  }
}

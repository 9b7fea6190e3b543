package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the hostile cloud has beside machines: a boot disk that a launch makes before its machine, and an address and a
 * data disk that a later call makes. Requests land late or not at all, lists lag, and nothing ends with its machine. In
 * some clouds a second request for the same resource finds the first by its name; in others the adapter looks into the
 * lagging list, and makes what it does not see.
 */
public final class ResourceBehavior {
  private static final String BOOT_DISK = "boot-disk";
  private static final List<String> COMPLETED = List.of("address", "data-disk");

  /** One resource as it truly is. */
  private static final class Resource {
    ResourceSighting row;
    final long born;
    final HostileCloud.@Nullable Line madeBy;
    long goneAt = Long.MAX_VALUE;

    Resource(ResourceSighting row, long born, HostileCloud.@Nullable Line madeBy) {
      this.row = row;
      this.born = born;
      this.madeBy = madeBy;
    }

    boolean exists() {
      return goneAt == Long.MAX_VALUE;
    }

    boolean isOf(MachineId machine, String kind) {
      return row.kind().equals(kind) && row.machine().equals(Optional.of(machine));
    }
  }

  private final HostileCloud cloud;
  private final SeededRandom dice;
  private final boolean byName;
  private final Map<String, Resource> resources = new TreeMap<>();
  private int made;

  ResourceBehavior(HostileCloud cloud, SeededRandom dice) {
    this.cloud = cloud;
    this.dice = dice;
    // Stories differ in the promises of their clouds, and thereby in this one.
    this.byName = cloud.weather.profile().callTimeout().toSeconds() % 2 == 0;
  }

  /** Whether machines have resources beside them. */
  public boolean exist() {
    return cloud.weather.resources();
  }

  /** The resources that exist, with their machines and marks. */
  public List<ResourceSighting> all() {
    return resources.values().stream()
        .filter(Resource::exists)
        .map(resource -> resource.row)
        .toList();
  }

  /** Whether a machine has all that it needs. */
  public boolean isComplete(MachineId machine) {
    return COMPLETED.stream().allMatch(kind -> count(machine, kind) == 1);
  }

  private long count(MachineId machine, String kind) {
    return resources.values().stream()
        .filter(resource -> resource.exists() && resource.isOf(machine, kind))
        .count();
  }

  // ------------------------------------------------------------------------------- launches

  /** A machine is made: it takes the disk that its launch has left, or has one made. */
  void born(CloudMachine machine, OwnershipMarks marks) {
    if (!exist()) {
      return;
    }
    Resource free =
        free(marks.key().orElseThrow()).orElseGet(() -> add(BOOT_DISK, null, marks, null));
    free.row = new ResourceSighting(free.row.id(), BOOT_DISK, Optional.of(machine.id), marks);
  }

  private Optional<Resource> free(LaunchKey key) {
    return resources.values().stream()
        .filter(one -> one.exists() && one.row.machine().isEmpty())
        .filter(one -> one.row.key().equals(Optional.of(key)))
        .findFirst();
  }

  /** A launch may make its disk and come to its end before it makes a machine, or be refused one. */
  void mayLeaveDisk(
      Effect.Launch ask, @Nullable LaunchSpec spec, HostileCloud.Line line, long within) {
    if (!exist() || spec == null || !cloud.faults.strikes(FaultKind.DISK_LEFT_OVER)) {
      return;
    }
    OwnershipMarks marks =
        new OwnershipMarks(spec.pool(), spec.incarnation(), Optional.of(ask.key()));
    lands(line, dice.between(1, within + cloud.weather.latestArrival()), () -> {
      boolean hasMachine = resources.values().stream()
          .anyMatch(one -> one.exists() && one.row.key().equals(Optional.of(ask.key())));
      if (!hasMachine) {
        add(BOOT_DISK, null, marks, line);
      }
    });
  }

  private Resource add(
      String kind,
      @Nullable MachineId machine,
      OwnershipMarks marks,
      HostileCloud.@Nullable Line madeBy) {
    String id = kind + '-' + made++;
    Resource resource = new Resource(
        new ResourceSighting(id, kind, Optional.ofNullable(machine), marks),
        cloud.timeline.nanos(),
        madeBy);
    resources.put(id, resource);
    cloud.chronicle.tell(
        "cloud", () -> "makes " + id + (machine == null ? "" : " of " + machine) + " for " + marks);
    return resource;
  }

  /** Does something after a while, unless its sender has died too long before. */
  private void lands(HostileCloud.Line line, long wait, Runnable what) {
    cloud.timeline.after(wait, () -> {
      long late = cloud.weather.latestArrival();
      if (line.open() || cloud.timeline.nanos() - late <= line.cutAt) {
        what.run();
      }
    });
  }

  // ------------------------------------------------------------------------------- completion

  void complete(
      Effect.Complete ask,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    long started = cloud.timeline.nanos();
    long took = callTime();
    MachineId machine = ask.machine();
    if (away.isPresent() || cloud.reachesWrongAccount(line)) {
      CloudException error =
          away.orElseGet(() -> ErrorGenerator.of(Kind.NOT_FOUND, CloudException.Effect.NONE));
      completed(ask, line, hears, took, false, Optional.of(error));
      return;
    }
    List<String> lacking = new ArrayList<>(COMPLETED);
    lacking.removeIf(kind -> byName ? count(machine, kind) > 0 : sees(machine, kind, started));
    boolean fails = cloud.faults.strikes(FaultKind.COMPLETION_FAILS);
    boolean again = !fails && dice.chance(0.2) && !cloud.faults.isCalm();
    // What the next look may not show is not left for the next call.
    int most = again && !byName ? 0 : lacking.size();
    int landed = fails || again ? dice.upTo(most) : most;
    boolean late = fails && dice.chance(0.4);
    for (String kind : lacking.subList(0, landed)) {
      long within = late ? took + cloud.weather.latestArrival() : took;
      lands(line, dice.between(0, within), () -> make(kind, ask, line, started));
    }
    boolean mayBeUnseen = fails && landed > 0 && (!byName || late);
    Optional<CloudException> error = fails
        ? Optional.of(mayBeUnseen || dice.chance(0.5) ? riddle() : refusal())
        : Optional.empty();
    completed(ask, line, hears, took, !again, error);
  }

  private void completed(
      Effect.Complete ask,
      HostileCloud.Line line,
      Consumer<Event> hears,
      long took,
      boolean complete,
      Optional<CloudException> error) {
    cloud.reply(
        hears,
        line,
        took,
        () -> new Event.Completed(ask.machine(), complete && error.isEmpty(), error));
  }

  private void make(String kind, Effect.Complete ask, HostileCloud.Line line, long started) {
    if (byName && count(ask.machine(), kind) > 0) {
      return;
    }
    Optional<Resource> other = resources.values().stream()
        .filter(one -> one.exists() && one.isOf(ask.machine(), kind))
        .findFirst();
    add(kind, ask.machine(), ask.marks(), line);
    // Two processes that live at the same time may look at the same time.
    boolean shared = other
        .map(one -> one.madeBy)
        .filter(by -> by != line && by.cutAt > started)
        .isPresent();
    if (other.isPresent() && !shared) {
      throw new AssertionError("I15 is broken: machine " + ask.machine() + " has a second " + kind);
    }
  }

  private boolean sees(MachineId machine, String kind, long started) {
    return resources.values().stream()
        .anyMatch(one -> one.isOf(machine, kind) && isShown(one, started));
  }

  // ------------------------------------------------------------------------------- lists

  /** Whether a list that began at a time shows a resource, as far as the cloud's promises allow. */
  private boolean isShown(Resource resource, long started) {
    long visible = cloud.weather.profile().visibleWithin().toNanos();
    long gone = cloud.weather.profile().goneWithin().toNanos();
    boolean appeared = resource.born <= started - dice.between(0, visible);
    boolean ended = resource.goneAt <= started - dice.between(0, gone);
    return appeared && !ended;
  }

  void list(
      PoolName pool, HostileCloud.Line line, Consumer<Event> hears, Optional<CloudException> away) {
    Moment started = cloud.timeline.now();
    long took = callTime();
    boolean fails = away.isPresent() || cloud.faults.strikes(FaultKind.RESOURCE_LIST_FAILS);
    boolean gaps = fails && away.isEmpty() && dice.chance(0.5);
    Optional<CloudException> error =
        fails && !gaps ? Optional.of(away.orElseGet(ResourceBehavior::refusal)) : Optional.empty();
    List<ResourceSighting> rows = new ArrayList<>();
    if (away.isEmpty() && !cloud.reachesWrongAccount(line)) {
      for (Resource resource : resources.values()) {
        if (resource.row.pool().equals(Optional.of(pool)) && isShown(resource, started.nanos())) {
          rows.add(gaps && dice.chance(0.5) ? detached(resource.row) : resource.row);
        }
      }
    }
    cloud.reply(hears, line, took, () -> new Event.ResourcesListed(started, rows, !fails, error));
  }

  /** A partial list may lack what a resource is attached to. */
  private static ResourceSighting detached(ResourceSighting row) {
    return new ResourceSighting(
        row.id(), row.kind(), Optional.empty(), row.pool(), row.incarnation(), row.key());
  }

  // ------------------------------------------------------------------------------- release

  void release(
      Effect.Release ask,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    long took = callTime();
    Optional<CloudException> error = away;
    boolean fails = error.isEmpty() && cloud.faults.strikes(FaultKind.RELEASE_FAILS);
    if (fails) {
      error = Optional.of(dice.chance(0.5) ? riddle() : refusal());
    }
    boolean lands = !cloud.reachesWrongAccount(line)
        && (error.isEmpty()
            || (error.get().effect() == CloudException.Effect.UNKNOWN && dice.chance(0.6)));
    if (lands) {
      long most = fails ? took + cloud.weather.latestArrival() : took;
      lands(line, dice.between(0, most), () -> end(ask.resource().id()));
    }
    Optional<CloudException> told = error;
    cloud.reply(hears, line, took, () -> new Event.Released(ask.resource(), told));
  }

  private void end(String id) {
    Resource resource = resources.get(id);
    if (resource != null && resource.exists()) {
      resource.goneAt = cloud.timeline.nanos();
      cloud.chronicle.tell("cloud", () -> "releases " + id);
    }
  }

  private static CloudException refusal() {
    return ErrorGenerator.of(Kind.QUOTA, CloudException.Effect.NONE);
  }

  private CloudException riddle() {
    return ErrorGenerator.of(
        dice.pick(List.of(Kind.TIMEOUT, Kind.UNAVAILABLE, Kind.UNCLASSIFIED)),
        CloudException.Effect.UNKNOWN);
  }

  private long callTime() {
    long most = cloud.weather.profile().callTimeout().toNanos();
    return dice.chance(0.1) ? dice.between(SECOND, most) : dice.between(1, SECOND);
  }
}

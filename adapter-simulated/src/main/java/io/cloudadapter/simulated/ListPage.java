package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.MachineVersion;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One page of a list: the cloud as it was at some moment within the lag, from some machine on. */
final class ListPage {

  /**
   * A page.
   *
   * @param rows what it shows
   * @param after where the next begins
   * @param last whether there is none
   * @param complete whether it shows all that it should
   * @param gaps the zones that it could not see
   */
  record Page(
      List<MachineSighting> rows, long after, boolean last, boolean complete, List<ListGap> gaps) {}

  private record Row(long serial, MachineVersion version) {}

  private final CloudState world;
  private final ListQuery query;
  private final Set<CloudFault> struck;

  ListPage(CloudState world, ListQuery query, Set<CloudFault> struck) {
    this.world = world;
    this.query = query;
    this.struck = struck;
  }

  Page after(long serial) {
    long view = world.now() - staleness();
    int size = world.settings.pageSize();
    List<Row> found = candidates()
        .filter(vm -> vm.serial() > serial)
        .flatMap(vm -> vm.at(view).map(version -> new Row(vm.serial(), version)).stream())
        .filter(row -> listed(row.version().facts()) && asked(row.version().facts()))
        .limit(size + 1L)
        .toList();
    boolean last = found.size() <= size;
    List<Row> rows = new ArrayList<>(last ? found : found.subList(0, size));
    long end = rows.isEmpty() ? serial : rows.get(rows.size() - 1).serial();
    Set<String> missing = zonesMissing();
    boolean lost = rows.removeIf(row -> missing.contains(row.version().facts().zone()));
    boolean moved = move(rows);
    List<ListGap> gaps = missing.stream()
        .map(zone -> new ListGap(ErrorScope.zone(zone), "zone " + zone + " does not answer"))
        .toList();
    return new Page(shown(rows), end, last, !lost && !moved && gaps.isEmpty(), gaps);
  }

  private Stream<SimulatedMachine> candidates() {
    return query.kind() == ListQuery.Kind.IDS
        ? query.ids().stream()
            .flatMap(id -> world.machines.get(id).stream())
            .sorted(Comparator.comparingLong(SimulatedMachine::serial))
        : world.machines.all().stream();
  }

  /** The machines of an operation have rows once it has ended well. */
  private boolean listed(MachineTruth facts) {
    return !world.settings.launchOperations()
        || (facts.state() != MachineState.REQUESTED && facts.failure().isEmpty());
  }

  private boolean asked(MachineTruth facts) {
    return switch (query.kind()) {
      case IDS -> true;
      case POOL -> ofPool(facts);
      case KEYS ->
        ofPool(facts)
            && facts
                .marks()
                .flatMap(OwnershipMarks::key)
                .filter(query.keys()::contains)
                .isPresent();
    };
  }

  private boolean ofPool(MachineTruth facts) {
    return facts.marks().map(OwnershipMarks::pool).equals(query.pool());
  }

  /** A quarter of the pages is as stale as allowed, a quarter fresh, the others in between. */
  private long staleness() {
    long lag = world.settings.listLag().toNanos();
    if (lag > 0 && bites(CloudFault.STALE_LIST)) {
      return lag;
    }
    return switch (world.chance.lists.nextInt(4)) {
      case 0 -> 0;
      case 1 -> lag;
      default -> RandomStreams.upTo(world.chance.lists, lag);
    };
  }

  private Set<String> zonesMissing() {
    Set<String> missing = new TreeSet<>(world.trouble.zonesDown);
    if (bites(CloudFault.INCOMPLETE_LIST)) {
      List<String> zones = world.settings.zones();
      missing.add(zones.get(world.chance.lists.nextInt(zones.size())));
    }
    return missing;
  }

  /** One machine slips to a page that was read already, another comes twice. */
  private boolean move(List<Row> rows) {
    if (rows.isEmpty() || !bites(CloudFault.PAGES_MOVE)) {
      return false;
    }
    rows.remove(world.chance.lists.nextInt(rows.size()));
    if (!rows.isEmpty()) {
      rows.add(rows.get(world.chance.lists.nextInt(rows.size())));
    }
    return true;
  }

  private List<MachineSighting> shown(List<Row> rows) {
    if (rows.isEmpty() || !bites(CloudFault.UNKNOWN_STATE)) {
      return rows.stream().map(row -> row.version().sighting()).toList();
    }
    return rows.stream().map(row -> puzzling(row.version().facts())).toList();
  }

  private static MachineSighting puzzling(MachineTruth facts) {
    MachineSightingBuilder seen =
        MachineSighting.of(facts.id(), MachineState.RUNNING).stateUnknown();
    facts.marks().ifPresent(seen::marks);
    return seen.zone(facts.zone()).size(facts.size()).build();
  }

  private boolean bites(CloudFault kind) {
    if (struck.contains(kind)) {
      world.trouble.bit(kind);
      return true;
    }
    return false;
  }
}

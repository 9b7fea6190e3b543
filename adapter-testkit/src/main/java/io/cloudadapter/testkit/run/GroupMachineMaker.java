package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes machines on a cloud that sizes groups: it raises the target by their number, and waits until they are listed.
 * So rules that only need a machine need no special case for groups. Under the same key it raises to the same total
 * again, as the core does; the group never gets the key.
 *
 * <p>Looks at the group when no fault strikes. May be used by any number of threads: one
 * after the other has its machines made.
 */
final class GroupMachineMaker {
  /** A group takes its time, in any cloud that is tried here. */
  private static final Duration UNTIL_MADE = Duration.ofMinutes(10);

  /** What is asked for under a key. */
  private record Wish(Set<MachineId> before, int total) {}

  private final TestBench bench;
  private final Map<LaunchKey, Wish> wishes = new HashMap<>();
  private final Map<LaunchKey, List<MachineId>> made = new HashMap<>();
  private final Map<PreparedLaunch, PoolName> pools = new HashMap<>();
  private final Set<MachineId> given = new HashSet<>();
  private final Set<MachineId> doubted = new HashSet<>();

  /** The most that was ever asked for. */
  private int highest;

  GroupMachineMaker(TestBench bench) {
    this.bench = bench;
  }

  /** Each pool has a group of its own. */
  synchronized void prepared(PreparedLaunch request, PoolName pool) {
    pools.put(request, pool);
  }

  synchronized LaunchResult make(
      ObservedProvider by, PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    PoolName pool = pools.getOrDefault(request, TestBench.POOL);
    Wish wish = wishes.computeIfAbsent(key, unasked -> bench.quietly(() -> wish(by, pool, count)));
    highest = Math.max(highest, wish.total());
    by.raise(request, wish.total(), call);
    List<MachineSighting> newcomers = bench.quietly(() -> newcomers(by, pool, wish, count));
    made.put(key, newcomers.stream().map(MachineSighting::id).toList());
    return LaunchResult.of(newcomers);
  }

  /** Asks for one more than there may be, and neither looks nor waits: it is the request that matters. */
  void ask(ObservedProvider by, PreparedLaunch request, CallContext call) {
    int more;
    synchronized (this) {
      highest++;
      more = highest;
    }
    by.raise(request, more, call);
  }

  /** What was made when it was asked for under a key. */
  synchronized List<MachineId> made(LaunchKey key) {
    return made.getOrDefault(key, List.of());
  }

  /**
   * Counts a machine as a member from now on, as its group may: where members and marks are kept apart, one that joined
   * may lack its marks yet. At worst the group makes one more than was asked for.
   */
  synchronized void mayHaveJoined(MachineId machine) {
    doubted.add(machine);
    highest++;
  }

  private Wish wish(ObservedProvider by, PoolName pool, int count) {
    Set<MachineId> members = members(by, pool);
    members.addAll(doubted);
    Set<MachineId> before = new HashSet<>(given);
    before.addAll(members);
    return new Wish(before, members.size() + count);
  }

  private List<MachineSighting> newcomers(
      ObservedProvider by, PoolName pool, Wish wish, int count) {
    Set<MachineId> found = new TreeSet<>();
    bench
        .time()
        .passUntil(
            () -> {
              members(by, pool).stream()
                  .filter(member -> !wish.before().contains(member))
                  .limit(count)
                  .forEach(found::add);
              return found.size() >= count;
            },
            UNTIL_MADE);
    if (bench.cloud().console().isPresent()) {
      bench.time().passLag();
    }
    List<MachineSighting> made = listed(by, ListQuery.ids(found));
    if (made.size() < count) {
      throw new RuleViolation("the group was asked for " + wish.total() + " machines, and "
          + UNTIL_MADE.toMinutes() + " minutes later " + made.size() + " of " + count
          + " more are listed");
    }
    made.forEach(machine -> given.add(machine.id()));
    return made;
  }

  /**
   * Those that live, and that the group has made or was given; a machine with a key is neither. In truth where there is
   * a console, as lists may be old.
   */
  private Set<MachineId> members(ObservedProvider by, PoolName pool) {
    Set<MachineId> members = new TreeSet<>();
    if (bench.cloud().console().isPresent()) {
      bench.truth().resources().stream()
          .filter(CloudResource::isMachine)
          .filter(resource -> pool.value().equals(resource.tags().get(OwnershipMarks.POOL_TAG)))
          .filter(resource -> !resource.tags().containsKey(OwnershipMarks.KEY_TAG))
          .forEach(resource -> members.add(new MachineId(resource.id())));
      return members;
    }
    listed(by, ListQuery.all(pool)).stream()
        .filter(bench.lists()::ofThisRun)
        .filter(row -> row.state().allocated() && row.key().isEmpty())
        .forEach(row -> members.add(row.id()));
    return members;
  }

  private List<MachineSighting> listed(ObservedProvider by, ListQuery query) {
    List<MachineSighting> rows = new ArrayList<>();
    boolean complete = by.list(query, rows::add, patient()).complete();
    bench.require(complete, "a list of a group that nothing disturbs is not complete");
    return rows;
  }

  private TestCallContext patient() {
    return bench.call(bench.profile().callTimeout());
  }
}

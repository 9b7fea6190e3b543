package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.testkit.run.MachineLists.Listed;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.ProxyReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Lists that change between two of their pages. */
public final class MovingListTrials {
  /** More than three of the small pages that test clouds have. */
  private static final int MANY = 10;

  /** After how many of the first pages something changes, each in its turn. */
  private static final int BOUNDARIES = 3;

  /** Clouds show a machine for some time after its end; only then does the next one take its place. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(15);

  private MovingListTrials() {}

  public static List<Trial> all() {
    return List.of(Trial.of("MP-3.16", MovingListTrials::whoStaysIsListed).needs("MP-3.1"));
  }

  /** What happens between two pages. */
  private enum Change {
    FIRST_LEAVES("the first machine of a page that was read ends"),
    LAST_LEAVES("the last machine of a page that was read ends"),
    OTHERS_COME("other machines are made"),
    SMALLER_PAGES("the cloud makes its pages smaller");

    private final String what;

    Change(String what) {
      this.what = what;
    }
  }

  private static void whoStaysIsListed(TestBench bench) {
    // Before machines are made: without a wire there is nothing to try.
    bench.line().filter((exchange, reply) -> reply);
    Set<MachineId> alive = new TreeSet<>(bench.truth().plant(MANY));
    bench.time().passLag();
    bench.lists().pool();
    if (pages(bench, alive) < 2) {
      throw onePage(bench);
    }
    for (Change change : Change.values()) {
      if (!possible(bench, change, alive)) {
        continue;
      }
      for (int after = 1; after <= BOUNDARIES; after++) {
        new MovingList(bench, alive, change, after).read();
      }
      bench.truth().console().heal();
    }
    // Otherwise each would be ended by a call of its own.
    alive.forEach(machine -> bench.truth().provoking(console -> console.kill(machine)));
  }

  private static boolean possible(TestBench bench, Change change, Set<MachineId> alive) {
    return switch (change) {
      case FIRST_LEAVES, LAST_LEAVES -> true;
      case OTHERS_COME ->
        bench.truth().attempts(change.what, console -> alive.add(console.create(marks(bench))));
      case SMALLER_PAGES -> bench.truth().attempts(change.what, TestCloudConsole::shrinkPages);
    };
  }

  private static Map<String, String> marks(TestBench bench) {
    return bench.marks(bench.key()).toTags();
  }

  /** How many replies of a list show machines. */
  private static int pages(TestBench bench, Set<MachineId> alive) {
    List<ProxyReply> pages = new ArrayList<>();
    Listed unused = FilteredCall.of(
        bench,
        (exchange, reply) -> {
          if (!shown(reply, alive).isEmpty()) {
            pages.add(reply);
          }
          return reply;
        },
        () -> bench.lists().pool());
    return pages.size();
  }

  private static NotTestableException onePage(TestBench bench) {
    return bench.cloud().listsInPages()
        ? new NotTestableException("a list of " + MANY + " machines takes one page; let the fake's"
            + " pages hold fewer, or say that the cloud has none: TestCloud.listsInPages")
        : NotTestableException.notThere("the cloud lists everything at once");
  }

  /** The machines that a reply names, in its order. */
  private static List<MachineId> shown(ProxyReply reply, Set<MachineId> machines) {
    String text = reply.text();
    return machines.stream()
        .filter(machine -> ReplyRow.place(text, machine) >= 0)
        .sorted(Comparator.comparingInt(machine -> ReplyRow.place(text, machine)))
        .toList();
  }

  /**
   * One list that changes after some of its pages. Used by the thread of the run, and by the proxy while that
   * waits.
   */
  private static final class MovingList {
    private final TestBench bench;
    private final Set<MachineId> alive;
    private final Change change;
    private final int after;
    private int pages;

    MovingList(TestBench bench, Set<MachineId> alive, Change change, int after) {
      this.bench = bench;
      this.alive = alive;
      this.change = change;
      this.after = after;
    }

    void read() {
      if (alive.size() < MANY) {
        alive.addAll(bench.truth().plant(MANY - alive.size()));
      }
      bench.time().passLag();
      Set<MachineId> before = new TreeSet<>(alive);
      Optional<Listed> list = listed();
      before.retainAll(alive);
      list.filter(it -> it.result().complete())
          .ifPresent(it -> bench.require(
              new TreeSet<>(it.ids()).containsAll(before),
              "while a list was read, after page " + after + " " + change.what
                  + "; it is called complete with " + it.ids() + ", and these were there all the"
                  + " time: " + before));
    }

    private Optional<Listed> listed() {
      try {
        return Optional.of(FilteredCall.of(
            bench,
            (exchange, reply) -> {
              List<MachineId> page = shown(reply, alive);
              if (!page.isEmpty() && ++pages == after) {
                moves(page);
              }
              return reply;
            },
            () -> bench.lists().of(ListQuery.all(TestBench.POOL))));
      } catch (CloudException noticed) {
        return Optional.empty();
      }
    }

    private void moves(List<MachineId> page) {
      switch (change) {
        case FIRST_LEAVES -> leaves(page.get(0));
        case LAST_LEAVES -> leaves(page.get(page.size() - 1));
        case OTHERS_COME -> alive.add(bench.truth().stranger(marks(bench)));
        case SMALLER_PAGES -> bench.truth().provoking(TestCloudConsole::shrinkPages);
      }
      // So that the next page shows it, however stale it may be.
      bench.time().passLag();
      if (!bench.subject().outlivesRuns()) {
        bench.time().pass(FORGOTTEN);
      }
    }

    private void leaves(MachineId machine) {
      bench.truth().provoking(console -> console.kill(machine));
      alive.remove(machine);
    }
  }
}

package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.PreparedCalls;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.wire.ProxyReply;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Pages of something on the way (a proxy, a gateway, a firewall) in the cloud's place, with all the statuses
 * that such things answer. None has a word of the cloud in it: nothing follows from it but that the exchange
 * went wrong.
 */
final class ProxyErrorPages {
  static final List<Integer> STATUSES =
      List.of(400, 403, 404, 405, 408, 409, 410, 422, 429, 500, 501, 502, 503, 504, 520);

  /**
   * What these say, a gateway decides before it passes a request on; so nothing has happened. A request that
   * is called wrong, unknown, too late or in conflict may have been passed on, or sent twice.
   */
  private static final Set<Integer> REFUSED_ON_THE_WAY = Set.of(403, 429);

  private static final String PAGE = "<!DOCTYPE html><html><head><title>%1$d</title></head>"
      + "<body><h1>%1$d</h1><hr><p>gateway/1.24</p></body></html>";

  private static final String NO_WIRE = "without a wire the kit cannot answer in the cloud's place";

  /** Machines for some pages of a list. */
  private static final int MANY = 7;

  private final TestBench bench;
  private final PreparedCalls calls;

  ProxyErrorPages(TestBench bench, PreparedCalls calls) {
    this.bench = bench;
    this.calls = calls;
  }

  static ProxyReply page(int status) {
    return ProxyReply.of(status, "text/html", PAGE.formatted(status));
  }

  /** No list is complete without the machine that it could not read. */
  void inAnswerToLists() {
    LaunchKey key = bench.key();
    MachineId machine = bench
        .truth()
        .plant(key)
        .orElseThrow(() -> new NotTestableException("a launch in peace was refused"));
    bench.time().passLag();
    List<ListQuery> queries = List.of(
        ListQuery.all(TestBench.POOL),
        ListQuery.ids(List.of(machine)),
        ListQuery.keys(TestBench.POOL, List.of(key)));
    for (ListQuery query : queries) {
      for (int status : STATUSES) {
        bench.line().next(RequestKind.READ, page(status));
        notShort(web(status), query, List.of(machine));
      }
      // The cloud's own words for anything but "there is no such thing" are no end of a list
      // either.
      bench.cloud().errors().stream()
          .filter(row -> row.verb() == RequestKind.READ && row.kind() != Kind.NOT_FOUND)
          .forEach(row -> {
            bench.line().next(RequestKind.READ, row.reply());
            notShort(row.code(), query, List.of(machine));
          });
    }
  }

  private static String web(int status) {
    return "a web page of status " + status;
  }

  /** Nor without those on its last page. */
  void inAnswerToTheLastPage() {
    Set<MachineId> unused = bench.truth().plant(MANY);
    bench.time().passLag();
    List<MachineId> made = bench.lists().pool().ids();
    List<ProxyReply> pages = bench.line().replies();
    for (int status : STATUSES) {
      pages
          .subList(0, Math.max(0, pages.size() - 1))
          .forEach(page -> bench.line().next(RequestKind.READ, page));
      bench.line().next(RequestKind.READ, page(status));
      notShort(web(status), ListQuery.all(TestBench.POOL), made);
      // Faults that were not reached must not strike the next call.
      bench.spoil(List.of());
    }
  }

  private void notShort(String answer, ListQuery query, List<MachineId> made) {
    try {
      ListTrials.neverShort(bench, query, made);
    } catch (RuleViolation broken) {
      throw new RuleViolation(
          "a read was answered with " + answer + ", and " + broken.getMessage(), broken);
    }
  }

  /** A machine that could not be looked at is not one that has no marks. */
  void inAnswerToUnmark() {
    for (int status : STATUSES) {
      keepsMarks(web(status), page(status));
    }
    bench.cloud().errors().stream()
        .filter(row -> row.verb() == RequestKind.READ && row.kind() != Kind.NOT_FOUND)
        .forEach(row -> keepsMarks(row.code(), row.reply()));
  }

  private void keepsMarks(String answer, ProxyReply reply) {
    OwnershipMarks ours = bench.marks(bench.key());
    MachineId machine = bench.truth().stranger(ours.toTags());
    bench.time().passLag();
    bench.line().next(RequestKind.READ, reply);
    CallOutcome unmark = bench.attempt(() -> bench.adoption().unmark(machine, ours, bench.call()));
    // Faults that were not reached must not strike the next call.
    bench.spoil(List.of());
    bench.require(
        !unmark.accepted()
            || bench
                .truth()
                .resource(machine)
                .filter(ProxyErrorPages::carriesPool)
                .isEmpty(),
        "a read was answered with " + answer + ", and unmark returned with the marks still on: "
            + bench.truth().resource(machine));
  }

  /** What could not be looked at is not gone. Without a wire, the cloud's own faults must do. */
  static void inAnswerToLooks(TestBench bench, String what, BooleanSupplier there) {
    bench.require(there.getAsBoolean(), what + " does not show what is there");
    if (!bench.wired()) {
      bench.leavesOut("answers by others than the cloud", NO_WIRE);
      bench.cloud().faultPoint().stream()
          .flatMap(point -> point.faults(RequestKind.READ).stream())
          .forEach(fault -> {
            bench.line().next(RequestKind.READ, fault);
            neverGone(bench, what, String.valueOf(fault), there);
          });
      return;
    }
    for (int status : STATUSES) {
      bench.line().next(RequestKind.READ, page(status));
      neverGone(bench, what, web(status), there);
    }
    bench.cloud().errors().stream()
        .filter(row -> row.verb() == RequestKind.READ && row.kind() != Kind.NOT_FOUND)
        .forEach(row -> {
          bench.line().next(RequestKind.READ, row.reply());
          neverGone(bench, what, row.code(), there);
        });
  }

  private static void neverGone(
      TestBench bench, String what, String answer, BooleanSupplier there) {
    boolean[] shown = {true};
    CallOutcome unused = bench.attempt(() -> shown[0] = there.getAsBoolean());
    // Faults that were not reached must not strike the next call.
    bench.spoil(List.of());
    bench.require(
        shown[0], what + " was answered with " + answer + ", and told that there is nothing");
  }

  /** A change that no client has made is not done, and not refused either. */
  static void inAnswerToActs(TestBench bench, String what, BooleanSupplier done) {
    if (!bench.wired()) {
      return;
    }
    for (int status : STATUSES) {
      boolean[] holds = {true};
      bench.line().next(RequestKind.ACT, page(status));
      CallOutcome attempt = bench.attempt(() -> holds[0] = done.getAsBoolean());
      bench.spoil(List.of());
      String told = what + " was answered with " + web(status);
      bench.require(holds[0], told + ", and took it for a result");
      bench.require(
          attempt.accepted() || !attempt.sure() || REFUSED_ON_THE_WAY.contains(status),
          told + ", which is no word of the cloud: the effect must be UNKNOWN, and was " + attempt);
    }
  }

  private static boolean carriesPool(CloudResource machine) {
    return machine.tags().containsKey(OwnershipMarks.POOL_TAG);
  }

  /** A write is neither done nor refused. */
  void inAnswerTo(RequestKind write) {
    for (int status : STATUSES) {
      CallOutcome attempt = calls.answered(write, page(status));
      String what = write + " was answered with a web page of status " + status;
      bench.require(!attempt.accepted(), what + ", and took it for a result");
      bench.require(
          !attempt.sure() || REFUSED_ON_THE_WAY.contains(status),
          what + ", which is no word of the cloud: the effect must be UNKNOWN, and was " + attempt);
    }
  }
}

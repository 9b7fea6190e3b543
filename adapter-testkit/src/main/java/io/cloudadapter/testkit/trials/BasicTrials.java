package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.run.BaseRules;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What every adapter must be able to do before anything else about it can be tried: each of its four calls to the
 * cloud, once and with nothing in its way. Where one of them does not work, dozens of rules would fail for that one
 * reason; so the rule about that call fails, and those that need the call are blocked by it.
 */
public enum BasicTrials {
  /** Tells whose account it is. */
  IDENTITY("MP-1.6", "identity"),
  /** Makes a machine. */
  LAUNCH("MP-2.20", "prepare|launch|raise"),
  /** Lists that machine among those of its pool. */
  LIST("MP-3.1", "list"),
  /** Lists it by its id. */
  LOOK_UP("MP-3.9", "list"),
  /** Takes the order to end it. */
  TERMINATE("MP-4.9", "terminate"),
  /** And the machine ends. */
  END("MP-4.3", "terminate");

  private static final Duration MOMENT = Duration.ofSeconds(5);

  /** Rules about what an adapter is before its first call. */
  private static final Set<String> BEFORE_ANY_CALL =
      Set.of("MP-1.1", "MP-1.2", "MP-1.3", "MP-1.7", "MP-2.20");

  /** Rules about a factory alone. */
  private static final Set<String> WITHOUT_OPENING = Set.of("MP-1.1", "MP-1.7");

  /** Rules about launches that look at machines by their ids. */
  private static final Set<String> LOOKS_UP = Set.of("MP-2.2", "MP-2.12");

  /** Rules about lists that ask for no machine by its id. */
  private static final Set<String> LISTS_POOLS =
      Set.of("MP-3.1", "MP-3.3", "MP-3.7", "MP-3.9", "MP-3.10");

  private final String rule;
  private final String calls;

  BasicTrials(String rule, String calls) {
    this.rule = rule;
    this.calls = calls;
  }

  /** The rule that a call breaks which fails with nothing in its way; empty for calls of features. */
  static Optional<String> ruleOf(String call) {
    return Stream.of(values())
        .filter(basic -> call.matches(basic.calls))
        .map(basic -> basic.rule)
        .findFirst();
  }

  /** What a rule cannot be tried without. */
  static Set<BasicTrials> neededBy(String rule) {
    if (BEFORE_ANY_CALL.contains(rule)) {
      return Set.of();
    }
    String chapter = rule.substring("MP-".length(), rule.indexOf('.'));
    return switch (chapter) {
      case "1" -> rule.equals("MP-1.4") ? EnumSet.allOf(BasicTrials.class) : Set.of(IDENTITY);
      case "2" -> LOOKS_UP.contains(rule) ? EnumSet.of(LAUNCH, LOOK_UP) : Set.of(LAUNCH);
      case "3" ->
        LISTS_POOLS.contains(rule) ? EnumSet.of(LAUNCH, LIST) : EnumSet.of(LAUNCH, LIST, LOOK_UP);
      case "4" -> neededByAnEnd(rule);
      default -> EnumSet.allOf(BasicTrials.class);
    };
  }

  private static Set<BasicTrials> neededByAnEnd(String rule) {
    EnumSet<BasicTrials> needed = EnumSet.of(LAUNCH, LIST, LOOK_UP);
    if (!rule.equals(TERMINATE.rule)) {
      needed.add(TERMINATE);
      needed.add(END);
    }
    return needed;
  }

  /** Tries each call, and notes which rule is broken where one fails. That machines end is looked at after each run. */
  public static void tryEach(TestBench bench) {
    boolean unused = IDENTITY.works(bench, () -> {
      String account = bench.provider().identity(bench.call());
      assert account != null;
    });
    List<MachineId> made = new ArrayList<>();
    if (!LAUNCH.works(bench, () -> made.add(bench.launch().id()))) {
      unused = LIST.works(bench, () -> complete(bench, ListQuery.all(TestBench.POOL)));
      return;
    }
    MachineId machine = made.get(0);
    bench.time().passLag();
    if (LIST.works(bench, () -> lists(bench, ListQuery.all(TestBench.POOL), machine))) {
      unused = LOOK_UP.works(bench, () -> lists(bench, ListQuery.ids(List.of(machine)), machine));
    }
    unused = TERMINATE.works(bench, () -> orders(bench, machine));
  }

  /** A trial: a launch with nothing in its way makes a machine. */
  static void launches(TestBench bench) {
    MachineSighting unused = bench.launch();
  }

  /** A trial: an order to end a machine is taken. */
  static void terminates(TestBench bench) {
    MachineId machine = bench.launch().id();
    bench.time().passLag();
    orders(bench, machine);
  }

  private static void lists(TestBench bench, ListQuery query, MachineId machine) {
    MachineLists.Listed listed = complete(bench, query);
    bench.require(
        listed.row(machine).isPresent() || lacksOurMark(bench, machine),
        "a complete list by " + query.kind() + " lacks machine " + machine + ", which was launched "
            + bench.profile().listLag() + " before; it has " + listed.ids());
  }

  /** Then no list of the pool can have it, and the launch is to blame: that is looked at after each run. */
  private static boolean lacksOurMark(TestBench bench, MachineId machine) {
    return bench.cloud().console().isPresent()
        && bench
            .truth()
            .resource(machine)
            .filter(resource ->
                !TestBench.POOL.value().equals(resource.tags().get(OwnershipMarks.POOL_TAG)))
            .isPresent();
  }

  private static MachineLists.Listed complete(TestBench bench, ListQuery query) {
    MachineLists.Listed listed = bench.lists().of(query);
    bench.require(
        listed.result().complete(),
        "the list by " + query.kind() + " is incomplete in peace: " + listed.result());
    return listed;
  }

  /** A cloud may report for a while that it is busy with a new machine. */
  private static void orders(TestBench bench, MachineId machine) {
    CallOutcome attempt = terminated(bench, machine);
    for (int i = 0; i < 24 && attempt.is(Conflict.BUSY); i++) {
      bench.time().pass(MOMENT);
      attempt = terminated(bench, machine);
    }
    bench.require(
        attempt.accepted(),
        "terminate of machine " + machine + ", which lives, failed with nothing in its way: "
            + attempt);
  }

  private static CallOutcome terminated(TestBench bench, MachineId machine) {
    return bench.attempt(() -> bench.provider().terminate(machine, bench.call()));
  }

  /** Does something, notes the rule of the call that failed in it, and says whether none did. */
  private boolean works(TestBench bench, Runnable part) {
    try {
      part.run();
      return true;
    } catch (NotTestableException cannot) {
      throw cannot;
    } catch (RuleViolation broken) {
      bench.witness().saw(rule, String.valueOf(broken.getMessage()));
    } catch (CloudException error) {
      failed(bench, error.summary());
    } catch (RuntimeException | Error wrong) {
      // An adapter may throw anything, and its other calls are still to be tried.
      failed(bench, wrong.toString());
    }
    return false;
  }

  /** A launch may include a list, where the cloud sizes groups. */
  private void failed(TestBench bench, String error) {
    List<String> all = bench.witness().calls();
    String last = all.isEmpty() ? "open" : all.get(all.size() - 1);
    String broken = last.matches(calls) ? rule : ruleOf(last).orElse(rule);
    bench.witness().saw(broken, last + " failed with nothing in its way: " + error);
  }

  /** Whether a rule cannot be tried where a call hangs: it is about that, or needs one of the calls. */
  public static boolean isBaseOf(String rule) {
    return rule.equals(BaseRules.HANGS) || !neededBy(rule).isEmpty();
  }

  /** The first of those that a rule needs and that do not work; empty if all do. */
  public static Optional<Violation> missing(String rule, Map<String, List<Violation>> broken) {
    List<Violation> closed = broken.getOrDefault(BaseRules.OPENS, List.of());
    if (!closed.isEmpty() && !WITHOUT_OPENING.contains(rule)) {
      return Optional.of(closed.get(0));
    }
    List<Violation> hung = broken.getOrDefault(BaseRules.HANGS, List.of());
    if (!hung.isEmpty() && isBaseOf(rule)) {
      return Optional.of(hung.get(0));
    }
    for (BasicTrials basic : values()) {
      List<Violation> seen = broken.getOrDefault(basic.rule, List.of());
      if (!seen.isEmpty() && (basic.rule.equals(rule) || neededBy(rule).contains(basic))) {
        return Optional.of(seen.get(0));
      }
    }
    return Optional.empty();
  }
}

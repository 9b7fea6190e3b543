package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.ActionFixture;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ExchangePoint;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.PreparedCalls;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.WireFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Chapter 5: what errors say of refusals. {@link AmbiguousErrorTrials}: what they say of
 * broken exchanges. {@link RetryAfterTrials}: how long they ask to wait. */
public final class ErrorTrials {
  /** No cloud has an error of this name. */
  private static final String UNHEARD = "KitMadeThisUp";

  static final String NO_WIRE = "without a wire the kit cannot answer in the cloud's place";

  private ErrorTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-5.1", ErrorTrials::cloudExceptionsOnly).withFaults(),
        Trial.of("MP-5.3", ErrorTrials::errorTable),
        Trial.of("MP-5.5", ErrorTrials::capacityIsSomewhere),
        Trial.of("MP-5.6", ErrorTrials::limitsApart),
        Trial.of("MP-5.7", ErrorTrials::codes),
        Trial.of("MP-5.8", ErrorTrials::renewsOnce).needs("MP-2.1"),
        Trial.of("MP-5.9", ErrorTrials::readsAreHarmless).withFaults());
  }

  /** What a call throws is looked at during each: here, all of them are made. */
  private static void cloudExceptionsOnly(TestBench bench) {
    LaunchKey key = bench.key();
    bench.attempt(() -> bench.provider().identity(bench.call()));
    bench.attempt(() -> bench.launch(key));
    MachineId machine = new CoreRetryModel(bench).launch().id();
    bench.attempt(bench.lists()::pool);
    bench.attempt(() -> bench.lists().ids(List.of(machine)));
    PreparedCalls calls = new PreparedCalls(bench);
    if (calls.canMark()) {
      bench.attempt(() -> calls.mark(machine));
    }
    if (calls.canAct()) {
      acts(bench);
    }
    bench.attempt(() -> bench.provider().terminate(machine, bench.call()));
  }

  private static void acts(TestBench bench) {
    ActionFixture ready =
        ActionFixture.ready(bench, ActionFixture.claimed(bench).get(0));
    bench.attempt(() -> {
      ActionProgress unused = ready.ask(bench.call());
    });
    bench.attempt(() -> {
      ActionProgress unused = ready.look(bench.call());
    });
  }

  private static void errorTable(TestBench bench) {
    PreparedCalls calls = new PreparedCalls(bench);
    if (!bench.wired()) {
      bench.leavesOut("all errors but the cloud's refusals", NO_WIRE);
      ownRefusals(bench, calls);
      return;
    }
    List<ErrorCase> table = bench.cloud().errors();
    if (table.isEmpty()) {
      throw new NotTestableException("the test cloud has no table of errors");
    }
    for (ErrorCase row : table) {
      if (calls.verbs().contains(row.verb())) {
        CallOutcome attempt = calls.answered(row.verb(), row.reply());
        bench.require(
            fits(row, attempt),
            row.code() + " in answer to " + row.verb() + " must be " + row.kind() + ", effect "
                + row.effect() + ", scope " + row.level() + ", and was " + attempt);
      }
    }
    for (ErrorCase row : oneOfEachStatus(table)) {
      unheard(bench, calls, row, UNHEARD);
      unheard(bench, calls, row, row.code() + "Too");
    }
  }

  /**
   * Refusals of launches that differ in their code only. At 401 an adapter logs in and asks again, and 429 needs no
   * code.
   */
  private static Collection<ErrorCase> oneOfEachStatus(List<ErrorCase> table) {
    Map<Integer, ErrorCase> rows = new TreeMap<>();
    for (ErrorCase row : table) {
      int status = row.reply().status();
      boolean refusal = status >= 400 && status < 500 && status != 401 && status != 429;
      if (row.verb() == RequestKind.LAUNCH && refusal) {
        rows.putIfAbsent(status, row);
      }
    }
    if (!rows.containsKey(400)) {
      ErrorCase any = table.get(0);
      ProxyReply reply = any.reply();
      ProxyReply wrong = new ProxyReply(400, reply.headers(), reply.body());
      rows.put(
          400,
          new ErrorCase(
              any.code(), RequestKind.LAUNCH, wrong, any.kind(), any.effect(), any.level()));
    }
    return rows.values();
  }

  /** What is gone already is what terminate wants. */
  private static boolean fits(ErrorCase row, CallOutcome attempt) {
    if (row.verb() == RequestKind.TERMINATE && row.kind() == Kind.NOT_FOUND && attempt.accepted()) {
      return true;
    }
    return attempt
        .error()
        .filter(error -> error.kind() == row.kind()
            && error.effect() == row.effect()
            && error.scope().level() == row.level())
        .isPresent();
  }

  private static void unheard(TestBench bench, PreparedCalls calls, ErrorCase row, String code) {
    ProxyReply reply = row.reply();
    ProxyReply other = new ProxyReply(
        reply.status(),
        reply.headers(),
        reply.text().replace(row.code(), code).getBytes(StandardCharsets.UTF_8));
    for (RequestKind verb : List.of(RequestKind.LAUNCH, RequestKind.READ)) {
      Effect effect = verb == RequestKind.READ ? Effect.NONE : Effect.UNKNOWN;
      CallOutcome attempt = calls.answered(verb, other);
      bench.require(
          attempt.is(Kind.UNCLASSIFIED)
              && attempt.error().filter(error -> error.effect() == effect).isPresent(),
          "the undocumented code " + code + " with " + reply.status() + " in answer to " + verb
              + " must be UNCLASSIFIED, effect " + effect + ", and was " + attempt);
    }
  }

  /** Without a wire: the refusals that the cloud in this process supports. */
  private static void ownRefusals(TestBench bench, PreparedCalls calls) {
    Map<WireFault, Kind> refusals = Map.of(
        WireFault.THROTTLED, Kind.THROTTLED,
        WireFault.CAPACITY, Kind.CAPACITY,
        WireFault.QUOTA, Kind.QUOTA,
        WireFault.UNAUTHENTICATED, Kind.UNAUTHENTICATED);
    refusals.forEach((fault, kind) -> {
      CallOutcome launch = calls.struck(RequestKind.LAUNCH, fault);
      bench.require(
          launch.is(kind) && launch.sure(),
          fault + " in answer to LAUNCH must be " + kind + ", effect NONE, and was " + launch);
    });
  }

  private static void capacityIsSomewhere(TestBench bench) {
    CallOutcome launch = refused(bench, Kind.CAPACITY);
    ErrorScope scope = launch.error().map(CloudException::scope).orElse(ErrorScope.account());
    LaunchSpec spec = bench.spec();
    bench.require(
        scope.level() != ErrorScope.Level.ACCOUNT && scope.level() != ErrorScope.Level.MACHINE,
        "CAPACITY must name a zone, size or market, and has scope " + scope + ": " + launch);
    bench.require(
        scope.covers(spec.zone(), spec.size(), spec.market()),
        "CAPACITY for " + spec.size() + " in " + spec.zone() + " has scope " + scope
            + ", which this launch does not lie in: " + launch);
  }

  private static CallOutcome refused(TestBench bench, Kind kind) {
    PreparedCalls calls = new PreparedCalls(bench);
    WireFault fault = kind == Kind.QUOTA ? WireFault.QUOTA : WireFault.CAPACITY;
    CallOutcome launch;
    if (calls.canStrike(RequestKind.LAUNCH, fault)) {
      launch = calls.struck(RequestKind.LAUNCH, fault);
    } else if (bench
        .truth()
        .attempts("refused for " + kind, console -> console.refuseLaunches(kind))) {
      launch = bench.attempt(bench::launch);
    } else {
      String why = "the kit cannot cause a launch to fail with " + kind;
      throw bench.wired()
          ? NotTestableException.notThere(why + ": the cloud's dialect has no words for it")
          : new NotTestableException(why);
    }
    bench.require(
        launch.is(kind) && launch.sure(),
        "a launch that is refused for " + kind + " must be " + kind + ", effect NONE, and was "
            + launch);
    return launch;
  }

  private static void limitsApart(TestBench bench) {
    List<CallOutcome> limits = new ArrayList<>();
    bench.truth().unlessNotThere("capacity", () -> limits.add(refused(bench, Kind.CAPACITY)));
    bench.truth().unlessNotThere("quota", () -> limits.add(refused(bench, Kind.QUOTA)));
    if (limits.isEmpty()) {
      throw NotTestableException.notThere(
          "the cloud's dialect knows neither a lack of capacity nor a quota");
    }
    PreparedCalls calls = new PreparedCalls(bench);
    for (RequestKind verb : List.of(RequestKind.LAUNCH, RequestKind.READ)) {
      CallOutcome throttled = calls.struck(verb, WireFault.THROTTLED);
      bench.require(
          throttled.is(Kind.THROTTLED),
          "a limit on requests must be THROTTLED, and was " + throttled);
    }
  }

  private static void codes(TestBench bench) {
    PreparedCalls calls = new PreparedCalls(bench);
    if (!bench.wired()) {
      bench.leavesOut("all codes but that of throttling", NO_WIRE);
      CallOutcome throttled = calls.struck(RequestKind.READ, WireFault.THROTTLED);
      bench.require(
          throttled.error().flatMap(CloudException::code).isPresent(),
          "an error does not carry the cloud's code: " + throttled);
      return;
    }
    List<ErrorCase> table = bench.cloud().errors();
    if (table.isEmpty()) {
      throw new NotTestableException("the test cloud has no table of errors");
    }
    boolean named = false;
    for (ErrorCase row : table) {
      if (calls.verbs().contains(row.verb())) {
        named |= told(bench, row, calls.answered(row.verb(), row.reply()));
      }
    }
    if (!named && bench.cloud().namesRequests()) {
      throw new NotTestableException(
          "no reply of the table of errors names its request: let the replies have the"
              + " header that the cloud's have, and Dialect.requestId say which one it is; or say that the"
              + " cloud gives requests no names: TestCloud.namesRequests");
    }
    if (!named) {
      bench.leavesOut(
          "the cloud's name for the request", "the test cloud declares that it gives none");
    }
  }

  /** Checks an error, and says whether it showed if the cloud's name for the request is kept. */
  private static boolean told(TestBench bench, ErrorCase row, CallOutcome attempt) {
    if (attempt.accepted()) {
      return false;
    }
    Optional<String> code = attempt.error().flatMap(CloudException::code);
    bench.require(
        code.equals(Optional.of(row.code())),
        "the cloud's code " + row.code() + " arrives as " + code.orElse("none") + ": " + attempt);
    Optional<String> id = bench.cloud().dialect().requestId(row.reply());
    Optional<String> kept = attempt.error().flatMap(CloudException::requestId);
    bench.require(
        id.isEmpty() || kept.equals(id),
        "the cloud's name for the request, " + id.orElse("none") + ", is "
            + kept.map(other -> other + " in the error").orElse("missing from the error") + ": "
            + attempt);
    return id.isPresent();
  }

  private static void renewsOnce(TestBench bench) {
    PreparedCalls calls = new PreparedCalls(bench);
    if (!bench.wired()) {
      bench.leavesOut("renewal", "without a wire logins are invisible");
      // The refusal must only say that nothing happened.
      CallOutcome launch = calls.struck(RequestKind.LAUNCH, WireFault.UNAUTHENTICATED);
      bench.require(
          launch.is(Kind.UNAUTHENTICATED) && launch.sure(),
          "expired credentials must be UNAUTHENTICATED, effect NONE, and were " + launch);
      return;
    }
    bench.lists().pool();
    ListExchanges clean = ListExchanges.of(bench);
    bench.truth().provoking(TestCloudConsole::expireCredentials);
    ListExchanges renewed = ListExchanges.of(bench);
    // The refusal, and one login, which may take two exchanges. A cloud may also answer with more
    // pages than before.
    bench.require(
        renewed.count() <= clean.count() + 3
            || renewed.besidePages(clean) <= clean.besidePages(clean) + 3,
        "a list takes " + clean.count() + " exchanges, and " + renewed.count() + ", "
            + renewed.besidePages(clean)
            + " of them other than further pages, after its credentials expired");
    LaunchKey key = bench.key();
    PreparedLaunch frozen = bench.prepare();
    bench.truth().provoking(TestCloudConsole::expireCredentials);
    bench.provider().launch(frozen, key, 1, bench.call());
    bench.require(
        bench.truth().ours().size() == 1,
        "a launch whose credentials had expired made " + bench.truth().ours().size() + " machines");
    refusedTwice(bench, calls);
  }

  private static void refusedTwice(TestBench bench, PreparedCalls calls) {
    int many = 10;
    for (RequestKind verb : List.of(RequestKind.LAUNCH, RequestKind.READ)) {
      int machines = bench.truth().ours().size();
      Consumer<CallContext> call = calls.ready(verb);
      for (int i = 0; i < many; i++) {
        bench.line().next(verb, WireFault.UNAUTHENTICATED);
      }
      List<CallOutcome> attempts = new ArrayList<>();
      int taken =
          exchanges(bench, () -> attempts.add(bench.attempt(() -> call.accept(bench.call()))));
      CallOutcome attempt = attempts.get(0);
      bench.require(
          attempt.is(Kind.UNAUTHENTICATED) && attempt.sure(),
          verb + " refused for its credentials again and again must be UNAUTHENTICATED, effect"
              + " NONE, and was " + attempt);
      bench.require(
          taken < many,
          verb + " refused for its credentials was tried again and again: " + taken + " exchanges");
      bench.require(
          bench.truth().ours().size() == machines,
          "a refused launch made a machine: " + bench.truth().ours());
    }
  }

  /**
   * The exchanges that one list of a pool took.
   *
   * <p>Two lists of the same machines may differ in length, since a cloud may answer with more pages, some of them
   * empty. So what else a list took is counted apart from its pages.
   */
  private record ListExchanges(List<ExchangePoint> exchanges) {
    /** Lists the bench's pool. */
    static ListExchanges of(TestBench bench) {
      int before = bench.line().crossings().size();
      bench.lists().pool();
      List<ExchangePoint> all = bench.line().crossings();
      return new ListExchanges(List.copyOf(all.subList(before, all.size())));
    }

    int count() {
      return exchanges.size();
    }

    /**
     * How many exchanges are no pages: they went where a clean list does not go, or they asked what this list asked
     * before, word for word.
     */
    int besidePages(ListExchanges clean) {
      Set<String> places =
          clean.exchanges.stream().map(ExchangePoint::place).collect(Collectors.toSet());
      Set<Integer> asked = new HashSet<>();
      return (int) exchanges.stream()
          .filter(exchange -> !places.contains(exchange.place()) || !asked.add(exchange.request()))
          .count();
    }
  }

  private static int exchanges(TestBench bench, Runnable call) {
    int before = bench.line().crossings().size();
    call.run();
    return bench.line().crossings().size() - before;
  }

  /** That reads say NONE is looked at during each: here, all of them are made. */
  private static void readsAreHarmless(TestBench bench) {
    for (CallOutcome read : List.of(
        bench.attempt(() -> bench.provider().identity(bench.call())),
        bench.attempt(bench::prepare),
        bench.attempt(bench.lists()::pool),
        bench.attempt(() -> bench.lists().ids(List.of(new MachineId("none")))))) {
      bench.require(
          read.accepted() || read.sure(), "what only reads failed with effect UNKNOWN: " + read);
    }
  }
}

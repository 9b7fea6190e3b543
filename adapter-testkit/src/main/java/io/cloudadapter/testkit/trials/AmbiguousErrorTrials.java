package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.PreparedCalls;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.WireFault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Chapter 5: what errors say of exchanges that broke, and whether something may have happened. */
public final class AmbiguousErrorTrials {
  private static final Set<WireFault> UNANSWERED = EnumSet.of(
      WireFault.RESET,
      WireFault.LOST_REPLY,
      WireFault.TRUNCATED,
      WireFault.SLOW,
      WireFault.SLOW_BEFORE,
      WireFault.STALL);

  private static final Set<WireFault> NONSENSE =
      EnumSet.of(WireFault.GARBAGE, WireFault.GARBAGE_ERROR);

  /** By then every machine whose end was requested has ended. */
  private static final Duration UNTIL_ENDED = Duration.ofMinutes(5);

  private static final String NO_WIRE = "without a wire the kit cannot answer in the cloud's place";

  private AmbiguousErrorTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-5.2", AmbiguousErrorTrials::noneIsCertain).needs("MP-2.1").withFaults(),
        Trial.of("MP-5.10", AmbiguousErrorTrials::neverConnected),
        Trial.of("MP-5.11", AmbiguousErrorTrials::sentAndNotAnswered),
        Trial.of("MP-5.12", AmbiguousErrorTrials::nonsense),
        Trial.of("MP-5.13", AmbiguousErrorTrials::redirects),
        Trial.of("MP-5.14", TrustTrials::trustsNoStranger),
        Trial.of("MP-5.15", TrustTrials::speaksNoOldTls));
  }

  /** Compares an effect NONE with the truth, at once or after the longest time. */
  private static void noneIsCertain(TestBench bench) {
    PreparedCalls calls = new PreparedCalls(bench);
    MachineId machine = bench.truth().plant(1).iterator().next();
    bench.time().passLag();
    Optional<CloudResource> before = bench.truth().resource(machine);
    if (calls.canMark()) {
      CallOutcome mark = bench.attempt(() -> calls.mark(machine));
      bench.require(
          !mark.sure() || bench.truth().resource(machine).equals(before),
          "a change of marks said " + mark + ", and made of " + before + " "
              + bench.truth().resource(machine));
    }
    LaunchKey key = bench.key();
    CallOutcome launch = bench.attempt(() -> bench.launch(key));
    CallOutcome end = bench.attempt(() -> bench.provider().terminate(machine, bench.call()));
    bench.time().passInPeace(bench.profile().settle().plus(UNTIL_ENDED));
    bench.require(
        !launch.sure()
            || bench.truth().ours().stream().noneMatch(resource -> carries(resource, key)),
        "a launch said " + launch + ", and its machine is there: "
            + bench.truth().ours());
    bench.require(
        !end.sure() || bench.truth().resource(machine).isPresent(),
        "terminate said " + end + ", and the machine has ended");
  }

  private static boolean carries(CloudResource resource, LaunchKey key) {
    return key.value().equals(resource.tags().get(OwnershipMarks.KEY_TAG));
  }

  private static void neverConnected(TestBench bench) {
    if (!bench.wired()) {
      throw NotTestableException.notThere("an adapter without a wire makes no connection");
    }
    PreparedCalls calls = new PreparedCalls(bench);
    for (RequestKind verb : calls.verbs()) {
      CallOutcome attempt = calls.refused(verb);
      bench.require(
          attempt.is(Kind.UNAVAILABLE) && attempt.sure(),
          verb + " over a connection that was refused must be UNAVAILABLE, effect NONE, and was "
              + attempt);
    }
  }

  private static void sentAndNotAnswered(TestBench bench) {
    PreparedCalls calls = new PreparedCalls(bench);
    boolean tried = false;
    for (RequestKind verb : calls.verbs()) {
      for (WireFault fault : UNANSWERED) {
        if (verb != RequestKind.READ && calls.strikes(verb, fault)) {
          CallOutcome attempt = calls.struck(verb, fault);
          bench.require(
              isDoubt(attempt) || mayDo(verb, fault, attempt),
              verb + " whose reply was spoilt by " + fault
                  + " must be TIMEOUT or UNAVAILABLE, effect UNKNOWN, and was " + attempt);
          tried = true;
        }
      }
    }
    if (!tried) {
      throw new NotTestableException("no fault of this cloud keeps the reply to a write");
    }
  }

  private static boolean isDoubt(CallOutcome attempt) {
    return (attempt.is(Kind.TIMEOUT) || attempt.is(Kind.UNAVAILABLE)) && unknown(attempt);
  }

  private static boolean unknown(CallOutcome attempt) {
    return attempt.error().filter(error -> error.effect() == Effect.UNKNOWN).isPresent();
  }

  /** A reply of which the half arrived may be called garbled, or be enough if only its status counts. */
  private static boolean mayDo(RequestKind verb, WireFault fault, CallOutcome attempt) {
    return (fault == WireFault.TRUNCATED || fault == WireFault.STALL)
        && (attempt.accepted()
            ? verb != RequestKind.LAUNCH
            : attempt.is(Kind.UNCLASSIFIED) && unknown(attempt));
  }

  private static void nonsense(TestBench bench) {
    PreparedCalls calls = new PreparedCalls(bench);
    boolean tried = false;
    for (RequestKind verb : calls.verbs()) {
      for (WireFault fault : NONSENSE) {
        if (calls.strikes(verb, fault)) {
          notUnderstood(bench, verb, "a web page (" + fault + ")", calls.struck(verb, fault));
          tried = true;
        }
      }
    }
    if (!tried) {
      throw new NotTestableException("no fault of this cloud garbles a reply");
    }
    if (bench.wired()) {
      ProxyErrorPages pages = new ProxyErrorPages(bench, calls);
      pages.inAnswerToLists();
      pages.inAnswerToTheLastPage();
      calls.verbs().stream().filter(verb -> verb != RequestKind.READ).forEach(pages::inAnswerTo);
      bench.lists().pool();
      spoilt(bench, calls, RequestKind.READ, bench.line().replies());
      bench.launch();
      spoilt(bench, calls, RequestKind.LAUNCH, bench.line().replies());
    } else {
      bench.leavesOut("answers by others than the cloud", NO_WIRE);
    }
  }

  /** A reply with the right status and a body without information. */
  private static void spoilt(
      TestBench bench, PreparedCalls calls, RequestKind verb, List<ProxyReply> replies) {
    ProxyReply good = replies.get(replies.size() - 1);
    String text = good.text();
    List<String> bodies = new ArrayList<>(
        List.of("", "null", "\"well\"", text.substring(0, text.length() / 2), text + "}"));
    if (verb == RequestKind.LAUNCH) {
      bodies.add("{}");
    }
    for (String body : bodies) {
      ProxyReply bad =
          new ProxyReply(good.status(), good.headers(), body.getBytes(StandardCharsets.UTF_8));
      String what = good.status() + " with " + (body.isEmpty() ? "nothing" : body);
      notUnderstood(bench, verb, what, calls.answered(verb, bad));
    }
  }

  private static void notUnderstood(
      TestBench bench, RequestKind verb, String what, CallOutcome attempt) {
    Effect effect = verb == RequestKind.READ ? Effect.NONE : Effect.UNKNOWN;
    bench.require(
        !attempt.accepted(), verb + " was answered with " + what + ", and took it for a result");
    bench.require(
        (attempt.is(Kind.UNAVAILABLE) || attempt.is(Kind.UNCLASSIFIED))
            && attempt.error().filter(error -> error.effect() == effect).isPresent(),
        verb + " answered with " + what + " must be UNAVAILABLE or UNCLASSIFIED, effect " + effect
            + ", and was " + attempt);
  }

  /** What reaches the decoy is looked at after every run. */
  private static void redirects(TestBench bench) {
    if (!bench.wired()) {
      throw NotTestableException.notThere("an adapter without a wire is sent nowhere else");
    }
    bench.line().next(RequestKind.READ, WireFault.REDIRECT);
    CallOutcome login = bench.attempt(() -> bench.provider().identity(bench.call()));
    bench.require(
        !login.accepted(), "the first exchange of all was redirected, and gave an identity");
    PreparedCalls calls = new PreparedCalls(bench);
    for (RequestKind verb : calls.verbs()) {
      CallOutcome attempt = calls.struck(verb, WireFault.REDIRECT);
      bench.require(
          verb == RequestKind.READ || !attempt.accepted(),
          verb + " was redirected to another host, and took the answer from there");
    }
  }
}

package io.cloudadapter.testkit.channel;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.channel.ChannelTestBench.Sent;
import io.cloudadapter.testkit.report.Excerpt;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.subject.TestReceiver.Heard;
import io.cloudadapter.testkit.wire.ServerCertificate;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Chapter 10: what arrives, and what is said of what does not. */
final class MessageTrials {
  /** As the fault proxy asks for it. */
  private static final Duration PAUSE = Duration.ofSeconds(7);

  private static final Map<WireFault, Set<Kind>> KINDS = new EnumMap<>(Map.of(
      WireFault.REFUSED, EnumSet.of(Kind.UNAVAILABLE),
      WireFault.RESET, EnumSet.of(Kind.UNAVAILABLE, Kind.TIMEOUT),
      WireFault.LOST_REPLY, EnumSet.of(Kind.UNAVAILABLE, Kind.TIMEOUT),
      WireFault.CUT, EnumSet.of(Kind.UNAVAILABLE, Kind.TIMEOUT),
      WireFault.ERROR_BEFORE, EnumSet.of(Kind.UNAVAILABLE),
      WireFault.ERROR_AFTER, EnumSet.of(Kind.UNAVAILABLE),
      WireFault.GARBAGE_ERROR, EnumSet.of(Kind.UNAVAILABLE, Kind.UNCLASSIFIED),
      WireFault.THROTTLED, EnumSet.of(Kind.THROTTLED),
      WireFault.UNAUTHENTICATED, EnumSet.of(Kind.UNAUTHENTICATED, Kind.DENIED),
      WireFault.SLOW_BEFORE, EnumSet.of(Kind.TIMEOUT)));

  /** How much of a text a message shows. */
  private static final int SHOWN = 60;

  private static final List<String> TEXTS = List.of(
      "",
      "queue \"7\"",
      "C:\\drain\\now\tthen",
      "first line\nsecond\r\nthird",
      "{\"lifecycle_action_token\":\"mine\"}",
      "\u00dcmlaut \u4e2d\u6587 \ud83d\ude80 \u2028 end",
      "a&b=c%20d<e>'f'+g",
      " spaces around ",
      "x".repeat(4000));

  private MessageTrials() {}

  static List<ChannelTrial> all() {
    return List.of(
        ChannelTrial.of("MP-10.4", MessageTrials::arrivesBeforeItReturns)
            .needs("MP-10.3")
            .withFaults(),
        ChannelTrial.of("MP-10.5", MessageTrials::bringsEveryField).needs("MP-10.3"),
        ChannelTrial.of("MP-10.6", MessageTrials::keepsItsId).needs("MP-10.3").withFaults(),
        ChannelTrial.of("MP-10.10", MessageTrials::saysWhatWasSeen)
            .needs("MP-10.3")
            .withFaults(),
        ChannelTrial.of("MP-10.11", MessageTrials::tellsNoOtherCaller)
            .needs("MP-10.3")
            .withFaults(EnumSet.of(WireFault.REDIRECT)),
        ChannelTrial.of("MP-10.17", MessageTrials::trustsNoStranger).needs("MP-10.3"),
        ChannelTrial.of("MP-10.18", MessageTrials::speaksNoOldTls).needs("MP-10.3"));
  }

  private static void arrivesBeforeItReturns(ChannelTestBench bench) {
    Sent sent = bench.send(bench.message(), bench.call());
    bench.require(
        !sent.accepted() || sent.arrived(), "send returned, and the message has not arrived");
    bench.require(
        sent.accepted() || bench.fault().isPresent(), "failed in peace: " + sent.attempt());
  }

  private static void bringsEveryField(ChannelTestBench bench) {
    for (LifecycleTransition transition : LifecycleTransition.values()) {
      for (String text : TEXTS) {
        HookMessage message = bench.message(text, transition);
        Sent sent = bench.send(message, bench.call());
        bench.require(
            sent.accepted(), "a message with the metadata " + shown(text) + ": " + sent.attempt());
        bench.require(
            sent.arrived(),
            "no lifecycle_action_token shows that a message has arrived with the metadata "
                + shown(text) + ": " + last(bench));
        Heard heard = bench.end().heard(message).get(0);
        message.fields().forEach((key, value) -> {
          String came = ReceiverHarness.field(heard, key);
          bench.require(
              came.equals(value),
              key + " was " + different(value, came) + ", and came as " + different(came, value));
        });
      }
    }
  }

  private static String last(ChannelTestBench bench) {
    List<Heard> all = bench.end().heard();
    return all.isEmpty()
        ? "nothing has"
        : Excerpt.ofMessage(all.get(all.size() - 1).message());
  }

  private static String different(String text, String other) {
    return Excerpt.ofDifferent(text, other, SHOWN);
  }

  private static String shown(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "… (" + text.length() + ")" : text;
  }

  private static void keepsItsId(ChannelTestBench bench) {
    HookMessage message = bench.message();
    Sent first = bench.send(message, bench.call());
    bench.require(
        first.accepted() || bench.fault().isPresent(), "failed in peace: " + first.attempt());
    bench.end().wire().heal();
    Sent second = bench.send(ChannelTestBench.again(message, 2), bench.patient());
    bench.require(
        second.accepted() && second.arrived(),
        "sent once more, with all trouble over, a message failed: " + second.attempt());
    Sent third = bench.send(
        bench.another(), bench.end(), ChannelTestBench.again(message, 1), bench.patient());
    bench.require(third.accepted(), "sent by another process: " + third.attempt());
    // Of the same machine at the same time, as a second hook's would be.
    HookMessage other = bench.arrives(bench.channel(), bench.end());

    Set<Optional<String>> ids = ids(bench, message);
    if (ids.equals(Set.of(Optional.empty()))) {
      throw NotTestableException.notThere("the channel has no id beside the message's token");
    }
    bench.require(
        ids.size() == 1,
        "one message came with different ids: "
            + ids.stream().map(id -> id.orElse("none")).sorted().toList());
    bench.require(
        !ids.equals(ids(bench, other)), "two messages came with one id: " + ids(bench, other));
  }

  private static Set<Optional<String>> ids(ChannelTestBench bench, HookMessage message) {
    return bench.end().heard(message).stream().map(Heard::id).collect(Collectors.toSet());
  }

  private static void saysWhatWasSeen(ChannelTestBench bench) {
    HookMessage message = bench.message();
    Sent sent = bench.send(message, bench.call());
    Optional<CloudException> error = sent.attempt().error();
    if (bench.fault().isEmpty() || error.isEmpty()) {
      bench.require(sent.accepted(), "failed in peace: " + sent.attempt());
      return;
    }
    WireFault fault = bench.fault().get();
    Set<Kind> fitting = kindsAfter(fault);
    bench.require(
        fitting.contains(error.get().kind()),
        "after " + fault + " an error must be " + either(fitting) + ", and was " + sent.attempt());
    bench.require(
        fault != WireFault.THROTTLED || error.get().retryAfter().equals(Optional.of(PAUSE)),
        "the receiver asked for a pause of " + PAUSE + ", and the error says "
            + error.get().retryAfter().map(Duration::toString).orElse("nothing of it"));
    // By now what was held back is through.
    bench.require(
        error.get().effect() == Effect.UNKNOWN || !bench.end().has(message),
        "the message has arrived, and the error says that nothing has happened: " + sent.attempt());
  }

  /** The kinds of error that fit a fault. */
  static Set<Kind> kindsAfter(WireFault fault) {
    return KINDS.getOrDefault(fault, EnumSet.allOf(Kind.class));
  }

  private static String either(Set<Kind> kinds) {
    return kinds.stream().map(Kind::name).collect(Collectors.joining(" or "));
  }

  private static void tellsNoOtherCaller(ChannelTestBench bench) {
    Sent unused = bench.send(bench.message(), bench.call());
    int told = bench.end().wire().decoyed().size();
    bench.require(
        told == 0, "a redirect was followed: another host was sent " + told + " requests");
  }

  private static void needsHttps(ChannelTestBench bench) {
    if (!bench.end().wire().isSecured()) {
      throw new NotTestableException(
          "the test's receiver is reached by plain HTTP, which shows no certificate;"
              + " give it an address of FaultProxy.secured");
    }
  }

  private static void speaksNoOldTls(ChannelTestBench bench) {
    needsHttps(bench);
    HookChannel fresh = bench.another();
    List<Sent> all = new ArrayList<>();
    int accepted = bench
        .end()
        .wire()
        .oldTlsAcceptedDuring(
            () -> all.add(bench.send(fresh, bench.end(), bench.message(), bench.patient())));
    bench.require(
        accepted == 0,
        "a receiver that offers only TLS 1.1 was accepted by " + accepted + " connections");
    bench.require(
        all.get(0).attempt().is(Kind.UNAVAILABLE),
        "a message to a receiver that offers only TLS 1.1 must be UNAVAILABLE, and was "
            + all.get(0).attempt());
    bench.arrives(fresh, bench.end());
  }

  private static void trustsNoStranger(ChannelTestBench bench) {
    needsHttps(bench);
    for (ServerCertificate shown : ServerCertificate.wrong()) {
      // A channel without connections, because the peer of an existing connection does not show its
      // certificate
      // again.
      HookChannel fresh = bench.another();
      int before = bench.end().exchanges().size();
      bench.end().wire().shows(shown);
      Sent sent = bench.send(fresh, bench.end(), bench.message(), bench.patient());
      bench.end().wire().shows(ServerCertificate.OURS);
      int requests = bench.end().exchanges().size() - before;
      String what = "a receiver with a certificate " + shown.words();
      bench.require(requests == 0, what + " was sent " + requests + " requests");
      bench.require(
          sent.attempt().is(Kind.UNAVAILABLE),
          "a message to " + what + " must be UNAVAILABLE, and was " + sent.attempt());
      bench.arrives(fresh, bench.end());
    }
  }
}

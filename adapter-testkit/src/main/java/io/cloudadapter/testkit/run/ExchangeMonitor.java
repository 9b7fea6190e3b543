package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.ReplyFilter;
import io.cloudadapter.testkit.wire.ServerCertificate;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What lies between the adapter and its cloud, wire or not: it counts exchanges and strikes them. */
public interface ExchangeMonitor {

  /** Begins a run: exchanges and calls are counted from 1 again. */
  void plan(List<FaultInjection> injections);

  /** Spoils the next exchange of a kind, for a trial's own use: nothing is counted anew. */
  void next(RequestKind verb, WireFault fault);

  /** Answers the next exchange of a kind in the cloud's place. */
  void next(RequestKind verb, ProxyReply reply);

  /**
   * Has a filter see each reply of the cloud from now on, instead of the one of before. Without a wire there are no
   * replies, and the trial is untested.
   */
  void filter(ReplyFilter filter);

  /**
   * A configuration that reaches the cloud by HTTPS. Where there is none the rule is not tried, and where there are no
   * connections it is not claimed.
   *
   * @param cloud describes how, if it does
   * @param plain the configuration of the run, which may be one already
   */
  Map<String, String> secured(TestCloud cloud, Map<String, String> plain);

  /** Has the cloud show another certificate to those who connect by HTTPS. */
  void shows(ServerCertificate certificate);

  /** Makes calls while the cloud offers TLS 1.1 and no newer protocol; returns how many connections went on with it. */
  int oldTlsAcceptedDuring(Runnable calls);

  void callBegins();

  void callEnds();

  /**
   * Whether faults are planned for the exchanges from here on. Not for those whose order is chance, nor
   * for those that only prepare what a trial is about.
   */
  void sweep(boolean on);

  /** The adapter has asked the budget: an exchange of that kind follows. */
  void asks(RequestKind verb);

  /** The exchanges since the run began. */
  List<ExchangePoint> crossings();

  /** How many exchanges of each kind there were since the run began; none of a kind that was not made. */
  default Map<RequestKind, Long> sent() {
    return crossings().stream()
        .collect(Collectors.groupingBy(
            ExchangePoint::verb, () -> new EnumMap<>(RequestKind.class), Collectors.counting()));
  }

  /**
   * How many exchanges there were before the adapter's first call. One that arrives after its call has ended is none of
   * them.
   */
  default int beforeCalls() {
    return (int)
        crossings().stream().takeWhile(exchange -> exchange.call() == 0).count();
  }

  /** The replies to the latest call's exchanges, as far as there were some; none without a wire. */
  List<ProxyReply> replies();

  /**
   * Whether the first of the planned faults has struck, if there are any. What it does to a run may well keep
   * the next one from its place.
   */
  boolean bit();

  /** Whether all of the planned faults have struck, of which there are some: what follows is undisturbed. */
  boolean allStruck();

  /** Has the evidence hide a text, beside the configuration's secrets. */
  void hides(String secret);

  /** Returns the exchanges so far, for people, without secrets; writes the text only when it is asked for. */
  Supplier<String> evidence();

  /** What the requests since the run began say beside their bodies, where no secret belongs; by what it is. */
  List<Map.Entry<String, String>> addresses();

  /** The exchanges to which the cloud itself gave no reply: what came of them says nothing of the adapter. */
  List<String> unanswered();

  /** What went where it must not go. */
  List<ObservationLog.Seen> stray();
}

package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.wire.ServerCertificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Chapter 5: which servers an adapter trusts, and how it speaks to them. */
final class TrustTrials {
  private TrustTrials() {}

  static void trustsNoStranger(TestBench bench) {
    Map<String, String> secured = bench.line().secured(bench.cloud(), bench.values());
    PreparedLaunch frozen = bench.prepare();
    for (ServerCertificate shown : ServerCertificate.wrong()) {
      // An adapter without connections, because the peer of an existing connection does not show
      // its certificate
      // again.
      ObservedProvider fresh = bench.another(secured);
      int before = bench.line().crossings().size();
      bench.line().shows(shown);
      CallOutcome read = bench.attempt(() -> fresh.identity(bench.call()));
      CallOutcome launch = bench.attempt(() -> fresh.asks(frozen, bench.key(), bench.call()));
      bench.line().shows(ServerCertificate.OURS);
      int sent = bench.line().crossings().size() - before;
      String what = "a server with a certificate " + shown.words();
      bench.require(sent == 0, what + " was sent " + sent + " requests");
      for (CallOutcome attempt : List.of(read, launch)) {
        bench.require(
            attempt.is(Kind.UNAVAILABLE) && attempt.sure(),
            "a call to " + what + " must be UNAVAILABLE, effect NONE, and was " + attempt);
      }
      bench.require(
          bench.attempt(() -> fresh.identity(bench.call())).accepted(),
          "after " + what + ", the right one is refused as well");
    }
  }

  static void speaksNoOldTls(TestBench bench) {
    Map<String, String> secured = bench.line().secured(bench.cloud(), bench.values());
    PreparedLaunch frozen = bench.prepare();
    ObservedProvider fresh = bench.another(secured);
    int before = bench.line().crossings().size();
    List<CallOutcome> attempts = new ArrayList<>();
    int accepted = bench.line().oldTlsAcceptedDuring(() -> {
      attempts.add(bench.attempt(() -> fresh.identity(bench.call())));
      attempts.add(bench.attempt(() -> fresh.asks(frozen, bench.key(), bench.call())));
    });
    int sent = bench.line().crossings().size() - before;
    bench.require(
        accepted == 0 && sent == 0,
        "a server that offers only TLS 1.1 was accepted by " + accepted + " connections, and sent "
            + sent + " requests");
    for (CallOutcome attempt : attempts) {
      bench.require(
          attempt.is(Kind.UNAVAILABLE) && attempt.sure(),
          "a call to a server that offers only TLS 1.1 must be UNAVAILABLE, effect NONE, and was "
              + attempt);
    }
    bench.require(
        bench.attempt(() -> fresh.identity(bench.call())).accepted(),
        "after a server that offers only TLS 1.1, one with newer protocols is refused as well");
  }
}

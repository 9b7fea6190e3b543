package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.wire.SecretEncodings;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Chapter 1: secrets that must not leak. Every run searches for the configuration's secrets. */
final class SecretTrials {
  /** The ones that have adapters talk most. */
  static final Set<WireFault> FAULTS = EnumSet.of(
      WireFault.ERROR_BEFORE, WireFault.GARBAGE, WireFault.RESET, WireFault.UNAUTHENTICATED);

  private SecretTrials() {}

  static void keepsSecrets(TestBench bench) {
    userData(bench);
    wrongCredentials(bench);
    bench.sweep(false);
    malformedCredentials(bench);
    everyCall(bench);
    seeksOnlyWhatIsLong(bench);
  }

  /** A password of a few letters stands in any text, so a find proves nothing. */
  private static void seeksOnlyWhatIsLong(TestBench bench) {
    long brief = bench.cloud().secrets().stream()
        .filter(secret -> !secret.isBlank() && secret.length() < SecretEncodings.SHORTEST)
        .count();
    if (brief > 0) {
      throw new NotTestableException(
          "the test cloud has " + brief + " secrets of fewer than " + SecretEncodings.SHORTEST
              + " characters, which stand in other texts by chance; give it longer ones");
    }
  }

  /** What a call sends is looked at after each run: here, all of them are made. */
  private static void everyCall(TestBench bench) {
    List<MachineId> made = new ArrayList<>();
    List<Runnable> calls = List.of(
        () -> bench.witness().noSecretIn("identity", bench.provider().identity(bench.call())),
        () -> made.add(bench.launch().id()),
        bench.lists()::pool,
        () -> bench.lists().ids(made),
        () -> made.forEach(machine -> bench.provider().terminate(machine, bench.call())));
    for (Runnable call : calls) {
      // Whether it works is another rule's matter.
      CallOutcome unused = bench.attempt(call);
    }
    bench.provider().showsNoSecret();
  }

  /** User data often holds the first password of a machine. */
  private static void userData(TestBench bench) {
    if (bench.sample().maxUserData() < 100) {
      bench.leavesOut("user data", "the sample allows " + bench.sample().maxUserData() + " bytes");
      return;
    }
    LaunchSpec spec = LaunchSpecs.userData(bench.spec(), bench.userData(100));
    CallOutcome attempt = bench.attempt(() -> {
      PreparedLaunch frozen = bench.provider().prepare(spec, bench.call());
      int made = KeyTrials.send(bench, frozen, bench.key()).machines().size();
      bench.require(made <= 1, made + " machines were made");
    });
    bench.sweep(false);
    if (attempt.accepted()) {
      // Some clouds return the user data of a machine with its row.
      bench.time().passLag();
      bench.lists().pool();
    }
    LaunchSpec tooLong =
        LaunchSpecs.userData(bench.spec(), bench.userData(bench.sample().maxUserData() + 1));
    // Whether it is refused at all is another rule's matter.
    CallOutcome unused = bench.attempt(() -> bench.provider().prepare(tooLong, bench.call()));
    bench.sweep(true);
  }

  /** Credentials that are refused are still secret. */
  private static void wrongCredentials(TestBench bench) {
    String wrong = "wrong-" + bench.token();
    bench.keepsSecret("a secret of the configuration", wrong);
    tried(bench, wrong);
  }

  /** So are those that are no credentials at all, such as with the end of a line that was copied too. */
  private static void malformedCredentials(TestBench bench) {
    String wrong = "odd-" + bench.token();
    bench.keepsSecret("a secret of the configuration", wrong);
    for (String value :
        List.of(wrong + "\u0000", wrong + "\n", "\u00e9 " + wrong, wrong.repeat(40))) {
      tried(bench, value);
    }
  }

  /** Opens an adapter with other secrets, and asks it something; watched at both. */
  private static void tried(TestBench bench, String secret) {
    Map<String, String> values = new TreeMap<>(bench.values());
    bench.factory().config().keys().stream()
        .filter(key -> key.type() == ConfigKey.Type.SECRET && values.containsKey(key.name()))
        .forEach(key -> values.put(key.name(), secret));
    if (values.equals(bench.values())) {
      bench.leavesOut("other credentials", "no key of the configuration is a SECRET");
      return;
    }
    try {
      ObservedProvider adapter = bench.another(values);
      CallOutcome unused = bench.attempt(
          () -> bench.witness().noSecretIn("identity", adapter.identity(bench.call())));
    } catch (RuntimeException refusal) {
      for (Throwable t = refusal; t != null; t = t.getCause()) {
        bench.witness().noSecretIn("the refusal of a configuration", String.valueOf(t));
      }
    }
  }
}

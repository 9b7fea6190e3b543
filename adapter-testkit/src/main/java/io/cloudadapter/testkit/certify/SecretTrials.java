package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ConfigKey;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.Secret;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Chapter 1: what must not be told. Every run looks for the configuration's secrets. */
final class SecretTrials {
  /** The ones that have adapters talk most. */
  static final Set<WireFault> FAULTS = EnumSet.of(
      WireFault.ERROR_BEFORE, WireFault.GARBAGE, WireFault.RESET, WireFault.UNAUTHENTICATED);

  private SecretTrials() {}

  static void keepsSecrets(Bench bench) {
    userData(bench);
    wrongCredentials(bench);
  }

  /** User data often holds the first password of a machine. */
  private static void userData(Bench bench) {
    if (bench.sample().maxUserData() < 100) {
      return;
    }
    String text = "pass-" + bench.token();
    LaunchSpec plain = bench.spec();
    LaunchSpec spec = new LaunchSpec(
        plain.pool(),
        plain.incarnation(),
        plain.zone(),
        plain.size(),
        plain.image(),
        plain.market(),
        plain.tags(),
        Optional.of(Secret.of(text)),
        plain.template());
    try {
      FrozenLaunch frozen = bench.provider().prepare(spec, bench.call());
      int made = bench
          .provider()
          .launch(frozen, bench.key(), 1, bench.call())
          .machines()
          .size();
      bench.require(made <= 1, made + " machines were made");
    } catch (CloudException error) {
      requireHidden(bench, text, "user data", error);
    }
  }

  /** Credentials that are refused are still secret. */
  private static void wrongCredentials(Bench bench) {
    Map<String, String> values = new TreeMap<>(bench.values());
    String wrong = "wrong-" + bench.token();
    List<ConfigKey> keys = bench.factory().config().keys().stream()
        .filter(key -> key.type() == ConfigKey.Type.SECRET && values.containsKey(key.name()))
        .toList();
    if (keys.isEmpty()) {
      return;
    }
    keys.forEach(key -> values.put(key.name(), wrong));
    Watched adapter = bench.another(values);
    try {
      bench.require(!adapter.identity(bench.call()).contains(wrong), "identity shows a secret");
    } catch (CloudException refused) {
      requireHidden(bench, wrong, "a secret of the configuration", refused);
    }
  }

  private static void requireHidden(Bench bench, String secret, String what, CloudException error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      String shown = t == error ? error.summary() + error : String.valueOf(t);
      bench.require(
          !shown.contains(secret), "an error shows " + what + ": " + shown.replace(secret, "***"));
    }
  }
}

package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Chapter 1: identity and configuration. What {@code open} refuses is in {@link OpenTrials}. */
public final class IdentityTrials {
  /** No call, lag or wait of a cloud is longer. */
  private static final Duration SANE = Duration.ofDays(1);

  private static final int LONGEST_IDENTITY = 256;

  private IdentityTrials() {}

  public static List<Trial> all() {
    // After a change of accounts, what was read before is meant to differ.
    Set<WireFault> timeless = EnumSet.complementOf(EnumSet.of(WireFault.CUT, WireFault.STALE));
    return List.of(
        Trial.of("MP-1.1", IdentityTrials::isFound).onLiveToo(),
        Trial.of("MP-1.2", OpenTrials::opensWithoutIo).onLiveToo(),
        Trial.of("MP-1.3", OpenTrials::knowsItsKeys).onLiveToo(),
        Trial.of("MP-1.4", SecretTrials::keepsSecrets).withFaults(SecretTrials.FAULTS),
        Trial.of("MP-1.5", IdentityTrials::promisesConstants).onLiveToo(),
        Trial.of("MP-1.6", IdentityTrials::tellsTheAccount).withFaults(timeless).onLiveToo(),
        Trial.of("MP-1.7", IdentityTrials::documentsItsKeys).onLiveToo());
  }

  private static void isFound(TestBench bench) {
    MachineProviderFactory given = bench.factory();
    Class<?> type = given.getClass();
    Set<Thread> before = ThreadLeakCheck.in(Thread.currentThread().getThreadGroup());
    MachineProviderFactory found;
    try {
      found = ServiceLoader.load(MachineProviderFactory.class, type.getClassLoader()).stream()
          .filter(provider -> provider.type() == type)
          .findFirst()
          .orElseThrow(() -> new RuleViolation("ServiceLoader does not find " + type.getName()))
          .get();
    } catch (ServiceConfigurationError error) {
      throw new RuleViolation("ServiceLoader fails: " + error.getMessage(), error);
    }
    Set<Thread> after = ThreadLeakCheck.in(Thread.currentThread().getThreadGroup());
    after.removeAll(before);
    bench.require(after.isEmpty(), "the constructor started " + after);
    String name = given.name();
    bench.require(name.matches("[a-z][a-z0-9-]*"), "the adapter's name is \"" + name + "\"");
    bench.require(
        given.name().equals(name) && found.name().equals(name),
        "the name is " + name + ", then " + given.name() + ", and " + found.name() + " of another "
            + type.getSimpleName());
  }

  private static void promisesConstants(TestBench bench) throws Exception {
    int before = bench.line().crossings().size();
    ProviderProfile first = bench.profile();
    bench.require(
        bench.line().crossings().size() == before,
        "profile() made an exchange: " + bench.line().evidence().get());
    List<ProviderProfile> seen =
        new ArrayList<>(ConcurrentCalls.together(bench, 10, i -> bench.profile()));
    String unused = bench.provider().identity(bench.call());
    seen.add(bench.profile());
    for (ProviderProfile next : seen) {
      bench.require(next.equals(first), "the profile was " + first + ", then " + next);
    }
    requireSane(bench, "callTimeout", first.callTimeout());
    requireSane(bench, "lateAcceptance", first.lateAcceptance());
    requireSane(bench, "visibleWithin", first.visibleWithin());
    requireSane(bench, "goneWithin", first.goneWithin());
    LaunchKeySupport keys = first.keySupport();
    bench.require(
        keys.kind() == LaunchKeySupport.Kind.NONE || keys.lifetime().compareTo(first.settle()) > 0,
        "the profile's keys live for " + keys.lifetime() + ", and a launch settles in "
            + first.settle());
  }

  private static void requireSane(TestBench bench, String what, Duration time) {
    bench.require(
        time.compareTo(SANE) <= 0, "the profile's " + what + " is " + time.toHours() + " hours");
  }

  private static void tellsTheAccount(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    ObservedProvider again = bench.another();
    String first = core.read("identity", () -> bench.provider().identity(bench.call()));
    bench.require(
        !first.isEmpty() && first.length() <= LONGEST_IDENTITY,
        "identity has " + first.length() + " characters");
    bench.witness().noSecretIn("identity", first);
    String second = core.read("identity", () -> again.identity(bench.call()));
    String third = core.read("identity", () -> bench.provider().identity(bench.call()));
    bench.require(
        first.equals(second) && first.equals(third),
        "identity is " + first + ", then " + third + ", and " + second + " from another adapter");
    bench.truth().provoking(TestCloudConsole::switchAccount);
    String other = core.read("identity", () -> bench.provider().identity(bench.call()));
    bench.require(
        !other.equals(first), "identity is still " + first + " when another account is reached");
  }

  private static void documentsItsKeys(TestBench bench) {
    documents(bench, "config()", bench.factory().config(), bench.factory().config());
    documents(bench, "template()", bench.factory().template(), bench.factory().template());
  }

  private static void documents(TestBench bench, String where, ConfigSpec spec, ConfigSpec again) {
    bench.require(
        spec.keys().equals(again.keys()), where + " is " + spec.keys() + ", then " + again.keys());
    for (ConfigKey key : spec.keys()) {
      bench.require(
          key.doc().strip().contains(" "),
          where + " documents " + key.name() + " as \"" + key.doc() + "\"");
    }
  }

  /** The configuration with one value changed. */
  static Map<String, String> with(TestBench bench, String key, String value) {
    Map<String, String> values = new TreeMap<>(bench.values());
    values.put(key, value);
    return values;
  }

  static Set<String> named(ConfigException refusal) {
    return refusal.faults().stream().map(ConfigError::key).collect(Collectors.toSet());
  }
}

package io.cloudadapter.testkit.files;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.wire.SecretFinder;
import io.cloudadapter.testkit.wire.WireFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Chapter 1: secrets that adapters leave in files. It looks for secrets of this run only: user data and credentials
 * that it makes for itself, and what its logins are answered with. The configuration's secrets belong to the test
 * cloud, which may keep them in files of its own.
 */
public final class LeftFileTrials {
  /** The ones after which programs write down what they have sent. */
  private static final Set<WireFault> FAULTS =
      EnumSet.of(WireFault.ERROR_BEFORE, WireFault.GARBAGE);

  private static final int USER_DATA = 100;

  /** A shorter value in the answer to a login may be a name, which files of other programs hold as well. */
  private static final int SHORTEST_TOKEN = 20;

  /** No other run of this process has the same secrets, nor has one of another process. */
  private static final AtomicLong SECRETS = new AtomicLong();

  private final TestBench bench;
  private final ChangedFiles files;
  private final Map<String, String> secrets = new LinkedHashMap<>();

  private LeftFileTrials(TestBench bench) {
    this.bench = bench;
    this.files = new ChangedFiles(
        Set.copyOf(List.of(temporary(), working())), bench.cloud().files());
  }

  public static List<Trial> all() {
    return List.of(Trial.of("MP-1.10", LeftFileTrials::leavesNoSecretInFiles)
        .needs("MP-2.20")
        .withFaults(FAULTS));
  }

  private static void leavesNoSecretInFiles(TestBench bench) {
    LeftFileTrials trial = new LeftFileTrials(bench);
    trial.launches();
    trial.search("while the adapter is open");
    trial.logsInWithOtherCredentials();
    trial.makesTheOtherCalls();
    trial.search("after an adapter was closed");
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir", "")).toAbsolutePath();
  }

  private static Path working() {
    return Path.of("").toAbsolutePath();
  }

  /** A path as people look for it. Either folder may lie in the other: the nearer one names the file. */
  static String named(Path file, Path temporary, Path working) {
    boolean inWorking =
        file.startsWith(working) && (working.startsWith(temporary) || !file.startsWith(temporary));
    Path folder = inWorking ? working : temporary;
    return "file " + folder.relativize(file) + " of the " + (inWorking ? "working" : "temporary")
        + " directory";
  }

  private String secret(String what) {
    String secret =
        bench.token() + "-" + ProcessHandle.current().pid() + "-" + SECRETS.incrementAndGet();
    secrets.put(secret, what);
    bench.keepsSecret(what, secret);
    return secret;
  }

  private void launches() {
    int most = bench.sample().maxUserData();
    if (most < USER_DATA) {
      bench.leavesOut("user data", "the sample allows " + most + " bytes");
      CallOutcome unused = bench.attempt(bench::launch);
      return;
    }
    LaunchSpec spec = LaunchSpecs.userData(bench.spec(), secret("user data"));
    // Whether it works is another rule's matter.
    CallOutcome unused = bench.attempt(() -> {
      PreparedLaunch frozen = bench.provider().prepare(spec, bench.call());
      bench.provider().asks(frozen, bench.key(), bench.call());
    });
  }

  private void logsInWithOtherCredentials() {
    String wrong = secret("a secret of the configuration");
    Map<String, String> values = new TreeMap<>(bench.values());
    bench.factory().config().keys().stream()
        .filter(key -> key.type() == ConfigKey.Type.SECRET && values.containsKey(key.name()))
        .forEach(key -> values.put(key.name(), wrong));
    try {
      ObservedProvider adapter = bench.another(values);
      CallOutcome unused = bench.attempt(() -> adapter.identity(bench.call()));
    } catch (RuntimeException refused) {
      // An adapter may refuse them when it is opened.
    }
  }

  private void makesTheOtherCalls() {
    List<MachineId> made = new ArrayList<>();
    ObservedProvider closing = bench.apart();
    List<Runnable> calls = List.of(
        () -> made.add(bench.launch().id()),
        bench.lists()::pool,
        () -> made.forEach(machine -> bench.provider().terminate(machine, bench.call())),
        () -> closing.identity(bench.call()));
    for (Runnable call : calls) {
      CallOutcome unused = bench.attempt(call);
    }
    closing.closeAtLast();
  }

  private void search(String when) {
    Map<String, String> sought = new LinkedHashMap<>(secrets);
    bench.witness().issued().stream()
        .filter(token -> token.length() >= SHORTEST_TOKEN)
        .forEach(token -> sought.put(token, "a credential that crossed the wire"));
    SecretFinder finder = new SecretFinder();
    sought.keySet().forEach(finder::add);
    files
        .texts()
        .forEach((file, text) -> finder.in(text).stream()
            .map(sought::get)
            .sorted()
            .forEach(what -> bench.require(
                false, when + ", " + named(file, temporary(), working()) + " holds " + what)));
  }
}

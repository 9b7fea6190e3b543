package io.cloudadapter.testkit.load;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.run.CallMix;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.OtherAccount;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What adapters remember of a cloud: not for ever, not for another account, and not past the end of a token. */
public final class MemoryTrials {
  /** How old what an adapter remembers may be. */
  private static final Duration OLD = Duration.ofHours(1);

  /** Between looks in the life of a token, so that it ends between two of them, in the middle of no round number. */
  private static final Duration LOOKS = Duration.ofMinutes(31);

  /** For more than a day, the life of most tokens. */
  private static final int ROUNDS = 6;

  private MemoryTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-1.8", MemoryTrials::learnsAnew).needs("MP-2.20"),
        Trial.of("MP-1.9", MemoryTrials::keepsAccountsApart).needs("MP-2.20", "MP-8.4"),
        Trial.of("MP-6.10", MemoryTrials::tokensEndByTheCloudsClock).needs("MP-6.5"));
  }

  // ---- not for ever

  private static void learnsAnew(TestBench bench) {
    if (bench.subject().outlivesRuns()) {
      throw new NotTestableException("would have to wait for an hour of real time");
    }
    ObservedProvider old = bench.provider();
    List<Object> unused = remembered(bench, old);
    launched(bench, old);
    changes(bench);
    bench.time().pass(OLD.plus(bench.profile().listLag()).plusMillis(1));
    List<Object> seen = remembered(bench, old);
    List<Object> wanted = remembered(bench, bench.another());
    bench.require(
        seen.equals(wanted),
        "an hour after the cloud has changed, an adapter answers " + different(seen, wanted));
    isMadeOfTodaysImage(bench, old, "an hour after its name was given to another image");
  }

  private static String different(List<Object> seen, List<Object> wanted) {
    for (int i = 0; i < Math.min(seen.size(), wanted.size()); i++) {
      if (!seen.get(i).equals(wanted.get(i))) {
        return seen.get(i) + ", and one that was opened anew " + wanted.get(i);
      }
    }
    return seen + ", and one that was opened anew " + wanted;
  }

  /** Each of these changes is left out where the console cannot make it; then the rest still says something. */
  private static void changes(TestBench bench) {
    bench
        .sample()
        .image()
        .ifPresent(image -> bench
            .truth()
            .attempts("an image's name that moves", console -> console.moveImage(image)));
    bench.truth().attempts("a quota that changes", console -> console.leaveRoom(5));
    bench.truth().attempts("a catalog that changes", TestCloudConsole::changeCatalog);
  }

  /** All that an adapter answers of its account and the cloud's catalog. */
  private static List<Object> remembered(TestBench bench, ObservedProvider adapter) {
    List<Object> all = new ArrayList<>();
    CloudResourceFixture fixture = CloudResourceFixture.by(bench, adapter);
    all.add("identity " + adapter.identity(bench.call()));
    all.add(new Prepared(adapter.prepare(bench.spec(), bench.call())));
    if (bench.claims(Zones.class)) {
      all.add("zones " + fixture.zones());
    }
    if (bench.claims(MachineSizeCatalog.class)) {
      all.add("sizes " + fixture.sizes());
    }
    if (bench.claims(Quotas.class)) {
      all.add("quotas " + fixture.quotas());
    }
    return all;
  }

  /** A prepared launch is opaque, and may hold secrets. */
  private record Prepared(PreparedLaunch launch) {
    @Override
    public String toString() {
      return "other bytes for one spec";
    }
  }

  private static MachineId launched(TestBench bench, ObservedProvider adapter) {
    return adapter
        .launch(adapter.prepare(bench.spec(), bench.call()), bench.key(), 1, bench.call())
        .machines()
        .get(0)
        .id();
  }

  private static void isMadeOfTodaysImage(TestBench bench, ObservedProvider adapter, String when) {
    bench.sample().image().ifPresent(image -> {
      MachineId machine = launched(bench, adapter);
      List<String> images = new ArrayList<>();
      if (bench.truth().attempts("which image a name stands for", console -> {
        images.add(console.imageNamed(image));
        images.add(console.imageOf(machine));
      })) {
        bench.require(
            images.get(0).equals(images.get(1)),
            "image " + image + " is " + images.get(0) + ", and " + when
                + " a launch makes a machine of " + images.get(1));
      }
    });
  }

  // ---- not for another account

  private static void keepsAccountsApart(TestBench bench) {
    if (bench.cloud().console().isEmpty()) {
      throw new NotTestableException(
          "this cloud has no console: " + bench.setting().mode());
    }
    launched(bench, bench.provider());
    OtherAccount.use(bench, other -> {
      changes(other);
      isMadeOfTodaysImage(
          other, other.provider(), "in an account after a launch in another account");
      alike(bench, other, adapter -> adapter.identity(bench.call()));
    });
  }

  /** Both accounts go on answering as they did. */
  private static void alike(
      TestBench bench, TestBench other, Function<ObservedProvider, String> asks) {
    String here = asks.apply(bench.provider());
    String there = asks.apply(other.provider());
    bench.require(
        asks.apply(bench.another()).equals(here) && asks.apply(other.another()).equals(there),
        "an adapter answers for another account than its own");
    isMadeOfTodaysImage(bench, bench.provider(), "after launches in another account");
  }

  // ---- not past a token's end

  private static void tokensEndByTheCloudsClock(TestBench bench) {
    if (bench.subject().outlivesRuns()) {
      throw new NotTestableException("would have to wait for the end of a token in real time");
    }
    if (!bench.wired()) {
      throw NotTestableException.notThere("without a wire there are no tokens");
    }
    for (Duration off : List.of(OLD, OLD.negated())) {
      InstantSource now = bench.clock();
      ProviderEnvironment ours = bench.environment();
      ProviderEnvironment theirs = new ProviderEnvironment(
          ours.account(), () -> now.instant().plus(off), ours.ticker(), ours.random());
      ObservedProvider adapter = bench.another(theirs);
      for (int i = 0; i < ROUNDS; i++) {
        try {
          new CallMix(bench).straight(adapter);
        } catch (CloudException | RuleViolation wrong) {
          throw new RuleViolation(
              "with our clock " + off.toHours() + " h off, "
                  + LOOKS.multipliedBy(i).toMinutes()
                  + " minutes after the first call, a call failed: " + wrong.getMessage(),
              wrong);
        }
        bench.time().pass(i == ROUNDS - 2 ? Duration.ofHours(25) : LOOKS);
      }
    }
  }
}

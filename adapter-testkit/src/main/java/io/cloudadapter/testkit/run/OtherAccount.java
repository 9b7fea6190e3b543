package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.util.List;
import java.util.function.Consumer;

/** A second account: a cloud of its own with an adapter on it, for rules about what must not cross accounts. */
public final class OtherAccount {
  private OtherAccount() {}

  /** Another account: a cloud of its own with an adapter on it, for as long as it is used. */
  public static void use(TestBench bench, Consumer<TestBench> use) {
    try (TestCloud there = GuardedCloud.start(
            bench.subject().clouds(), bench.setting().clock(), bench.setting().seed() + 1);
        FaultProxy wire = TrialRunner.wire(there)) {
      ObservationLog seen = new ObservationLog(there.secrets());
      RunConfig same = new RunConfig(
          bench.setting().seed() + 1,
          bench.setting().mode(),
          bench.setting().clock(),
          bench.setting().callTime(),
          bench.setting().time(),
          there.config(wire),
          bench.setting().shortCalls(),
          bench.setting().limits());
      ExchangeMonitor between = TrialRunner.line(there, wire);
      between.plan(List.of());
      TestBench other = new TestBench(bench.subject(), same, between, there, seen);
      try {
        use.accept(other);
      } finally {
        other.open().forEach(ObservedProvider::closeAtLast);
        seen.looksBack();
        seen.seen().forEach(one -> bench.witness().saw(one.rule(), one.what()));
        seen.leftOut().forEach(bench.witness()::leavesOut);
        for (int i = 0; i < seen.late(); i++) {
          bench.witness().sawLate();
        }
      }
    }
  }
}

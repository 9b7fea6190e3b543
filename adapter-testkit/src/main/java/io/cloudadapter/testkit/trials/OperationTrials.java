package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Launches that the cloud runs as operations: their end, their failure, their repetition, and their loss. */
public final class OperationTrials {
  private static final Duration STEP = Duration.ofSeconds(1);

  private OperationTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-9.50", OperationTrials::endsWithItsMachines).withFaults(),
            Trial.of("MP-9.51", OperationTrials::failureIsTheCloudsOwn).withFaults(),
            Trial.of("MP-9.52", OperationTrials::sameKeySameOperation),
            Trial.of("MP-9.53", OperationTrials::lostOperationShowsNothing).withFaults())
        .map(trial -> trial.of(LaunchOperations.class).needs("MP-9.1", "MP-2.1"))
        .toList();
  }

  private static void endsWithItsMachines(TestBench bench) {
    LaunchKey key = bench.key();
    LaunchOperation operation = begun(bench, new CoreRetryModel(bench).prepare(), key);
    bench.sweep(true);
    LaunchProgress end = ended(bench, bench.provider(), operation);
    MachineSighting made = machine(bench, operation, end, key);
    bench.require(
        bench.truth().of(key).size() == 1,
        "operation " + operation + " ends with machine " + made.id()
            + ", and the cloud has another number of machines under its key");
    LaunchProgress elsewhere = ended(bench, bench.another(), operation);
    bench.require(
        machine(bench, operation, elsewhere, key).id().equals(made.id()),
        "operation " + operation + " made " + made.id()
            + ", and another adapter on the account finds another machine");
  }

  private static void failureIsTheCloudsOwn(TestBench bench) {
    bench.truth().provoking(console -> console.failLater(Kind.CAPACITY));
    LaunchSpec spec = bench.spec();
    LaunchKey key = bench.key();
    LaunchOperation operation = begun(bench, new CoreRetryModel(bench).prepare(), key);
    bench.sweep(true);
    LaunchProgress end = ended(bench, bench.provider(), operation);
    LaunchFailure failure = failure(operation, end);
    bench.require(
        failure.kind() == Kind.CAPACITY,
        "operation " + operation + " failed for want of capacity, and its progress shows "
            + failure.kind());
    bench.require(
        failure.scope().covers(spec.zone(), spec.size(), spec.market()),
        "operation " + operation + " failed in another place than its own: " + failure.scope());
    if (end instanceof LaunchProgress.Failed) {
      bench.time().pass(bench.profile().settle());
      bench.require(
          bench.truth().of(key).isEmpty(),
          "operation " + operation + " failed, and the cloud has "
              + bench.truth().of(key));
      bench.require(
          new CoreRetryModel(bench)
              .complete(ListQuery.keys(TestBench.POOL, List.of(key))).rows().stream()
                  .noneMatch(row -> row.end() != MachineSighting.End.FINAL),
          "operation " + operation + " failed, and a list shows a machine under its key");
    }
  }

  /** Either the operation failed and left nothing, or it left a broken machine. */
  private static LaunchFailure failure(LaunchOperation operation, LaunchProgress end) {
    if (end instanceof LaunchProgress.Failed failed) {
      return failed.failure();
    }
    return Optional.of(end)
        .filter(LaunchProgress.Done.class::isInstance)
        .map(LaunchProgress.Done.class::cast)
        .flatMap(done -> done.result().machines().stream()
            .filter(row -> row.state() == MachineState.REJECTED)
            .findFirst())
        .flatMap(MachineSighting::failure)
        .orElseThrow(() ->
            new RuleViolation("operation " + operation + " failed, and its progress is " + end));
  }

  private static void sameKeySameOperation(TestBench bench) {
    LaunchKey key = bench.key();
    PreparedLaunch prepared = bench.prepare();
    LaunchOperation first = begun(bench, prepared, key);
    LaunchKeySupport.Kind keys = bench.profile().keySupport().kind();
    if (keys == LaunchKeySupport.Kind.TOKEN) {
      LaunchResult again = bench.provider().begin(prepared, key, 1, bench.call());
      bench.require(
          again.operation().equals(Optional.of(first)),
          "a launch runs as operation " + first + ", and the same launch under the same key is "
              + again.operation().map(LaunchOperation::id).orElse("no operation"));
    } else if (keys == LaunchKeySupport.Kind.NAME) {
      CallOutcome again = bench.attempt(() -> bench.provider().asks(prepared, key, bench.call()));
      bench.require(
          again.error().flatMap(error -> error.conflict()).equals(Optional.of(Conflict.NAME_TAKEN)),
          "a launch runs as operation " + first + ", and the same name again is " + again
              + ", not NAME_TAKEN");
    } else {
      bench.leavesOut("a second sending", "the cloud recognises no keys");
    }
    LaunchProgress end = ended(bench, bench.provider(), first);
    bench.require(end instanceof LaunchProgress.Done, "operation " + first + " ends as " + end);
    bench.time().pass(bench.profile().settle());
    bench.require(
        bench.truth().of(key).size() == 1,
        "one launch runs as operation " + first + ", and the cloud has "
            + bench.truth().of(key).size() + " machines under its key");
  }

  private static void lostOperationShowsNothing(TestBench bench) {
    LaunchKey key = bench.key();
    LaunchOperation operation = begun(bench, new CoreRetryModel(bench).prepare(), key);
    bench.sweep(true);
    LaunchProgress end = ended(bench, bench.provider(), operation);
    bench.require(end instanceof LaunchProgress.Done, "operation " + operation + " ends as " + end);
    bench.truth().provoking(TestCloudConsole::forgetOperations);
    LaunchProgress later = progress(bench, bench.provider(), operation);
    bench.require(
        later instanceof LaunchProgress.Unknown,
        "the cloud has forgotten operation " + operation + ", and its progress is " + later
            + ", not Unknown");
  }

  private static LaunchOperation begun(TestBench bench, PreparedLaunch prepared, LaunchKey key) {
    bench.sweep(false);
    return bench
        .provider()
        .begin(prepared, key, 1, bench.call())
        .operation()
        .orElseThrow(() -> new RuleViolation(
            "the adapter claims LaunchOperations, and a launch returns no operation"));
  }

  private static LaunchProgress progress(
      TestBench bench, ObservedProvider provider, LaunchOperation operation) {
    return new CoreRetryModel(bench).read("check of an operation", () -> provider.check(operation));
  }

  private static LaunchProgress ended(
      TestBench bench, ObservedProvider provider, LaunchOperation operation) {
    Duration longest = bench.profile().settle();
    for (Duration waited = Duration.ZERO;
        waited.compareTo(longest) <= 0;
        waited = waited.plus(STEP)) {
      LaunchProgress progress = progress(bench, provider, operation);
      if (progress instanceof LaunchProgress.Unknown) {
        throw new RuleViolation(
            "operation " + operation + " was accepted, and its progress is Unknown");
      }
      if (!(progress instanceof LaunchProgress.Running)) {
        return progress;
      }
      bench.time().pass(STEP);
    }
    throw new RuleViolation("operation " + operation
        + " has not ended within call time-out, late acceptance and list lag");
  }

  private static MachineSighting machine(
      TestBench bench, LaunchOperation operation, LaunchProgress end, LaunchKey key) {
    if (!(end instanceof LaunchProgress.Done done)) {
      throw new RuleViolation("operation " + operation + " ends as " + end);
    }
    List<MachineSighting> made = done.result().machines();
    bench.require(
        made.size() == 1
            && made.get(0).key().equals(Optional.of(key))
            && made.get(0).pool().equals(Optional.of(TestBench.POOL)),
        "operation " + operation + " makes one machine under key " + key + ", and its progress"
            + " shows " + made);
    return made.get(0);
  }
}

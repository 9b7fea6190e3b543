package io.cloudadapter.testkit.conversation;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes the calls of a conversation, and compares the outcome of each with the model and the model with the cloud. */
final class ConversationCalls {
  private final TestBench bench;
  private final CloudModel model;
  private ObservedProvider adapter;
  private int opening = 1;

  ConversationCalls(TestBench bench, CloudModel model) {
    this.bench = bench;
    this.model = model;
    this.adapter = bench.provider();
  }

  /** Another process opens the adapter. */
  void reopen() {
    adapter = bench.another();
    opening++;
  }

  /** Machines of the pool that the adapter has shown, and that it must be able to find. */
  List<ModelMachine> known() {
    Instant now = bench.clock().instant();
    return model.machines().stream()
        .filter(ModelMachine::isOfPool)
        .filter(machine -> machine.isKnown(opening, now, bench.profile().visibleWithin()))
        .toList();
  }

  private void shown(List<MachineSighting> rows) {
    rows.forEach(row -> model.machine(row.id()).ifPresent(machine -> machine.shownBy(opening)));
  }

  /** Freezes a launch, if the adapter does. */
  CallOutcome prepare(Function<ObservedProvider, ModelLaunch> freezes) {
    CallOutcome outcome = ended(bench.attempt(() -> model.add(freezes.apply(adapter))), "frozen");
    bench.require(
        outcome.accepted() || outcome.sure(), "prepare only reads, and its effect is UNKNOWN");
    model.compare();
    return outcome;
  }

  // ---- launches

  /** Sends a launch, for the first time or again. */
  CallOutcome launch(ModelLaunch launch) {
    launch.sent(bench.clock().instant());
    List<MachineSighting> machines = new ArrayList<>();
    CallOutcome outcome = bench.attempt(() -> machines.addAll(
        adapter.launch(launch.frozen(), launch.key(), 1, bench.call()).machines()));
    ended(outcome, "machine " + ids(machines));
    Optional<MachineId> before = launch.returned();
    if (outcome.accepted()) {
      launch.returned(machines.get(0).id());
    } else if (!outcome.sure()) {
      launch.doubts();
    }
    model.compare();
    shown(machines);
    if (outcome.accepted()) {
      launched(launch, machines, before);
    } else {
      refused(launch, outcome);
    }
    return outcome;
  }

  private void launched(
      ModelLaunch launch, List<MachineSighting> machines, Optional<MachineId> before) {
    MachineSighting row = machines.get(0);
    bench.require(
        machines.size() == 1, launch + " asked for one machine, and returned " + ids(machines));
    bench.require(
        before.isEmpty() || before.get().equals(row.id()),
        launch + " returned machine " + before.map(MachineId::value).orElse("")
            + " first, and machine " + row.id() + " when it was sent again");
    ModelMachine machine = model
        .machine(row.id())
        .filter(made -> made.launch().equals(Optional.of(launch)))
        .orElseThrow(() -> new RuleViolation(launch + " returned machine " + row.id()
            + ", which the cloud does not have under its key"));
    bench.require(
        machine.lives() || mayBeShown(machine),
        launch + " returned " + machine + ", which has ended");
    bench.require(
        row.key().equals(Optional.of(launch.key())),
        launch + " returned a machine without its key: " + row);
    launch.spec().zone().ifPresent(zone -> {
      String shown = row.zone().orElse(zone);
      bench.require(
          shown.equals(zone),
          launch + " returned a machine in zone " + shown + " and not in " + zone);
      String made = zoneOf(row.id()).orElse(zone);
      bench.require(
          made.equals(zone), launch + " made a machine in zone " + made + " and not in " + zone);
    });
  }

  /** Whether a list may still show an ended machine, so that a resend may return it, too (MP-2.5). */
  private boolean mayBeShown(ModelMachine machine) {
    Instant now = bench.clock().instant();
    return bench.profile().keySupport().kind() == LaunchKeySupport.Kind.TOKEN
        && machine
            .ended()
            .filter(end -> end.plus(bench.profile().goneWithin()).isAfter(now))
            .isPresent();
  }

  private Optional<String> zoneOf(MachineId machine) {
    try {
      return Optional.of(bench.truth().console().zoneOf(machine));
    } catch (UnsupportedOperationException unknown) {
      return Optional.empty();
    }
  }

  private void refused(ModelLaunch launch, CallOutcome outcome) {
    bench.require(
        !outcome.is(Conflict.KEY_MISMATCH),
        launch + " was sent as it was frozen, and was refused as another request under its key");
    bench.require(
        !outcome.is(Conflict.KEY_SPENT) || !model.lives(launch),
        launch + " was refused as KEY_SPENT, and its machine lives: " + launch.made());
    boolean taken = outcome.is(Conflict.KEY_SPENT) || outcome.is(Conflict.NAME_TAKEN);
    bench.require(
        !taken || !launch.made().isEmpty() || launch.isDoubtful(),
        launch + " was refused as if its key was used, and it has made no machine: " + outcome);
  }

  // ---- machines

  CallOutcome terminate(ModelMachine machine) {
    CallOutcome outcome =
        ended(bench.attempt(() -> adapter.terminate(machine.id(), bench.call())), "terminated");
    if (outcome.accepted()) {
      machine.terminated(bench.clock().instant());
    } else if (!outcome.sure()) {
      machine.ends();
    }
    model.compare();
    bench.require(
        !outcome.is(Kind.NOT_FOUND) || !machine.lives() || machine.mayEnd(),
        "terminate of " + machine + " was NOT_FOUND, and the machine lives");
    return outcome;
  }

  void label(ModelMachine machine, String value) {
    CallOutcome outcome = ended(
        bench.attempt(() -> bench
            .relabel(adapter)
            .label(machine.id(), Map.of(ModelMachine.LABEL, value), bench.call())),
        "labelled");
    if (outcome.accepted() || !outcome.sure()) {
      machine.labelled(value, outcome.accepted());
    }
    model.compare();
    Instant now = bench.clock().instant();
    bench.require(
        !outcome.is(Kind.NOT_FOUND) || !machine.isVisible(now, bench.profile().visibleWithin()),
        "label of " + machine + " was NOT_FOUND, and the machine lives");
  }

  void adopt(ModelMachine machine) {
    OwnershipMarks marks =
        new OwnershipMarks(TestBench.POOL, bench.incarnation(), Optional.empty());
    CallOutcome outcome = ended(
        bench.attempt(() -> bench.adoption(adapter).mark(machine.id(), marks, bench.call())),
        "marked");
    if (outcome.accepted() || !outcome.sure()) {
      machine.marked(outcome.accepted(), bench.clock().instant());
    }
    model.compare();
  }

  // ---- lists

  /** Reads a list and compares it; says whether it is complete, and the error if there is none. */
  CallOutcome list(String what, ListQuery query) {
    List<MachineSighting> rows = new ArrayList<>();
    boolean[] complete = {false};
    Instant begin = bench.clock().instant();
    CallOutcome outcome = bench.attempt(
        () -> complete[0] = adapter.list(query, rows::add, bench.call()).complete());
    List<MachineSighting> ours = rows.stream().filter(this::isOfThisRun).toList();
    ended(outcome, (complete[0] ? "complete, " : "incomplete, ") + ids(ours));
    model.compare();
    shown(ours);
    if (outcome.accepted()) {
      new ListComparison(what, query, begin, ours, complete[0]).with(model, bench.profile());
    }
    boolean partial = outcome.accepted() && !complete[0];
    return partial
        ? new CallOutcome(
            Optional.of(CloudException.of(Kind.UNAVAILABLE, Effect.NONE, "the list is incomplete")
                .build()))
        : outcome;
  }

  /** A cloud that outlives the run may have machines of earlier ones. */
  private boolean isOfThisRun(MachineSighting row) {
    return row.incarnation().filter(life -> !life.equals(bench.incarnation())).isEmpty();
  }

  private static String ids(List<MachineSighting> rows) {
    return rows.isEmpty()
        ? "none"
        : rows.stream().map(row -> row.id().value()).collect(Collectors.joining(", "));
  }

  private CallOutcome ended(CallOutcome outcome, String done) {
    bench
        .witness()
        .stepEnds(outcome
            .error()
            .map(error -> error.kind() + error.conflict().map(why -> " " + why).orElse("")
                + ", effect " + error.effect())
            .orElse(done));
    return outcome;
  }
}

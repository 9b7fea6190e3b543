package io.cloudadapter.testkit.conversation;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSighting.End;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares a list of the adapter with the model.
 *
 * @param what the list, in words
 * @param query what was asked for
 * @param begin when the list began
 * @param rows what it showed
 * @param complete whether the adapter called it complete
 */
record ListComparison(
    String what, ListQuery query, Instant begin, List<MachineSighting> rows, boolean complete) {

  /** Fails if a row is not true, or if a complete list lacks a machine that it must show. */
  void with(CloudModel model, ProviderProfile profile) {
    rows.forEach(row -> isTrue(row, model, profile.goneWithin()));
    if (!complete) {
      return;
    }
    Set<MachineId> shown = rows.stream().map(MachineSighting::id).collect(Collectors.toSet());
    for (ModelMachine machine : model.machines()) {
      if (isAsked(machine)
          && machine.isVisible(begin, profile.visibleWithin())
          && !shown.contains(machine.id())) {
        throw new RuleViolation(
            what + ", and the list lacks " + machine + " and is called complete");
      }
    }
  }

  private boolean isAsked(ModelMachine machine) {
    Optional<LaunchKey> key = machine.launch().map(ModelLaunch::key);
    return switch (query.kind()) {
      case POOL -> machine.isOfPool();
      case KEYS -> key.filter(query.keys()::contains).isPresent();
      case IDS -> query.ids().contains(machine.id());
    };
  }

  private void isTrue(MachineSighting row, CloudModel model, Duration goneWithin) {
    ModelMachine machine = model
        .machine(row.id())
        .orElseThrow(() ->
            new RuleViolation(what + ", and the list shows a machine that never was: " + row));
    boolean gone = row.end() == End.FINAL;
    if (gone && machine.lives() && !machine.mayEnd()) {
      throw new RuleViolation(what + ", and the list shows " + machine + " as ended, but it lives");
    }
    if (!gone
        && machine.ended().filter(end -> end.plus(goneWithin).isBefore(begin)).isPresent()) {
      throw new RuleViolation(
          what + ", and the list shows " + machine + " as if it lived, but it has ended");
    }
    if (query.kind() == ListQuery.Kind.IDS && !query.ids().contains(row.id())) {
      throw new RuleViolation(what + ", and the list shows " + machine + " as well");
    }
    if (query.kind() != ListQuery.Kind.IDS && !row.pool().equals(Optional.of(TestBench.POOL))) {
      throw new RuleViolation(what + ", and the list shows a machine of another pool: " + row);
    }
    machine.launch().ifPresent(launch -> isOf(launch, row));
  }

  private void isOf(ModelLaunch launch, MachineSighting row) {
    if (!row.key().equals(Optional.of(launch.key()))) {
      throw new RuleViolation(
          what + ", and the list shows the machine of " + launch + " with another key: " + row);
    }
    Optional<String> zone = launch.spec().zone();
    if (zone.isPresent() && row.zone().isPresent() && !row.zone().equals(zone)) {
      throw new RuleViolation(what + ", and the list shows the machine of " + launch + " in zone "
          + row.zone().get() + " and not in " + zone.get());
    }
  }
}

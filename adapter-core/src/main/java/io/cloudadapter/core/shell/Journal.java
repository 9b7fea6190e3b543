package io.cloudadapter.core.shell;

import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.keeper.Outcome;
import io.cloudadapter.core.keeper.Step;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says of each change of a pool's desired size from what to what, and why, if somebody has decided. */
final class Journal {
  private final Consumer<String> out;
  private OptionalInt desired = OptionalInt.empty();

  Journal(Consumer<String> out) {
    this.out = out;
  }

  /** Looks at what readers see from now on, and at what callers are told. */
  void note(PoolView view, List<Step.Answer> answers) {
    int now = view.desiredSize();
    desired.ifPresent(before -> {
      if (before != now) {
        String why = answers.stream()
            .flatMap(answer -> answer.outcome().stream())
            .flatMap(Journal::steps)
            .collect(Collectors.joining("; "));
        out.accept("pool " + view.pool() + ": desired size " + now + ", was " + before
            + (why.isEmpty() ? "" : " (" + why + ")"));
      }
    });
    desired = OptionalInt.of(now);
  }

  private static Stream<String> steps(Outcome outcome) {
    if (outcome instanceof Outcome.Scaled scaled) {
      return scaled.decision().steps().stream();
    }
    return outcome instanceof Outcome.Resized resized
        ? resized.decision().steps().stream()
        : Stream.empty();
  }
}

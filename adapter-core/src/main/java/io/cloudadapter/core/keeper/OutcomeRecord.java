package io.cloudadapter.core.keeper;

import io.cloudadapter.api.scaling.Decision;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingEvent;
import io.cloudadapter.api.scaling.ScalingView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A decision that was carried out, as the ledger keeps it under an idempotency key: everything that the
 * command itself does not say.
 *
 * @param seen the pool as it was
 * @param event the direction of a scaling, if it had one
 * @param count how many machines
 * @param abstains whether the policies had nothing to say
 * @param steps how a scaling came about; of a resize the command tells
 * @param capacity the size that it led to
 * @param desiredSize the desired size that a resize set
 * @param minSize the min_size that a resize set
 * @param maxSize the max_size that a resize set
 */
record OutcomeRecord(
    Seen seen,
    @Nullable ScalingEvent event,
    int count,
    boolean abstains,
    List<String> steps,
    int capacity,
    int desiredSize,
    int minSize,
    int maxSize) {

  /** A {@link ScalingView} whose fields this package may show to whoever writes them down. */
  record Seen(
      int committed,
      int desiredSize,
      int minSize,
      int maxSize,
      int perPoolCap,
      int warming,
      int leaving) {
    static Seen of(ScalingView view) {
      return new Seen(
          view.committed(),
          view.desiredSize(),
          view.minSize(),
          view.maxSize(),
          view.perPoolCap(),
          view.warming(),
          view.leaving());
    }

    ScalingView view() {
      return new ScalingView(
          committed, desiredSize, minSize, maxSize, perPoolCap, warming, leaving);
    }
  }

  /** Copies the list; one that was left out when stored is empty. */
  OutcomeRecord {
    steps = steps == null ? List.of() : List.copyOf(steps);
  }

  static OutcomeRecord of(Outcome outcome) {
    if (outcome instanceof Outcome.Scaled scaled) {
      Decision decision = scaled.decision();
      return new OutcomeRecord(
          Seen.of(decision.view()),
          decision.event().orElse(null),
          decision.count(),
          decision.abstains(),
          decision.steps(),
          decision.capacity(),
          decision.desiredSize(),
          0,
          0);
    }
    ResizeDecision decision = ((Outcome.Resized) outcome).decision();
    return new OutcomeRecord(
        Seen.of(decision.view()),
        null,
        decision.count(),
        false,
        List.of(),
        decision.capacity(),
        decision.desiredSize(),
        decision.minSize(),
        decision.maxSize());
  }

  /** The outcome again, for the command that led to it. */
  Optional<Outcome> of(Command command) {
    if (command instanceof Command.Scale scale) {
      return Optional.of(new Outcome.Scaled(Decision.recorded(
          scale.request(), seen.view(), Optional.ofNullable(event), count, abstains, steps)));
    }
    if (command instanceof Command.Adjust adjust) {
      return Optional.of(new Outcome.Resized(new ResizeDecision(
          adjust.resize(),
          seen.view(),
          Decision.Status.OK,
          Decision.VALIDATED,
          capacity,
          desiredSize,
          minSize,
          maxSize)));
    }
    return Optional.empty();
  }
}

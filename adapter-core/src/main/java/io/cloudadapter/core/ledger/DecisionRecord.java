package io.cloudadapter.core.ledger;

import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A decision that was carried out, as the ledger keeps it under an idempotency key: everything that the command
 * itself does not contain.
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
record DecisionRecord(
    Seen seen,
    @Nullable ScalingDirection event,
    int count,
    boolean abstains,
    List<String> steps,
    int capacity,
    int desiredSize,
    int minSize,
    int maxSize) {

  /** A {@link ScalingView} whose fields this package may show to code that stores them. */
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
  DecisionRecord {
    steps = steps == null ? List.of() : List.copyOf(steps);
  }

  static DecisionRecord of(CommandResult outcome) {
    if (outcome instanceof CommandResult.Scaled scaled) {
      ScalingDecision decision = scaled.decision();
      return new DecisionRecord(
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
    ResizeDecision decision = ((CommandResult.Resized) outcome).decision();
    return new DecisionRecord(
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
  Optional<CommandResult> of(Command command) {
    if (command instanceof Command.Scale scale) {
      return Optional.of(new CommandResult.Scaled(ScalingDecision.recorded(
          scale.request(), seen.view(), Optional.ofNullable(event), count, abstains, steps)));
    }
    if (command instanceof Command.Resize adjust) {
      return Optional.of(new CommandResult.Resized(new ResizeDecision(
          adjust.resize(),
          seen.view(),
          ScalingDecision.Status.OK,
          ScalingDecision.VALIDATED,
          capacity,
          desiredSize,
          minSize,
          maxSize)));
    }
    return Optional.empty();
  }
}

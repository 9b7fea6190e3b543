package io.cloudadapter.core.protocol;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a step. First the atoms become durable, in order; then the effects go out and the answers are given.
 * If that fails, neither must happen, and the keeper is of no further use.
 *
 * @param atoms keys and their new values, empty for a deletion; each atom all together or not at all
 * @param effects what to ask the cloud
 * @param answers what to tell callers
 * @param view what readers see from now on; empty before the first complete list
 * @param arrivals machines seen running for the first time whose launches belong to traces
 * @param wake when to tick at the latest, by the monotonic clock
 */
public record StepResult(
    List<Map<String, Optional<byte[]>>> atoms,
    List<Effect> effects,
    List<Answer> answers,
    Optional<PoolView> view,
    List<Arrival> arrivals,
    long wake) {

  /** A machine that runs for the first time, and the trace of the request that it was launched for. */
  public record Arrival(MachineId machine, String key, Instant plannedAt, String trace) {}

  /** An answer to a caller: done, decided, or refused. */
  public record Answer(
      CommandSender caller, Optional<CommandResult> outcome, Optional<PoolException> refusal) {

    /** Completes the caller's future. */
    public void give() {
      refusal.ifPresentOrElse(
          caller.answer()::completeExceptionally,
          () -> caller.answer().complete(outcome.orElse(null)));
    }
  }

  /**
   * Whether it may be carried out only by who still has the lead, and writes nothing that would tell. A deposed keeper
   * would answer from what is long past, and put machines behind load balancers that are on their way out.
   *
   * @return whether the lead is to be looked at first
   */
  public boolean needsLeadershipCheck() {
    return atoms.isEmpty()
        && (!answers.isEmpty() || effects.stream().anyMatch(Effect::changesUnrecorded));
  }

  /** Copies the lists. */
  public StepResult {
    atoms = List.copyOf(atoms);
    effects = List.copyOf(effects);
    answers = List.copyOf(answers);
    arrivals = List.copyOf(arrivals);
  }
}

package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig.CooldownFrom;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.CommandResult;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the scaling of a pool: each decision is one of a policy that was selected, made from the numbers of that
 * moment and within the limits; cooldowns are observed and only a change starts one; limits hold until they are set
 * again; no more machines are removed than were counted; and a repetition under the same key gets the same answer.
 */
final class ScalingModel {
  /** The ledger's limits and cooldowns after some of a step's commands. */
  record Page(
      ScalingRecord.@Nullable Limit min,
      ScalingRecord.@Nullable Limit max,
      Set<ScalingDirection> started) {}

  private final InvariantChecker judge;
  private final Map<String, CommandResult> answers = new HashMap<>();
  private final Map<ScalingDirection, Long> startedAt = new EnumMap<>(ScalingDirection.class);
  private ScalingRecord last = record(Optional.empty());
  private long credit;

  ScalingModel(InvariantChecker judge) {
    this.judge = judge;
  }

  static ScalingRecord record(Optional<PoolRecord> pool) {
    return pool.map(PoolRecord::scale)
        .orElseGet(() -> new ScalingRecord(null, null, null, null, false, false, 0));
  }

  ScalingTurn turn(PoolConfig config, int size) {
    return new ScalingTurn(this, judge, config, size);
  }

  /** How many machines earlier commands allow to remove. */
  long credit() {
    return credit;
  }

  /** When a cooldown began by the clock of this life, or of one before it. */
  @Nullable
  Long startedAt(ScalingDirection event) {
    return startedAt.get(event);
  }

  /** Whether the ledger shows a scaling whose machines are not all there, or gone. */
  boolean moves(ScalingDirection event) {
    return moves(last, event);
  }

  /** The answer that was kept under a key; null if there is none. */
  @Nullable
  CommandResult answer(String key) {
    return answers.get(key);
  }

  private static boolean moves(ScalingRecord scale, ScalingDirection event) {
    return event == ScalingDirection.SCALE_IN ? scale.shrinking() : scale.growing();
  }

  private static Object began(ScalingRecord scale, ScalingDirection event) {
    return Optional.ofNullable(
        event == ScalingDirection.SCALE_IN ? scale.scaledIn() : scale.scaledOut());
  }

  /** Whether what is durable may be what a page says; that a limit was forgotten may be so or not yet. */
  boolean reads(Page page) {
    ScalingRecord now = record(judge.pool());
    boolean min = Objects.equals(now.minSize(), page.min())
        || (page.min() == null && Objects.equals(now.minSize(), last.minSize()));
    boolean max = Objects.equals(now.maxSize(), page.max())
        || (page.max() == null && Objects.equals(now.maxSize(), last.maxSize()));
    if (!min || !max) {
      return false;
    }
    for (ScalingDirection event : ScalingDirection.values()) {
      boolean starts = !began(now, event).equals(began(last, event)) && !moves(last, event);
      if (starts && !page.started().contains(event)) {
        return false;
      }
      if (page.started().contains(event) && !starts && !readiness() && !clockStood(now, event)) {
        return false;
      }
    }
    return true;
  }

  private boolean readiness() {
    return judge.config().scaling().cooldownFrom() == CooldownFrom.READINESS;
  }

  private boolean clockStood(ScalingRecord now, ScalingDirection event) {
    return began(now, event).equals(Optional.of(judge.decidedWall()));
  }

  /** A step has become durable, as a whole or up to some atom. */
  void compare(ScalingTurn turn, boolean whole, boolean wrote) {
    ScalingRecord now = record(judge.pool());
    if (whole) {
      if (turn.found().isPresent()) {
        throw turn.found().get();
      }
      rule(
          // What writes nothing leaves all as it is; a deposed keeper's idea of it is old.
          !wrote
              || (reads(turn.page())
                  && Objects.equals(now.minSize(), turn.page().min())
                  && Objects.equals(now.maxSize(), turn.page().max())),
          "limits",
          () -> "limits and cooldowns are " + now + ", were " + last + ", and should be "
              + turn.page());
      turn.free()
          .forEach(key -> rule(!judge.replied(key), "I6", "the key of a refusal is taken: " + key));
    }
    for (ScalingDirection event : ScalingDirection.values()) {
      boolean starts = !began(now, event).equals(began(last, event));
      boolean arrives = moves(last, event) && !moves(now, event);
      rule(
          (!starts && !(moves(now, event) && !moves(last, event)))
              || arrives
              || turn.started().contains(event),
          "cooldown",
          () -> "a cooldown began, but nothing was scaled: " + last + ", now " + now);
      if (starts || (whole && turn.started().contains(event) && !readiness())) {
        startedAt.put(event, judge.decidedAt());
      }
    }
    turn.kept().forEach((key, outcome) -> {
      if (judge.replied(key)) {
        answers.put(key, outcome);
      }
    });
    long most = whole ? turn.allowed() : turn.everAllowed();
    rule(
        judge.shrunk <= most,
        "I10",
        () -> judge.shrunk + " machines began to end, commands had counted " + most);
    boolean fits = judge.effective() + judge.open() <= judge.desired() + judge.headroom();
    credit = fits && whole ? 0 : most - judge.shrunk;
    judge.shrunk = 0;
    last = now;
  }
}

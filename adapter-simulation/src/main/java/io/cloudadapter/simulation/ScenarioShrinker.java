package io.cloudadapter.simulation;

import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultOccurrence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Shortens a scenario that breaks a rule: takes out everything that is not needed for it, kinds of faults first, then
 * halves of what is left, then one by one, and the users' commands likewise.
 */
final class ScenarioShrinker {
  private static final int TRIES = 400;

  private final long seed;
  private final String rule;
  private int tries;

  private ScenarioShrinker(long seed, String rule) {
    this.seed = seed;
    this.rule = rule;
  }

  /** The shortest story found that breaks the same rule as a seed's whole one; with every line told. */
  static SimulationReport of(SimulationReport broken) {
    String rule = rule(broken.violation().orElseThrow());
    return new ScenarioShrinker(broken.seed(), rule).shrink();
  }

  /** What a violation is about: its first word. */
  private static String rule(String violation) {
    String text = violation.replace("InvariantViolationException: ", "");
    int end = text.indexOf(text.startsWith("I") || text.startsWith("L") ? ' ' : ':');
    return end < 0 ? text : text.substring(0, end).replace(":", "");
  }

  private SimulationReport shrink() {
    Set<FaultKind> kinds = new HashSet<>();
    for (FaultKind kind : FaultKind.values()) {
      kinds.add(kind);
      if (!breaks(kinds, Set.of(), Set.of())) {
        kinds.remove(kind);
      }
    }
    RandomScenario.Recording recording =
        RandomScenario.play(seed, false, strike -> kinds.contains(strike.kind()), command -> true);
    Set<FaultOccurrence> strikes =
        without(new ArrayList<>(recording.strikes()), muted -> breaks(kinds, muted, Set.of()));
    List<Long> commands = new ArrayList<>();
    for (long i = 0; i < recording.commands(); i++) {
      commands.add(i);
    }
    Set<Long> silent = without(commands, muted -> breaks(kinds, strikes, muted));
    return tell(kinds, strikes, silent, true);
  }

  /** A large set of what can be taken out, found by halving. */
  private static <T> Set<T> without(List<T> all, java.util.function.Predicate<Set<T>> breaks) {
    Set<T> out = new HashSet<>();
    for (int size = Math.max(1, all.size() / 2); size >= 1; size /= 2) {
      for (int from = 0; from < all.size(); from += size) {
        Set<T> more = new HashSet<>(out);
        more.addAll(all.subList(from, Math.min(all.size(), from + size)));
        if (more.size() > out.size() && breaks.test(more)) {
          out = more;
        }
      }
    }
    return out;
  }

  private boolean breaks(Set<FaultKind> kinds, Set<FaultOccurrence> strikes, Set<Long> commands) {
    if (tries++ > TRIES) {
      return false;
    }
    Optional<String> violation = tell(kinds, strikes, commands, false).violation();
    return violation.map(ScenarioShrinker::rule).filter(rule::equals).isPresent();
  }

  private SimulationReport tell(
      Set<FaultKind> kinds, Set<FaultOccurrence> strikes, Set<Long> commands, boolean told) {
    return RandomScenario.tell(
        seed,
        told,
        strike -> kinds.contains(strike.kind()) || strikes.contains(strike),
        command -> !commands.contains(command));
  }
}

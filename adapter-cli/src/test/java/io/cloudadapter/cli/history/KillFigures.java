package io.cloudadapter.cli.history;

import io.cloudadapter.cli.history.SizeAnswer.Decided;
import io.cloudadapter.cli.history.SizeAnswer.Refused;
import io.cloudadapter.cli.history.SizeAnswer.Unknown;
import io.cloudadapter.cli.history.SizeCommand.Read;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What happened in a run of kill rounds, in numbers. */
final class KillFigures {
  private final Map<String, Integer> commands = new TreeMap<>();
  private final Map<String, Integer> sendings = new HashMap<>();
  private int sent;
  private int lost;
  private int refused;
  private int behind;
  private int rounds;
  private long repeated;
  private long longestCheck;

  synchronized void count(SizeOperation operation) {
    sent++;
    commands.merge(operation.command().getClass().getSimpleName(), 1, Integer::sum);
    lost += operation.answer() instanceof Unknown && !(operation.command() instanceof Read) ? 1 : 0;
    boolean no = operation.answer() instanceof Decided decided && !decided.done();
    refused += no || operation.answer() instanceof Refused ? 1 : 0;
    behind += operation.answer() instanceof Decided decided
            && decided.before().committed() != decided.before().desired()
        ? 1
        : 0;
    operation.key().ifPresent(key -> sendings.merge(key, 1, Integer::sum));
  }

  /** Begins a new data directory, where keys mean something else. */
  synchronized void newDirectory() {
    repeated += sentAgain();
    sendings.clear();
  }

  private long sentAgain() {
    return sendings.values().stream().filter(times -> times > 1).count();
  }

  synchronized void round() {
    rounds++;
  }

  synchronized void checked(long nanos) {
    longestCheck = Math.max(longestCheck, nanos);
  }

  @Override
  public synchronized String toString() {
    return "%d kills, %d commands %s, %d of them writes without an answer, %d refused, %d keys sent again, %d resizes"
            .formatted(rounds, sent, commands, lost, refused, repeated + sentAgain(), behind)
        + " while committed and desired differed, longest check %d ms"
            .formatted(longestCheck / 1_000_000);
  }
}

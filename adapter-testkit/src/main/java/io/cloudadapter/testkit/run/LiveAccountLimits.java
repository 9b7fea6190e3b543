package io.cloudadapter.testkit.run;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What the kit allows itself on a real account: few machines, each written down before it is asked for, and
 * nothing at all where an earlier run has left something.
 */
public final class LiveAccountLimits {
  private static final int MOST_LAUNCHES = 3;

  private final Path journal;
  private int launches;

  LiveAccountLimits(Path journal) {
    this.journal = journal;
  }

  /** Before each launch. */
  synchronized void launches(LaunchKey key, int count) {
    launches += count;
    if (launches > MOST_LAUNCHES) {
      throw new RuleViolation("the kit launches at most " + MOST_LAUNCHES
          + " machines in a run on a real account, wanted " + launches);
    }
    try {
      Files.writeString(
          journal,
          TestBench.POOL + " " + key + " " + count + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          StandardOpenOption.SYNC);
    } catch (IOException e) {
      throw new UncheckedIOException("no launch without its note in " + journal, e);
    }
  }

  /** A trial: the account holds nothing of the kit's. */
  public static void mustBeClean(TestBench bench) {
    for (PoolName pool : List.of(TestBench.POOL, TestBench.OTHER_POOL)) {
      MachineLists.Listed listed = bench.lists().everything(ListQuery.all(pool));
      List<String> living = listed.rows().stream()
          .filter(row -> row.end() != MachineSighting.End.FINAL)
          .map(row -> row.id().value())
          .toList();
      bench.require(
          living.isEmpty() && listed.result().complete(),
          "the account must hold no machine of pool " + pool + " before a run, holds " + living
              + "; end them first, if they are left from an earlier run");
    }
  }
}

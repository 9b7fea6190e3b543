package io.cloudadapter.cli.history;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server under eight writers and looks for an order of all that they sent and heard. A long run:
 * {@code -Dkill.rounds=500}; the same choices again, though not the same timing: {@code -Dkill.seed=N}.
 */
class KillRoundsTest {
  private static final int ROUNDS = Integer.getInteger("kill.rounds", 10);

  /** Machines that were detached live on; a new data directory now and then keeps the cloud small. */
  private static final int ROUNDS_OF_ONE_DIRECTORY = 25;

  @TempDir
  private Path home;

  @Test
  void someOrderExplainsEveryAnswerOfServersThatAreKilled() throws Exception {
    long seed = Long.getLong("kill.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    KillFigures figures = new KillFigures();
    System.out.printf("kill rounds: %d, seed %d%n", ROUNDS, seed);
    try {
      for (int done = 0; done < ROUNDS; done += ROUNDS_OF_ONE_DIRECTORY) {
        Path directory = Files.createDirectories(home.resolve("from-" + done));
        figures.newDirectory();
        new KillRounds(directory, random.nextLong(), figures)
            .run(Math.min(ROUNDS_OF_ONE_DIRECTORY, ROUNDS - done));
        System.out.println("kill rounds: " + figures);
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("replay the choices with -Dkill.seed=" + seed, e);
    }
  }
}

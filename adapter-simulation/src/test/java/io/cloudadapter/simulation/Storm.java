package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * The seeds of a storm test, and its judgement: {@code -DNAME.seeds} of them, from {@code -DNAME.first} on. A failure
 * names the command that plays its seed again.
 */
final class Storm {
  private final Class<?> test;
  private final String name;
  private final long first;
  private final long seeds;

  /**
   * A storm.
   *
   * @param test the test that plays it
   * @param name of its properties
   * @param usual how many seeds there are, unless given
   */
  Storm(Class<?> test, String name, long usual) {
    this.test = test;
    this.name = name;
    this.first = Long.getLong(name + ".first", 1);
    this.seeds = Long.getLong(name + ".seeds", usual);
  }

  /** Plays each seed, on as many threads as there are processors. */
  void play(LongConsumer seed) {
    LongStream.range(first, first + seeds).parallel().forEach(seed);
  }

  /** Whether there is one seed only, whose story a person wants to read. */
  boolean told() {
    return seeds == 1;
  }

  /** Fails if a simulation has broken a rule. */
  void judge(long seed, SimulationReport report) {
    assertThat(report.violation()).as(() -> again(seed) + "\n" + report.story()).isEmpty();
  }

  /** Fails if a rule is named. */
  void judge(long seed, String violation) {
    assertThat(violation).as(() -> again(seed)).isEmpty();
  }

  private String again(long seed) {
    return "mvn -Pproof -pl adapter-simulation -am test -Dtest=" + test.getSimpleName()
        + " -Dsurefire.failIfNoSpecifiedTests=false -D" + name + ".seeds=1 -D" + name + ".first="
        + seed;
  }
}

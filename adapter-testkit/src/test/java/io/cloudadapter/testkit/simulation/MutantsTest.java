package io.cloudadapter.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deliberate defects of the core, each of which the simulation must find, by the invariant named for it.
 * One that survives is a hole in the judge. None knows of another, so several are hunted at once.
 */
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {
  /** Within so many stories each mutant must be found; most are found in the first few. */
  private static final int WITHIN = 3_000;

  @TempDir
  Path classes;

  /** All of them, or with {@code -Dmutant=WORDS} those whose names have these words. */
  static List<Mutant> mutants() {
    return chosen(Mutants.all());
  }

  static List<Mutant> mutantsOfGroups() {
    return chosen(Mutants.ofGroups());
  }

  static List<Mutant> mutantsOfBatches() {
    return chosen(Mutants.ofBatches());
  }

  static List<Mutant> mutantsOfQuarantine() {
    return chosen(Mutants.ofQuarantine());
  }

  private static List<Mutant> chosen(List<Mutant> mutants) {
    String words = System.getProperty("mutant", "");
    return mutants.stream().filter(mutant -> mutant.name().contains(words)).toList();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void the_simulation_finds(Mutant mutant) throws IOException {
    try (MutantCore core = MutantCore.of(mutant, classes)) {
      found(mutant, core);
    }
  }

  @ParameterizedTest
  @MethodSource("mutantsOfGroups")
  void the_simulation_of_groups_finds(Mutant mutant) throws IOException {
    try (MutantCore core = MutantCore.ofGroups(mutant, classes)) {
      found(mutant, core);
    }
  }

  @ParameterizedTest
  @MethodSource("mutantsOfBatches")
  void the_simulation_of_batches_finds(Mutant mutant) throws IOException {
    try (MutantCore core = MutantCore.ofBatches(mutant, classes)) {
      found(mutant, core);
    }
  }

  @ParameterizedTest
  @MethodSource("mutantsOfQuarantine")
  void the_simulation_of_quarantine_finds(Mutant mutant) throws IOException {
    try (MutantCore core = MutantCore.ofQuarantine(mutant, classes)) {
      found(mutant, core);
    }
  }

  private static void found(Mutant mutant, MutantCore core) {
    Optional<String> found = LongStream.concat(
            LongStream.of(mutant.seed()), LongStream.rangeClosed(1, WITHIN))
        .mapToObj(seed -> core.violation(seed).map(text -> seed + ": " + text))
        .flatMap(Optional::stream)
        .filter(text -> names(text, mutant))
        .findFirst();

    assertThat(found).as("a story of the first %s that finds it", WITHIN).isPresent();
    System.out.printf("mutant: %s: seed %s%n", mutant.name(), shortened(found.orElseThrow()));
  }

  private static boolean names(String text, Mutant mutant) {
    return mutant.rules().stream()
        .anyMatch(rule -> text.matches("(?s)[0-9]+: (InvariantViolation: )?" + rule + "\\b.*"));
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), 80));
  }

  @Test
  void each_mutant_fits_the_source() throws IOException {
    for (Mutant mutant : Mutants.all()) {
      String source = Files.readString(MutantCore.SOURCES.resolve(mutant.file()));
      assertThat(mutant.applied(source)).as(mutant.name()).isNotEqualTo(source);
    }
  }

  @Test
  void there_is_a_mutant_for_each_invariant_that_the_core_has_so_far() {
    assertThat(Mutants.all()).hasSizeGreaterThanOrEqualTo(25);
    assertThat(Mutants.all().stream().flatMap(mutant -> mutant.rules().stream()))
        .contains(
            "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I14")
        .contains("cooldown", "limits", "zones", "schedule");
  }
}

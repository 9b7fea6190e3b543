package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulation.mutant.CatalogMutants;
import io.cloudadapter.simulation.mutant.CloudMutants;
import io.cloudadapter.simulation.mutant.CoreMutant;
import io.cloudadapter.simulation.mutant.CoreMutants;
import io.cloudadapter.simulation.mutant.DisruptionMutants;
import io.cloudadapter.simulation.mutant.HeadroomMutants;
import io.cloudadapter.simulation.mutant.HealthMutants;
import io.cloudadapter.simulation.mutant.LaunchDataMutants;
import io.cloudadapter.simulation.mutant.MembershipMutants;
import io.cloudadapter.simulation.mutant.OperatorMutants;
import io.cloudadapter.simulation.mutant.QuotaMutants;
import io.cloudadapter.simulation.mutant.RefreshMutants;
import io.cloudadapter.simulation.mutant.RestoreMutants;
import io.cloudadapter.simulation.mutant.WarmMutants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
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
@Tag("mutants")
@Execution(ExecutionMode.CONCURRENT)
class CoreMutantsTest {
  /** Within so many stories each mutant must be found; most are found in the first few. */
  private static final int WITHIN = 3_000;

  @TempDir
  Path classes;

  /** All of them, or with {@code -Dmutant=WORDS} those whose names have these words. */
  static List<CoreMutant> mutants() {
    return chosen(CoreMutants.all());
  }

  static List<CoreMutant> mutantsOfGroups() {
    return chosen(CloudMutants.ofGroups());
  }

  static List<CoreMutant> mutantsOfOperations() {
    return chosen(CloudMutants.ofOperations());
  }

  static List<CoreMutant> mutantsOfResources() {
    return chosen(CloudMutants.ofResources());
  }

  static List<CoreMutant> mutantsOfBatches() {
    return chosen(CloudMutants.ofBatches());
  }

  static List<CoreMutant> mutantsOfQuarantine() {
    return chosen(OperatorMutants.ofQuarantine());
  }

  static List<CoreMutant> mutantsOfOperators() {
    return chosen(OperatorMutants.ofOperators());
  }

  static List<CoreMutant> mutantsOfHistory() {
    return chosen(OperatorMutants.ofHistory());
  }

  static List<CoreMutant> mutantsOfRefreshes() {
    return chosen(RefreshMutants.all());
  }

  static List<CoreMutant> mutantsOfAutomaticRefreshes() {
    return chosen(RefreshMutants.ofAutomaticStorms());
  }

  static List<CoreMutant> mutantsOfFrozenRefreshes() {
    return chosen(RefreshMutants.ofFrozenPools());
  }

  static List<CoreMutant> mutantsOfDisruption() {
    return chosen(DisruptionMutants.all());
  }

  static List<CoreMutant> mutantsOfHeadroom() {
    return chosen(HeadroomMutants.all());
  }

  static List<CoreMutant> mutantsOfLaunchData() {
    return chosen(LaunchDataMutants.all());
  }

  static List<CoreMutant> mutantsOfHeadroomQuotas() {
    return chosen(HeadroomMutants.withinQuotas());
  }

  static List<CoreMutant> mutantsOfHealth() {
    return chosen(HealthMutants.all());
  }

  static List<CoreMutant> mutantsOfHealthSources() {
    return chosen(HealthMutants.ofSources());
  }

  static List<CoreMutant> mutantsOfWarmPools() {
    return chosen(WarmMutants.all());
  }

  static List<CoreMutant> mutantsOfWarmGrowth() {
    return chosen(WarmMutants.ofGrowth());
  }

  static List<CoreMutant> mutantsOfMembership() {
    return chosen(MembershipMutants.all());
  }

  static List<CoreMutant> mutantsOfRestores() {
    return chosen(RestoreMutants.all());
  }

  static List<CoreMutant> mutantsOfCatalogs() {
    return chosen(CatalogMutants.all());
  }

  static List<CoreMutant> mutantsOfQuotas() {
    return chosen(QuotaMutants.all());
  }

  private static List<CoreMutant> chosen(List<CoreMutant> mutants) {
    String words = System.getProperty("mutant", "");
    return mutants.stream()
        .filter(mutant -> mutant.name().contains(words))
        .filter(CoreMutantsTest::isInPart)
        .toList();
  }

  /** {@code -Dmutants.part=2/3}: the second of three parts of about the same size. */
  private static boolean isInPart(CoreMutant mutant) {
    String[] part = System.getProperty("mutants.part", "1/1").split("/");
    return Math.floorMod(mutant.name().hashCode(), Integer.parseInt(part[1]))
        == Integer.parseInt(part[0]) - 1;
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutants")
  void the_simulation_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.of(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfGroups")
  void the_simulation_of_groups_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofGroups(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfOperations")
  void the_simulation_of_operations_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofOperations(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfResources")
  void the_simulation_of_resources_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofResources(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfBatches")
  void the_simulation_of_batches_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofBatches(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfQuarantine")
  void the_simulation_of_quarantine_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofQuarantine(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfOperators")
  void the_simulation_of_operators_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofOperators(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfRefreshes")
  void the_simulation_of_refreshes_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofRefreshes(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfAutomaticRefreshes")
  void the_simulation_of_automatic_refreshes_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofAutomaticRefreshes(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfFrozenRefreshes")
  void the_simulation_of_frozen_refreshes_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofFrozenRefreshes(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfDisruption")
  void the_simulation_of_disruption_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofDisruption(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfHeadroom")
  void the_simulation_of_headroom_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofHeadroom(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfLaunchData")
  void the_simulation_of_launch_data_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofLaunchData(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfHeadroomQuotas")
  void the_simulation_of_headroom_within_quotas_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofHeadroomQuotas(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfHealth")
  void the_simulation_of_health_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofHealth(mutant, classes)) {
      found(mutant, core);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfHealthSources")
  void the_simulation_of_health_sources_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofHealthSources(mutant, classes)) {
      found(mutant, core);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfWarmPools")
  void the_simulation_of_warm_pools_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofWarmPools(mutant, classes)) {
      found(mutant, core);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfWarmGrowth")
  void the_simulation_of_warm_pools_that_follow_growths_finds(CoreMutant mutant)
      throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofWarmGrowth(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfMembership")
  void the_simulation_of_membership_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofMembership(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfHistory")
  void the_simulation_of_histories_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofHistory(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfRestores")
  void the_simulation_of_restores_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofRestores(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfCatalogs")
  void the_simulation_of_catalogs_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofCatalogs(mutant, classes)) {
      found(mutant, core);
    }
  }

  @Tag("proof")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("mutantsOfQuotas")
  void the_simulation_of_quotas_finds(CoreMutant mutant) throws IOException {
    try (CoreMutantCompiler core = CoreMutantCompiler.ofQuotas(mutant, classes)) {
      found(mutant, core);
    }
  }

  private static void found(CoreMutant mutant, CoreMutantCompiler core) {
    Optional<String> found = LongStream.concat(
            LongStream.of(mutant.seed()), LongStream.rangeClosed(1, WITHIN))
        .mapToObj(seed -> core.violation(seed).map(text -> seed + ": " + text))
        .flatMap(Optional::stream)
        .filter(text -> names(text, mutant))
        .findFirst();

    assertThat(found).as("a story of the first %s that finds it", WITHIN).isPresent();
    System.out.printf("mutant: %s: seed %s%n", mutant.name(), shortened(found.orElseThrow()));
  }

  private static boolean names(String text, CoreMutant mutant) {
    return mutant.rules().stream()
        .anyMatch(
            rule -> text.matches("(?s)[0-9]+: (InvariantViolationException: )?" + rule + "\\b.*"));
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), 80));
  }

  @Test
  void each_mutant_fits_the_source() throws IOException {
    List<CoreMutant> mutants = new ArrayList<>(CoreMutants.all());
    mutants.addAll(CloudMutants.ofGroups());
    mutants.addAll(CloudMutants.ofOperations());
    mutants.addAll(CloudMutants.ofResources());
    mutants.addAll(CloudMutants.ofBatches());
    mutants.addAll(OperatorMutants.ofHistory());
    mutants.addAll(OperatorMutants.ofQuarantine());
    mutants.addAll(OperatorMutants.ofOperators());
    mutants.addAll(RestoreMutants.all());
    mutants.addAll(QuotaMutants.all());
    mutants.addAll(CatalogMutants.all());
    mutants.addAll(RefreshMutants.all());
    mutants.addAll(RefreshMutants.ofAutomaticStorms());
    mutants.addAll(RefreshMutants.ofFrozenPools());
    mutants.addAll(DisruptionMutants.all());
    mutants.addAll(HeadroomMutants.all());
    mutants.addAll(HeadroomMutants.withinQuotas());
    mutants.addAll(HealthMutants.all());
    mutants.addAll(HealthMutants.ofSources());
    mutants.addAll(WarmMutants.all());
    mutants.addAll(WarmMutants.ofGrowth());
    mutants.addAll(MembershipMutants.all());
    for (CoreMutant mutant : mutants) {
      String source = Files.readString(CoreMutantCompiler.SOURCES.resolve(mutant.file()));
      assertThat(mutant.applied(source)).as(mutant.name()).isNotEqualTo(source);
    }
  }

  @Test
  void there_is_a_mutant_for_each_invariant_that_the_core_has_so_far() {
    assertThat(CoreMutants.all()).hasSizeGreaterThanOrEqualTo(25);
    assertThat(CoreMutants.all().stream().flatMap(mutant -> mutant.rules().stream()))
        .contains(
            "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I14")
        .contains("cooldown", "limits", "zones", "schedule");
  }
}

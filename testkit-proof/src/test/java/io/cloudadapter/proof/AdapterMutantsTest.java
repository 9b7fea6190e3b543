package io.cloudadapter.proof;

import com.example.larch.LarchTestCloud;
import com.example.larch.SecuredLarch;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each bug is found by the rule that is named for it, and by no others than it must. */
@Tag("proof")
class AdapterMutantsTest {
  private static final Map<AdapterMutant, String> SAID = new ConcurrentHashMap<>();

  /** No service loader finds an adapter that is wrapped in a test. */
  private static final Set<String> UNLISTED = Set.of("MP-1.1");

  static List<AdapterMutant> mutants() {
    return AdapterMutants.chosen();
  }

  static List<FeatureFlaw<?>> flaws() {
    List<AdapterMutant> chosen = AdapterMutants.chosen(FeatureFlaws.mutants());
    return FeatureFlaws.all().stream()
        .filter(flaw -> chosen.contains(flaw.mutant()))
        .toList();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("mutants")
  void is_found(AdapterMutant mutant, @TempDir Path classes) throws IOException {
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, mutant, classes)) {
      AdapterUnderTest subject = AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
          .cloud(mutant.secured() ? SecuredLarch::new : LarchTestCloud::new)
          .claims(
              Adoption.class,
              Labeling.class,
              Reboot.class,
              Snapshots.class,
              StartStop.class,
              LoadBalancers.class,
              Zones.class,
              ImageResolver.class)
          .atOnce(1);

      SAID.put(mutant, MutantHunt.finds(mutant, subject, Set.of()));
    }
  }

  static List<GroupFlaw> groupFlaws() {
    return chosen(GroupFlaws.all());
  }

  static List<GroupFlaw> paceFlaws() {
    return chosen(PaceFlaws.all());
  }

  static List<GroupFlaw> operationFlaws() {
    return chosen(OperationFlaws.all());
  }

  static List<IdFlaw> idFlaws() {
    List<AdapterMutant> chosen = AdapterMutants.chosen(IdFlaw.mutants());
    return IdFlaw.all().stream().filter(flaw -> chosen.contains(flaw.mutant())).toList();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("idFlaws")
  void is_found_where_ids_are_numbers(IdFlaw flaw) {
    SAID.put(flaw.mutant(), MutantHunt.finds(flaw.mutant(), flaw.subject(), UNLISTED));
  }

  static List<GroupFlaw> resourceFlaws() {
    return chosen(ResourceFlaws.all());
  }

  private static List<GroupFlaw> chosen(List<GroupFlaw> all) {
    List<AdapterMutant> chosen =
        AdapterMutants.chosen(all.stream().map(GroupFlaw::mutant).toList());
    return all.stream().filter(flaw -> chosen.contains(flaw.mutant())).toList();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("groupFlaws")
  void is_found_in_simulated_groups(GroupFlaw flaw) {
    found(flaw, SimulatedTestCloud.subject(Map.of("keys", "target")));
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("paceFlaws")
  void is_found_in_what_the_simulated_adapter_promises(GroupFlaw flaw) {
    found(flaw, SimulatedTestCloud.subject(Map.of()));
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("operationFlaws")
  void is_found_in_simulated_operations(GroupFlaw flaw) {
    found(flaw, SimulatedTestCloud.subject(Map.of("launchOperations", "true", "queueTime", "4s")));
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("resourceFlaws")
  void is_found_in_simulated_resources(GroupFlaw flaw) {
    found(flaw, SimulatedTestCloud.subject(Map.of("machineResources", "true")));
  }

  private static void found(GroupFlaw flaw, AdapterUnderTest right) {
    AdapterUnderTest broken = AdapterUnderTest.of(flaw.factory())
        .cloud(right.clouds())
        .mode(right.mode())
        .claims(right.features().toArray(Class<?>[]::new));

    SAID.put(flaw.mutant(), MutantHunt.finds(flaw.mutant(), broken, UNLISTED));
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("flaws")
  void is_found_in_the_simulated_adapter(FeatureFlaw<?> flaw) {
    AdapterUnderTest right = SimulatedTestCloud.subject(Map.of());
    AdapterUnderTest broken = AdapterUnderTest.of(flaw.factory())
        .cloud(right.clouds())
        .mode(right.mode())
        .claims(right.features().toArray(Class<?>[]::new));

    SAID.put(flaw.mutant(), MutantHunt.finds(flaw.mutant(), broken, UNLISTED));
  }

  @AfterAll
  static void writes_the_report_if_asked_to() throws IOException {
    if (MutantReport.isWanted()) {
      MutantReport.write(SAID);
    }
  }
}

package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Where each of the known defects of a well-known framework (1 to 38, and a to h of its older version) is
 * shown to be absent: by a scenario of {@link KnownDefectsTest}, by a test of this module that was there
 * for its own sake, by another module, or not at all, since nothing of ours could have it.
 */
class KnownDefectIndexTest {

  /** Tests of this module, in packages beside this one; each must exist. */
  private static final Map<String, String> HERE = Map.ofEntries(
      Map.entry("1", "keeper.CommandHandlerTest#keepsItsSizeThroughRestartsAndConfigurations"),
      Map.entry("7", "keeper.DetachTest#terminatesOnceAndLowersTheSizeOnceHoweverOftenItIsAsked"),
      Map.entry("8", "keeper.AttachTest#raisesTheSizeOnceHoweverOftenItIsRepeated"),
      Map.entry("10", "keeper.DetachTest#letsALaterSizeOverwriteADecrement"),
      Map.entry("11", "keeper.DetachTest#neverLowersTheSizeForAnOutOfServiceMachine"),
      Map.entry("16", "keeper.ReadsTest#showsItsOwnWritesAtOnce"),
      Map.entry("18", "CloudAdapterTest#showsThatACloudHasNotBeenListedYetAndWhy"),
      Map.entry("19", "keeper.RefusedLaunchIncidentsTest#aQuotaParksThePool"),
      Map.entry("20", "keeper.GoneTest#neverTakesAStateThatTheAdapterDoesNotKnowForAnEnd"),
      Map.entry("21", "keeper.LaunchFailureTest#replacesAMachineThatDoesNotRunInTime"),
      Map.entry("22", "keeper.FalseAbsenceIncidentsTest#aMachineThatCannotBeEndedHindersNoOther"),
      Map.entry("24", "runtime.ProviderCallsTest#cancelsWhatIsUnderWayWhenItCloses"),
      Map.entry("32", "keeper.LaunchedTwiceIncidentsTest#aBatchThatWasMadeInPart"),
      Map.entry("35", "keeper.LaunchFailureTest#parksLaunchesOnAQuotaWhileEndsGoOn"),
      Map.entry("c", "planning.PlannerTest#takesAMachineWithoutLaunchTimeForTheYoungest"),
      Map.entry("f", "runtime.PoolActorTest#tellsCallersThatItDoesNotKnowAndReadsTheLedgerAgain"),
      Map.entry("h", "runtime.PoolActorTest#readsNeverReachTheCloud"));

  private static final Map<String, String> ELSEWHERE = Map.ofEntries(
      Map.entry("2", "server: KnownDefectsTest"),
      Map.entry("13", "store-tests: KnownDefectIndexTest"),
      Map.entry("15", "nothing is sent: alarms are read, and logged"),
      Map.entry("17", "store-tests: KnownDefectIndexTest"),
      Map.entry("23", "server: KnownDefectsTest"),
      Map.entry("25", "server: KnownDefectsTest"),
      Map.entry("26", "server: KnownDefectsTest"),
      Map.entry("28", "server: CachingTest; its speed: benchmarks"),
      Map.entry("33", "adapters: what a launch makes is whole or fails (testkit)"),
      Map.entry("34", "no spot market yet"),
      Map.entry("36", "store-tests: KnownDefectIndexTest"),
      Map.entry("37", "the build: pinned versions, convergence"),
      Map.entry("38", "the testkit"),
      Map.entry("g", "no splitter: a pool lives in one account"));

  private static Set<String> all() {
    Set<String> all = new TreeSet<>();
    IntStream.rangeClosed(1, 38).forEach(number -> all.add(Integer.toString(number)));
    "abcdefgh".chars().forEach(letter -> all.add(Character.toString(letter)));
    return all;
  }

  @Test
  void everyDefectIsCoveredOnce() {
    Map<String, Integer> covered = new TreeMap<>();
    for (Method method : KnownDefectsTest.class.getDeclaredMethods()) {
      for (Tag tag : method.getAnnotationsByType(Tag.class)) {
        assertThat(method.isAnnotationPresent(Test.class))
            .as("%s is run", method)
            .isTrue();
        covered.merge(tag.value().substring("defect-".length()), 1, Integer::sum);
      }
    }
    HERE.keySet().forEach(number -> covered.merge(number, 1, Integer::sum));
    ELSEWHERE.keySet().forEach(number -> covered.merge(number, 1, Integer::sum));

    assertThat(covered.keySet()).isEqualTo(all());
    assertThat(covered.values()).containsOnly(1);
  }

  @Test
  void everyTestThatIsNamedIsThereAndIsRun() throws Exception {
    for (String test : HERE.values()) {
      String[] parts = test.split("#", 2);
      Class<?> type = Class.forName("io.cloudadapter.core." + parts[0]);

      Method method = type.getDeclaredMethod(parts[1]);

      assertThat(method.isAnnotationPresent(Test.class)).as(test).isTrue();
    }
  }
}

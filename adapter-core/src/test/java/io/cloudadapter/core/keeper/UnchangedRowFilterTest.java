package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.MachineSighting;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which rows of a list differ from those of the last one. */
class UnchangedRowFilterTest {
  private static final boolean COMPLETE = true;
  private static final boolean INCOMPLETE = false;
  private final MachineSighting a = row("a", MachineState.RUNNING);
  private final MachineSighting b = row("b", MachineState.RUNNING);
  private final MachineSighting c = row("c", MachineState.RUNNING);
  private final MachineSighting otherB = row("b", MachineState.TERMINATING);

  private static MachineSighting row(String id, MachineState state) {
    return MachineSighting.of(new io.cloudadapter.api.MachineId(id), state).build();
  }

  private @Nullable Map<String, MachineSighting> news(
      List<MachineSighting> list, boolean complete) {
    return UnchangedRowFilter.compare(List.of(a, b, c), list, complete, id -> false);
  }

  private static @Nullable Map<String, MachineSighting> compare(
      List<MachineSighting> before, List<MachineSighting> list, boolean complete) {
    return UnchangedRowFilter.compare(before, list, complete, id -> false);
  }

  @Test
  void theVerySameRowsAreNoNews() {
    assertThat(news(List.of(a, b, c), COMPLETE)).isEmpty();
    assertThat(news(List.of(a, a, b, c, c), COMPLETE)).as("some come twice").isEmpty();
    assertThat(news(List.of(a, c), INCOMPLETE)).as("one is lacking").isEmpty();
  }

  @Test
  void theRowOfAMachineThatIsAttendedToIsNewsEachTime() {
    assertThat(attendedB(List.of(a, b, c))).containsExactly(Map.entry("b", b));
    assertThat(attendedB(List.of(a, a, b, b, c))).containsExactly(Map.entry("b", b));
    assertThat(attendedB(List.of(a, b, otherB, c))).containsExactly(Map.entry("b", otherB));
    assertThat(attendedB(List.of(otherB, c))).as("one is lacking").isNull();
  }

  private @Nullable Map<String, MachineSighting> attendedB(List<MachineSighting> list) {
    return UnchangedRowFilter.compare(List.of(a, b, c), list, COMPLETE, "b"::equals);
  }

  @Test
  void theRowOfAnAttendedMachineIsFoundBehindAGapToo() {
    assertThat(UnchangedRowFilter.compare(List.of(a, b, c), List.of(b, c), INCOMPLETE, "b"::equals))
        .containsExactly(Map.entry("b", b));
  }

  @Test
  void onlyTheRowThatDiffersIsNews() {
    assertThat(news(List.of(a, otherB, c), COMPLETE)).containsExactly(Map.entry("b", otherB));
    assertThat(news(List.of(otherB), INCOMPLETE)).containsExactly(Map.entry("b", otherB));
  }

  @Test
  void anEqualRowIsNewsTooForItMayHaveBeenMadeAnew() {
    MachineSighting again = row("b", MachineState.RUNNING);
    assertThat(news(List.of(a, again, c), COMPLETE)).containsExactly(Map.entry("b", again));
  }

  @Test
  void aMachineThatComesTwiceIsNewsByTheRowThatIsFurtherOn() {
    assertThat(news(List.of(a, otherB, b, c), COMPLETE)).containsExactly(Map.entry("b", otherB));
    assertThat(news(List.of(a, b, otherB, c), COMPLETE)).containsExactly(Map.entry("b", otherB));
  }

  @Test
  void aMachineThatIsBackOnItsFeetIsNotMergedWithTheRowThatIsNotInTheList() {
    Map<String, MachineSighting> news =
        compare(List.of(a, otherB, c), List.of(a, b, b, c), COMPLETE);
    assertThat(news).containsExactly(Map.entry("b", b));
  }

  @Test
  void aMissingOrAdditionalMachineMakesAllOfItNews() {
    assertThat(news(List.of(a, c), COMPLETE)).isNull();
    assertThat(news(List.of(a, b), COMPLETE)).isNull();
    assertThat(news(List.of(), COMPLETE)).isNull();
    MachineSighting additional = row("d", MachineState.RUNNING);
    assertThat(news(List.of(a, b, c, additional), COMPLETE)).isNull();
    assertThat(news(List.of(additional), INCOMPLETE)).isNull();
  }

  @Test
  void theLastListMayHaveHadAMachineTwice() {
    assertThat(compare(List.of(a, b, b, c), List.of(a, b, c), COMPLETE)).isEmpty();
    assertThat(compare(List.of(a, b, b), List.of(a, b), COMPLETE)).isEmpty();
    assertThat(compare(List.of(a, b, b, c), List.of(a, otherB, c), COMPLETE))
        .containsExactly(Map.entry("b", otherB));
  }

  @Test
  void ofTwoRowsThatTheLastListHadOfAMachineNeitherWasGoneThroughAlone() {
    List<MachineSighting> twice = List.of(a, b, otherB, c);
    assertThat(compare(twice, List.of(a, b, c), COMPLETE)).isNull();
    assertThat(compare(twice, List.of(a, otherB, c), COMPLETE)).isNull();
    assertThat(compare(twice, List.of(a, b, c), INCOMPLETE)).isNull();
    assertThat(compare(List.of(a, b, otherB), List.of(a, b), INCOMPLETE)).isNull();
    assertThat(compare(twice, twice, COMPLETE)).as("both again").isEmpty();
  }
}

package io.cloudadapter.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.history.RegisterHistories.Deed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegisterHistoriesTest {
  /** Writes if it is positive, has read its opposite otherwise. */
  private static Optional<Integer> register(int state, int deed) {
    return deed > 0 ? Optional.of(deed) : Optional.of(state).filter(s -> s == -deed);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Optional<Integer> unexplained(Deed<Integer>... deeds) {
    return RegisterHistories.unexplained(9, List.of(deeds), RegisterHistoriesTest::register)
        .map(Deed::what);
  }

  @Test
  void whatIsReadAfterAWriteIsWhatWasWritten() {
    assertThat(unexplained(new Deed<>(1, 0, 1), new Deed<>(-1, 2, 3))).isEmpty();
    assertThat(unexplained(new Deed<>(1, 0, 1), new Deed<>(-9, 2, 3))).contains(-9);
  }

  @Test
  void whatOverlapsMayBeSeenInEitherOrderButOnlyInOne() {
    assertThat(unexplained(new Deed<>(1, 0, 9), new Deed<>(-9, 1, 2), new Deed<>(-1, 3, 4)))
        .isEmpty();
    assertThat(unexplained(new Deed<>(1, 0, 9), new Deed<>(-1, 1, 2), new Deed<>(-9, 3, 4)))
        .contains(-9);
  }

  @Test
  void whatWasNeverAnsweredMayHappenLateOnceOrNotAtAll() {
    Deed<Integer> lost = new Deed<>(1, 0, RegisterHistories.NEVER);

    assertThat(unexplained(lost, new Deed<>(-9, 1, 2))).isEmpty();
    assertThat(unexplained(lost, new Deed<>(2, 1, 2), new Deed<>(-1, 3, 4))).isEmpty();
    assertThat(unexplained(
            lost,
            new Deed<>(-1, 1, 2),
            new Deed<>(2, 3, 4),
            new Deed<>(-2, 5, 6),
            new Deed<>(-1, 7, 8)))
        .contains(-1);
  }

  @Test
  void twoReadersMustAgreeOnTheOrderOfTwoWrites() {
    assertThat(unexplained(
            new Deed<>(1, 0, 20),
            new Deed<>(2, 0, 20),
            new Deed<>(-1, 1, 2),
            new Deed<>(-2, 3, 4),
            new Deed<>(-1, 5, 6)))
        .contains(-1);
  }
}

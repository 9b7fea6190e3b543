package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.RegisterHistory.Deed;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisterHistoryTest {
  private final RegisterHistory history = new RegisterHistory();

  private int write(int value) {
    return history.called(new Deed(1, true, value));
  }

  private void written(int value, int number) {
    history.returned(new Deed(1, true, value), number);
  }

  private int reading() {
    return history.called(new Deed(2, false, 0));
  }

  @Test
  void seesThatAReadDuringAWriteMayReturnEither() {
    int write = write(7);
    int before = reading();
    history.read(2, before, 0);
    int after = reading();
    history.read(2, after, 7);
    written(7, write);

    assertThat(history.misfits(0)).isEmpty();
  }

  @Test
  void findsAReadThatGoesBack() {
    int write = write(7);
    int first = reading();
    history.read(2, first, 7);
    int second = reading();
    history.read(2, second, 0);
    written(7, write);

    assertThat(history.misfits(0)).isEqualTo(List.of(new Deed(2, false, 0)));
  }

  @Test
  void findsALostWrite() {
    written(7, write(7));
    int read = reading();
    history.read(2, read, 0);

    assertThat(history.misfits(0)).isEqualTo(List.of(new Deed(2, false, 0)));
  }

  @Test
  void letsAWriteThatNeverReturnedHappenLate() {
    write(7);
    history.read(2, reading(), 0);
    history.read(2, reading(), 7);

    assertThat(history.misfits(0)).isEmpty();
  }
}

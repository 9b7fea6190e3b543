package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.config.ListIntervalConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** While things change the pool looks often, and less often the longer nothing does. */
class ListIntervalTest {
  private static final ListIntervalConfig CONFIGURED = ListIntervalConfig.usual();

  private final ListInterval looks = new ListInterval();

  private Duration looked(int millis, int machines, long changes) {
    looks.onListed(CONFIGURED, Duration.ofMillis(millis), machines, changes);
    return looks.whenBusy();
  }

  @Test
  void looksEachSecondWhileListsShowChanges() {
    for (int change = 0; change < 20; change++) {
      assertThat(looked(100, 30, change)).isEqualTo(Duration.ofSeconds(1));
    }
  }

  @Test
  void looksLessOftenWhileNothingChangesUntilThePaceThatIsConfigured() {
    looked(100, 30, 7);

    assertThat(looked(100, 30, 7)).isEqualTo(Duration.ofMillis(1500));
    assertThat(looked(100, 30, 7)).isEqualTo(Duration.ofMillis(2250));
    assertThat(looked(100, 30, 7)).isEqualTo(Duration.ofMillis(3375));
    assertThat(looked(100, 30, 7)).isEqualTo(Duration.ofSeconds(5));
    assertThat(looked(100, 30, 7)).isEqualTo(Duration.ofSeconds(5));
    assertThat(looked(100, 30, 8)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void spendsAQuarterOfTheTimeOnListsAtMost() {
    assertThat(looked(800, 30, 1)).isEqualTo(Duration.ofMillis(3200));
    assertThat(looked(9000, 30, 2)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void readsLongListsLessOften() {
    assertThat(looked(10, 250, 1)).isEqualTo(Duration.ofSeconds(3));
    assertThat(looked(10, 3000, 2)).isEqualTo(Duration.ofSeconds(5));
  }
}

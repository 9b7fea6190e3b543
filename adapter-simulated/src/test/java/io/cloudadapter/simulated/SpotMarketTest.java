package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import io.cloudadapter.spi.feature.SpotNotices;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpotMarketTest {
  private static final Duration NOTICE = Duration.ofMinutes(2);

  private final SimulatedCloudFixture scene = new SimulatedCloudFixture();
  private final MachineId machine = scene.launch(1);
  private final SpotNotices market = scene.provider.feature(SpotNotices.class).orElseThrow();

  private List<SpotNotice> notices() {
    return market.notices(scene.call());
  }

  @Test
  void saysThatAMachineIsTakenBackAndTakesItThen() {
    scene.cloud.takeBack(machine, NOTICE);

    assertThat(notices()).singleElement().satisfies(notice -> {
      assertThat(notice.machine()).isEqualTo(machine);
      assertThat(notice.what()).isEqualTo(What.INTERRUPTION);
      assertThat(notice.at()).contains(SimulatedCloudFixture.START.plus(NOTICE));
    });
    scene.pass(NOTICE.minusSeconds(1));
    assertThat(scene.truth(machine).state()).isEqualTo(MachineState.RUNNING);
    scene.pass(Duration.ofSeconds(30));
    assertThat(scene.truth(machine).state()).isEqualTo(MachineState.TERMINATED);
  }

  @Test
  void saysItUntilItIsForgotten() {
    scene.cloud.takeBack(machine, NOTICE);
    scene.cloud.takeBack(scene.launch(2), NOTICE);
    List<SpotNotice> both = notices();

    market.forget(both.subList(0, 1), scene.call());
    market.forget(both.subList(0, 1), scene.call());

    assertThat(notices()).isEqualTo(both.subList(1, 2));
  }

  @Test
  void takesNoMachineBackThatIsNotThereNorBeforeNow() {
    assertThatThrownBy(() -> scene.cloud.takeBack(new MachineId("unheard-of"), NOTICE))
        .hasMessageContaining("there is no machine unheard-of");
    assertThatThrownBy(() -> scene.cloud.takeBack(machine, Duration.ofSeconds(-1)))
        .hasMessage("in must be 0 or more, was PT-1S");
  }
}

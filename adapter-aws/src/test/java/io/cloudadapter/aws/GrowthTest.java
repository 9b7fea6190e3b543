package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What EC2's buckets cost a large pool, by the fake's clock: a caller that waits as it is told. */
class GrowthTest {
  private static final int MACHINES = 3000;
  private static final int BATCH = 100;

  /** A thousand at once, and two a second from then on. */
  private static final Duration PERMITTED = Duration.ofSeconds((MACHINES - 1000) / 2);

  private final Scene scene = new Scene();
  private Duration passed = Duration.ZERO;

  @AfterEach
  void close() {
    scene.close();
  }

  private void pass(Duration time) {
    scene.pass(time);
    passed = passed.plus(time);
  }

  private void grow() {
    FrozenLaunch frozen = scene.provider.prepare(Scene.spec(), FakeCall.patient());
    LaunchKey key = scene.newKey();
    for (int made = 0; made < MACHINES; ) {
      try {
        made += scene
            .provider
            .launch(frozen, key, BATCH, FakeCall.patient())
            .machines()
            .size();
        key = scene.newKey();
      } catch (CloudException e) {
        assertThat(e.kind()).isEqualTo(Kind.THROTTLED);
        pass(e.retryAfter().orElse(Duration.ofSeconds(1)));
      }
    }
  }

  @Test
  void threeThousandMachinesTakeNoLongerThanTheBucketsPermit() {
    scene.cloud.meter();

    grow();

    assertThat(scene.cloud.made()).isEqualTo(MACHINES);
    assertThat(passed).isBetween(PERMITTED, PERMITTED.multipliedBy(11).dividedBy(10));
    long refused = scene.cloud.throttled();
    long sent = scene.requests("RunInstances");
    assertThat(sent - refused).isEqualTo(MACHINES / BATCH);
    assertThat(refused).isLessThanOrEqualTo(MACHINES / BATCH);
  }

  @Test
  void aLookAtThemTakesAPageForEachThousand() {
    FrozenLaunch frozen = scene.provider.prepare(Scene.spec(), FakeCall.patient());
    for (int i = 0; i < MACHINES / BATCH; i++) {
      scene.provider.launch(frozen, scene.newKey(), BATCH, FakeCall.patient());
    }
    List<Sighting> seen = new ArrayList<>();

    scene.provider.list(ListQuery.all(Scene.WEB), seen::add, FakeCall.patient());

    assertThat(seen).hasSize(MACHINES);
    assertThat(scene.requests("DescribeInstances")).isEqualTo(3);
  }
}

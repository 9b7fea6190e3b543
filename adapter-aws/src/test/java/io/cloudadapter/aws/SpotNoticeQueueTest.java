package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import io.cloudadapter.spi.feature.SpotNotices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Notices of spot instances, from EventBridge through a queue. */
class SpotNoticeQueueTest {
  private static final MachineId ONE = new MachineId("i-0000000000000000a");
  private static final MachineId OTHER = new MachineId("i-0000000000000000b");

  private final AwsFixture scene = new AwsFixture();
  private final MachineProvider provider = scene.open(Map.of("spotQueue", FakeAws.SPOT_QUEUE));
  private final SpotNotices market = provider.feature(SpotNotices.class).orElseThrow();

  @AfterEach
  void closes() {
    provider.close();
    scene.close();
  }

  private List<SpotNotice> notices() {
    return market.notices(FakeCall.patient());
  }

  private void forget(List<SpotNotice> notices) {
    market.forget(notices, FakeCall.patient());
  }

  @Test
  void tellsWhichInstanceIsInterruptedAndWhen() {
    scene.cloud.interrupt(ONE.value());

    assertThat(notices()).singleElement().satisfies(notice -> {
      assertThat(notice.machine()).isEqualTo(ONE);
      assertThat(notice.what()).isEqualTo(What.INTERRUPTION);
      assertThat(notice.at()).contains(Instant.parse("2026-11-22T10:02:00Z"));
    });
  }

  @Test
  void tellsARecommendationAsARiskWithoutATime() {
    scene.cloud.recommendRebalance(ONE.value());

    assertThat(notices()).singleElement().satisfies(notice -> {
      assertThat(notice.machine()).isEqualTo(ONE);
      assertThat(notice.what()).isEqualTo(What.RISK);
      assertThat(notice.at()).isEqualTo(Optional.empty());
    });
  }

  @Test
  void tellsANoticeAgainAfterHalfAMinuteUntilItIsForgotten() {
    scene.cloud.interrupt(ONE.value());
    scene.cloud.interrupt(OTHER.value());
    List<SpotNotice> both = notices();
    assertThat(notices()).as("another reader has them").isEmpty();

    forget(both.subList(0, 1));
    scene.pass(Duration.ofSeconds(31));

    assertThat(notices())
        .singleElement()
        .satisfies(notice -> assertThat(notice.machine()).isEqualTo(OTHER));
    assertThat(scene.cloud.queued("spots")).hasSize(1);
  }

  @Test
  void mayForgetTwiceAndManyAtOnce() {
    for (int i = 0; i < 25; i++) {
      scene.cloud.interrupt("i-%017x".formatted(i));
    }
    List<SpotNotice> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.addAll(notices());
    }
    assertThat(all).hasSize(25);

    forget(all);
    forget(all);

    assertThat(scene.cloud.queued("spots")).isEmpty();
    assertThat(scene.requests("DeleteMessageBatch")).isEqualTo(6);
  }

  @Test
  void saysSoIfANoticeCannotBeForgotten() {
    SpotNotice unknown =
        new SpotNotice("of another queue", ONE, What.INTERRUPTION, Optional.empty());

    assertThatThrownBy(() -> forget(List.of(unknown)))
        .isInstanceOfSatisfying(CloudException.class, e -> {
          assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
          assertThat(e.code()).contains("ReceiptHandleIsInvalid");
        })
        .hasMessageContaining("1 of 1 notices were not deleted");
  }

  @Test
  void throwsAwayWhatIsNoNotice() {
    for (String litter : List.of(
        "no JSON",
        "[]",
        "7",
        "{}",
        "{\"detail-type\": \"EC2 Spot Instance Interruption Warning\", \"source\": \"aws.ec2\"}",
        "{\"detail-type\": \"EC2 Instance State-change Notification\", \"source\": \"aws.ec2\","
            + " \"detail\": {\"instance-id\": \"i-0000000000000000a\"}}",
        "{\"detail-type\": \"EC2 Spot Instance Interruption Warning\", \"source\": \"me\","
            + " \"detail\": {\"instance-id\": \"i-0000000000000000a\"}}",
        "{\"detail-type\": \"EC2 Spot Instance Interruption Warning\", \"source\": \"aws.ec2\","
            + " \"detail\": {\"instance-id\": \"../a\"}}",
        "{\"detail-type\": [")) {
      scene.cloud.putForeignNotice(litter);
    }
    scene.cloud.interrupt(ONE.value());

    assertThat(notices()).extracting(notice -> notice.machine()).containsExactly(ONE);

    assertThat(scene.cloud.queued("spots")).hasSize(1);
  }

  @Test
  void tellsANoticeWhoseTimeCannotBeRead() {
    scene.cloud.putForeignNotice("{\"detail-type\": \"EC2 Spot Instance Interruption Warning\","
        + " \"source\": \"aws.ec2\", \"time\": \"soon\","
        + " \"detail\": {\"instance-id\": \"i-0000000000000000a\"}}");

    assertThat(notices())
        .singleElement()
        .satisfies(notice -> assertThat(notice.at()).isEqualTo(Optional.empty()));
  }

  @Test
  void isAbsentWithoutAQueue() {
    assertThat(scene.provider.feature(SpotNotices.class)).isEmpty();
  }

  @Test
  void asksForSpotInstancesOnceAndToBeTerminated() {
    MachineId machine = scene
        .launch(
            AwsFixture.spec("eu-north-1a", "t3.small", "debian", Market.SPOT, AwsFixture.TEMPLATE),
            scene.newKey(),
            1)
        .machines()
        .get(0)
        .id();

    assertThat(scene.look(machine).market()).isEqualTo(Market.SPOT);
  }
}

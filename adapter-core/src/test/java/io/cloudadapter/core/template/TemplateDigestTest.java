package io.cloudadapter.core.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.spi.LaunchSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateDigestTest {
  private static final TemplateKey KEY = TemplateKey.derive(new byte[] {1, 2, 3});
  private static final LaunchConfig LAUNCH = LaunchConfig.builder()
      .zones(List.of("a"))
      .image("ubuntu")
      .size("small")
      .tags(Map.of("team", "shop"))
      .userData(Secret.of("password=hunter2"))
      .template(Map.of("network", "n1"))
      .build();

  private static TemplateDigest digest(LaunchConfig launch) {
    return TemplateDigest.of(new PoolName("web"), launch, KEY);
  }

  @Test
  void namesEachFieldThatDiffers() {
    TemplateDigest was = digest(LAUNCH);

    assertThat(digest(LAUNCH.toBuilder().image("debian").build()).differences(was))
        .containsExactly("image");
    assertThat(digest(LAUNCH.toBuilder()
                .size("big")
                .market(LaunchSpec.Market.SPOT)
                .tags(Map.of("team", "search", "cost", "7"))
                .userData(Secret.of("password=hunter3"))
                .template(Map.of())
                .build())
            .differences(was))
        .containsExactly(
            "market", "size", "tags.cost", "tags.team", "template.network", "userData");
  }

  @Test
  void leavesTheZonesOut() {
    LaunchConfig elsewhere = LAUNCH.toBuilder().zones(List.of("a", "b")).build();

    assertThat(digest(elsewhere)).isEqualTo(digest(LAUNCH));
  }

  @Test
  void differsAsAWholeIfAFieldDiffers() {
    assertThat(digest(LAUNCH.toBuilder().image("debian").build()).all())
        .isNotEqualTo(digest(LAUNCH).all());
    // What one field loses the next one gains.
    assertThat(digest(LaunchConfig.builder().tags(Map.of("a", "b tags.c=d")).build())
            .all())
        .isNotEqualTo(
            digest(LaunchConfig.builder().tags(Map.of("a", "b ", "c", "d")).build())
                .all());
  }

  @Test
  void revealsNoValueAndCannotBeGuessedWithoutTheKey() {
    TemplateDigest digest = digest(LAUNCH);

    String stored = new String(RecordCodec.write(digest), StandardCharsets.UTF_8);

    assertThat(stored).doesNotContain("hunter2", "ubuntu", "shop", "n1");
    TemplateDigest guessed = TemplateDigest.of(new PoolName("web"), LAUNCH, TemplateKey.fixed());
    assertThat(guessed.all()).isNotEqualTo(digest.all());
    assertThat(guessed.fields().values())
        .doesNotContainAnyElementsOf(digest.fields().values());
    assertThat(guessed.comparable(digest)).isFalse();
  }

  @Test
  void isAnotherOneInAnotherPool() {
    TemplateDigest other = TemplateDigest.of(new PoolName("api"), LAUNCH, KEY);

    assertThat(other.all()).isNotEqualTo(digest(LAUNCH).all());
    assertThat(other.fields().get("userData"))
        .isNotEqualTo(digest(LAUNCH).fields().get("userData"));
  }

  @Test
  void showsNothingOfItsKey() {
    assertThat(KEY).hasToString("TemplateKey[" + KEY.id() + "]");
  }
}

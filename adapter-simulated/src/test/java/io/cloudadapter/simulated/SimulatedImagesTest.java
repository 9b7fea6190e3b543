package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.feature.ImageResolver;
import org.junit.jupiter.api.Test;

/** Names of images lead to another image once they are moved. */
class SimulatedImagesTest {
  private final SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud);
  private final ImageResolver images =
      scene.provider.feature(ImageResolver.class).orElseThrow();

  @Test
  void aNameIsItsOwnIdUntilItIsMoved() {
    assertThat(images.resolve("stable", scene.call())).isEqualTo("stable");

    scene.cloud.moveImage("stable", "stable-2");

    assertThat(images.resolve("stable", scene.call())).isEqualTo("stable-2");
    assertThat(images.resolve("stable-2", scene.call())).isEqualTo("stable-2");
  }

  @Test
  void noNameLeadsToAName() {
    scene.cloud.moveImage("stable", "stable-2");

    assertThatThrownBy(() -> scene.cloud.moveImage("newest", "stable"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("id must be the id of another image")
        .hasMessageContaining("was 'stable' for name 'newest'");
    assertThat(images.resolve("newest", scene.call())).isEqualTo("newest");
  }
}

package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.ImageResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Images by name resolve to the newest AMI of that name. */
class ImageNamesTest {
  private final AwsFixture scene = new AwsFixture();
  private final ImageResolver images =
      scene.provider.feature(ImageResolver.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  private String resolve(String image) {
    return images.resolve(image, FakeCall.patient());
  }

  @Test
  void aNameThatMovesResolvesToAnotherId() {
    String before = resolve("debian");

    scene.cloud.moveImage("debian");

    assertThat(before).startsWith("ami-");
    assertThat(resolve("debian")).startsWith("ami-").isNotEqualTo(before);
    assertThat(resolve(before)).isEqualTo(before);
  }

  @Test
  void anImageThatIsNotThereYetTakesNoName() {
    String before = resolve("debian");

    scene.cloud.announceImage("debian");

    assertThat(resolve("debian")).isEqualTo(before);
  }

  @Test
  void aNameThatNoImageHasIsNotFound() {
    assertThatThrownBy(() -> resolve("nowhere"))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("EC2 has no image nowhere");
  }
}

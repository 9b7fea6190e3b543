package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.ImageResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Images by name resolve to the id that Glance has for them. */
class ImageNamesTest {
  private final OpenStackFixture scene = new OpenStackFixture();
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

    assertThat(OpenStackResourceResolver.isUuid(before)).isTrue();
    assertThat(resolve("debian")).isNotEqualTo(before);
    assertThat(resolve(before)).isEqualTo(before);
  }

  @Test
  void aNameThatNoImageHasIsNotFound() {
    assertThatThrownBy(() -> resolve("nowhere"))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("the project has no image nowhere");
  }
}

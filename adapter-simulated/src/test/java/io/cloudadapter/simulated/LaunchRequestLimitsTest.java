package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaunchRequestLimitsTest {
  private final SimulatedCloudFixture scene = new SimulatedCloudFixture();

  @Test
  void takesAsMuchAsItAllows() {
    assertThat(scene.provider.prepare(with(tags(50), "x".repeat(16 * 1024)), scene.call()))
        .isNotNull();
    assertThat(scene.provider.prepare(with(tag(128, 256), ""), scene.call())).isNotNull();
  }

  @Test
  void refusesMoreAndSaysWhatIsAllowed() {
    assertRefused(with(tags(51), ""), "number of tags must be at most 50, was 51");
    assertRefused(with(tag(129, 1), ""), "length of a tag's name must be at most 128, was 129");
    assertRefused(with(tag(1, 257), ""), "value of tag n must be at most 256, was 257");
  }

  @Test
  void countsUserDataInBytesAndDoesNotShowIt() {
    CloudException error = assertRefused(
        with(Map.of(), "ä".repeat(8 * 1024) + "b"),
        "number of bytes of user data must be at most 16384, was 16385");

    assertThat(error.summary()).doesNotContain("ä");
  }

  private CloudException assertRefused(LaunchSpec spec, String why) {
    CloudException error = errorOf(() -> scene.provider.prepare(spec, scene.call()));
    assertThat(error.kind()).isEqualTo(Kind.INVALID);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
    assertThat(error).hasMessageContaining(why);
    return error;
  }

  private static Map<String, String> tags(int count) {
    return IntStream.range(0, count)
        .boxed()
        .collect(Collectors.toMap(i -> "tag" + i, String::valueOf));
  }

  private static Map<String, String> tag(int name, int value) {
    return Map.of("n".repeat(name), "v".repeat(value));
  }

  private static LaunchSpec with(Map<String, String> tags, String userData) {
    LaunchSpec base = SimulatedCloudFixture.spec(Optional.of("a"), Optional.empty());
    return new LaunchSpec(
        base.pool(),
        base.incarnation(),
        base.zone(),
        base.size(),
        base.image(),
        base.market(),
        tags,
        Optional.of(Secret.of(userData)),
        base.template());
  }
}

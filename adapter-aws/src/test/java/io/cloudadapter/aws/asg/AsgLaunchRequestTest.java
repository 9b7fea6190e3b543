package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Secret;
import io.cloudadapter.aws.AwsFixture;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.PreparedLaunch;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AsgLaunchRequestTest {

  private static LaunchSpec spec(
      String zone,
      String size,
      String image,
      Market market,
      Map<String, String> tags,
      Optional<Secret> userData) {
    return new LaunchSpec(
        AwsFixture.WEB,
        AwsFixture.LIFE,
        Optional.of(zone).filter(text -> !text.isEmpty()),
        Optional.of(size).filter(text -> !text.isEmpty()),
        Optional.of(image).filter(text -> !text.isEmpty()),
        market,
        tags,
        userData,
        new AsgProviderFactory().template().parse(Map.of()));
  }

  private static void refuses(LaunchSpec spec, String message) {
    assertThatThrownBy(() -> AsgLaunchRequest.of(spec, "web"))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED))
        .hasMessageContaining(message);
  }

  @Test
  void whatAGroupChoosesByItselfIsRefused() {
    refuses(
        spec("eu-north-1a", "", "", Market.ON_DEMAND, Map.of(), Optional.empty()),
        "zone of a machine");
    refuses(spec("", "t3.small", "", Market.ON_DEMAND, Map.of(), Optional.empty()), "was t3.small");
    refuses(spec("", "", "debian", Market.ON_DEMAND, Map.of(), Optional.empty()), "was debian");
    refuses(spec("", "", "", Market.SPOT, Map.of(), Optional.empty()), "was SPOT");
    refuses(
        spec("", "", "", Market.ON_DEMAND, Map.of("team", "shop"), Optional.empty()),
        "were {team=shop}");
    Optional<Secret> hush = Optional.of(Secret.of("hush"));
    refuses(spec("", "", "", Market.ON_DEMAND, Map.of(), hush), "user data");
  }

  @Test
  void whatWasFrozenIsThawedByAnyProcess() {
    AsgLaunchRequest order = AsgLaunchRequest.of(
        spec("", "", "", Market.ON_DEMAND, Map.of(), Optional.empty()), "web-servers");

    AsgLaunchRequest thawed =
        AsgLaunchRequest.thaw(PreparedLaunch.of(order.freeze().bytes()));

    assertThat(thawed).isEqualTo(order);
    assertThat(thawed.group()).isEqualTo("web-servers");
    assertThat(thawed.tags()).isEqualTo(AsgFixture.MARKS.toTags());
  }

  @Test
  void whatAnotherCallerFrozeIsRefused() {
    for (String foreign :
        new String[] {"v=2&group=web", "v=1", "v=1&group=web", "not a form at all", "%%"}) {
      assertThatThrownBy(() ->
              AsgLaunchRequest.thaw(PreparedLaunch.of(foreign.getBytes(StandardCharsets.UTF_8))))
          .as(foreign)
          .isInstanceOf(CloudException.class)
          .hasMessageContaining("cannot read");
    }
  }
}

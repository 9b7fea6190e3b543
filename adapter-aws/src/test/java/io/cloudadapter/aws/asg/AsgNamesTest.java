package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AsgNamesTest {

  private static List<String> faults(String... pairs) {
    List<ConfigError> faults = new ArrayList<>();
    AsgNames unused = AsgNames.of(List.of(pairs), faults);
    return faults.stream().map(ConfigError::toString).toList();
  }

  private static String group(String pool, String... pairs) {
    return AsgNames.of(List.of(pairs), new ArrayList<>()).of(new PoolName(pool));
  }

  @Test
  void aPoolHasTheGroupOfItsNameUnlessTheAccountSaysOtherwise() {
    assertThat(group("web")).isEqualTo("web");
    assertThat(group("web", "web=web-servers")).isEqualTo("web-servers");
    assertThat(group("mail", "web=web-servers")).isEqualTo("mail");
  }

  @Test
  void aGroupMayHaveAnEqualsSignInItsName() {
    assertThat(group("web", "web=a=b")).isEqualTo("a=b");
  }

  @Test
  void whatIsNoPairIsRefused() {
    String longest = "web=" + "g".repeat(255);
    assertThat(faults(longest)).isEmpty();
    assertThat(List.of("web", "web=", "=web-servers", longest + "g"))
        .allSatisfy(pair -> assertThat(faults(pair))
            .containsExactly(
                "groups: must be pairs such as web=web-servers, one of them was " + pair));
  }

  @Test
  void aPoolOrAGroupThatIsNamedTwiceIsRefused() {
    assertThat(faults("web=a", "web=b"))
        .containsExactly("groups: must name each pool and each group once, web=b is one too many");
    assertThat(faults("web=a", "mail=a"))
        .containsExactly("groups: must name each pool and each group once, mail=a is one too many");
  }
}

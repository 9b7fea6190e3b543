package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MaskTest {

  @Test
  void hides_each_disguise_of_a_secret() {
    assertThat(new Mask(List.of("top-secret", "secret"))
            .over("top-secret, dG9wLXNlY3JldA==, and a secret"))
        .isEqualTo("***, ***, and a ***");
  }

  @Test
  void hides_a_password_of_one_letter_only_where_it_is_a_whole_value() {
    assertThat(new Mask(List.of("a"))
            .over("a machine {\"user\":\"ada\",\"password\":\"a\"} ?password=a&b=c <p>a</p>"))
        .isEqualTo(
            "a machine {\"user\":\"ada\",\"password\":\"***\"} ?password=***&b=c <p>***</p>");
  }

  @Test
  void hides_nothing_without_secrets() {
    assertThat(new Mask(List.of("")).over("a machine")).isEqualTo("a machine");
  }
}

package io.cloudadapter.testkit.certify;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WitnessTest {

  @Test
  void hides_what_the_cloud_has_issued_and_counts_it_as_told() {
    Witness witness = new Witness(List.of("planted"));
    witness.alsoSecret(() -> Set.of("issued-4711"));

    witness.heard(
        "identity",
        CloudException.of(Kind.DENIED, Effect.NONE, "token issued-4711 may not").build());

    assertThat(witness.seen())
        .extracting(Witness.Seen::rule)
        .containsOnly("MP-1.4")
        .isNotEmpty();
    assertThat(witness.seen().toString()).contains("token *** may not").doesNotContain("4711");
  }

  @Test
  void says_nothing_of_what_holds_no_secret() {
    Witness witness = new Witness(List.of("planted"));
    witness.alsoSecret(() -> Set.of("issued-4711"));

    witness.heard(
        "list", CloudException.of(Kind.DENIED, Effect.NONE, "not for you").build());

    assertThat(witness.seen()).isEmpty();
  }
}

package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ObservationLogTest {

  @Test
  void hides_what_the_cloud_has_issued_and_counts_it_as_told() {
    ObservationLog witness = new ObservationLog(List.of("planted"));
    witness.alsoSecret(() -> Set.of("issued-4711"));

    witness.heard(
        "identity",
        CloudException.of(Kind.DENIED, Effect.NONE, "token issued-4711 may not").build());

    assertThat(witness.seen())
        .extracting(ObservationLog.Seen::rule)
        .containsOnly("MP-1.4")
        .isNotEmpty();
    assertThat(witness.seen().toString()).contains("token *** may not").doesNotContain("4711");
  }

  @Test
  void finds_what_was_told_before_it_was_known_to_be_secret() {
    ObservationLog witness = new ObservationLog(List.of("planted"));
    Set<String> issued = new TreeSet<>();
    witness.alsoSecret(() -> issued);
    witness.noSecretIn("what is logged", "granted issued-4711");
    witness.saw("MP-2.1", "a machine of session issued-4711");

    issued.add("issued-4711");
    witness.looksBack();

    assertThat(witness.seen())
        .extracting(ObservationLog.Seen::rule)
        .containsExactly("MP-2.1", "MP-1.4");
    assertThat(witness.seen().toString())
        .contains("what is logged shows a credential", "a machine of session ***")
        .doesNotContain("4711");
  }

  @Test
  void leaves_texts_readable_whose_password_has_one_letter() {
    ObservationLog witness = new ObservationLog(List.of("a"));
    witness.noSecretIn("what is logged", "a machine was launched");
    witness.saw("MP-4.3", "a machine lives on");

    assertThat(witness.seen())
        .containsExactly(new ObservationLog.Seen("MP-4.3", "a machine lives on"));
  }

  @Test
  void says_nothing_of_what_holds_no_secret() {
    ObservationLog witness = new ObservationLog(List.of("planted"));
    witness.alsoSecret(() -> Set.of("issued-4711"));

    witness.heard(
        "list", CloudException.of(Kind.DENIED, Effect.NONE, "not for you").build());

    assertThat(witness.seen()).isEmpty();
  }

  @Test
  void is_certain_of_what_was_sent_until_a_call_that_writes_is_given_up() {
    ObservationLog witness = new ObservationLog(List.of());
    call(witness, "list");
    witness.callBegins("terminate");
    witness.gaveUp(true);
    witness.callEnds("terminate");
    call(witness, "list");

    assertThat(witness.certain()).isEqualTo(2);

    witness.forgetCalls();
    call(witness, "list");

    assertThat(witness.certain()).as("the request may still be on its way").isZero();
  }

  @Test
  void is_certain_of_nothing_when_calls_overlap() {
    ObservationLog witness = new ObservationLog(List.of());
    call(witness, "list");
    assertThat(witness.certain()).isEqualTo(1);

    witness.callBegins("list");
    call(witness, "launch");

    assertThat(witness.certain()).isZero();
  }

  private static void call(ObservationLog witness, String what) {
    witness.callBegins(what);
    witness.callEnds(what);
  }

  @Test
  void expects_a_request_before_the_first_call_only_of_a_call_that_was_given_up_before() {
    ObservationLog witness = new ObservationLog(List.of());
    witness.gaveUp(false);
    assertThat(witness.mayArriveBeforeCalls()).isFalse();

    witness.forgetCalls();
    assertThat(witness.mayArriveBeforeCalls()).isTrue();
  }
}

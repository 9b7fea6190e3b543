package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.cloudadapter.proof.MutantCode.Original;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** A change of the sources that takes a bug its place is found at once: a build tries a part of the bugs only. */
class MutantSourcesTest {
  private static final Map<Original, List<AdapterMutant>> MUTANTS = Map.of(
      Original.ADAPTER,
      AdapterMutants.all(),
      Original.CHANNEL,
      ChannelMutants.all(),
      Original.SHARED_STORE,
      ReplicaMutantsTest.mutants());

  @Test
  void each_bug_has_its_place_in_the_sources() {
    SoftAssertions all = new SoftAssertions();
    MUTANTS.forEach((original, mutants) -> {
      assertThat(mutants).isNotEmpty();
      mutants.forEach(mutant -> all.assertThatCode(() -> MutantCode.changed(original, mutant))
          .as(mutant.toString())
          .doesNotThrowAnyException());
    });
    all.assertAll();
  }

  @Test
  void a_bug_without_a_place_is_named() {
    AdapterMutant lost = AdapterMutant.of("MP-5.14", "has lost its place", "")
        .edit("HttpTransport", "this text is nowhere;", "nor this;");

    assertThatCode(() -> MutantCode.changed(Original.ADAPTER, lost))
        .hasMessageContaining("HttpTransport.java must say exactly once");
  }
}

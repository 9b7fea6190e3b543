package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The document and the mutants agree. */
class MutantReportTest {

  @Test
  void the_document_lists_the_mutants_as_they_are() throws IOException {
    String document = MutantReport.read();
    Map<String, String> said = MutantReport.said(document);

    assertThat(MutantReport.text(said))
        .as("docs/reference/certification-mutants.md; it says itself how to write it anew")
        .isEqualTo(document);
    assertThat(MutantReport.all())
        .allSatisfy(mutant ->
            assertThat(said.get(mutant.toString())).as(mutant.toString()).contains(mutant.says()));
  }

  @Test
  void each_rule_that_is_tried_has_a_mutant_or_a_reason_to_have_none() {
    assertThat(MutantReport.missing()).isEmpty();
  }

  @Test
  void no_two_mutants_have_the_same_name() {
    assertThat(MutantReport.all().stream().map(AdapterMutant::bug)).doesNotHaveDuplicates();
  }
}

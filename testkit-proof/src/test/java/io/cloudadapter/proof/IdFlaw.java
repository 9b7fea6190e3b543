package io.cloudadapter.proof;

import io.cloudadapter.proof.number.IdForm;
import io.cloudadapter.proof.number.NumberedCloud;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.util.List;

/**
 * An adapter for a cloud with numbers as ids that makes wrong ids of them. Chapters 3 and 4.
 *
 * @param mutant what it does, and which rule must find it; it has no edits
 * @param form how it makes ids
 */
record IdFlaw(AdapterMutant mutant, IdForm form) {

  static List<IdFlaw> all() {
    return List.of(
        new IdFlaw(
            AdapterMutant.of("MP-3.21", "reads ids as floating-point numbers", "and the cloud has"),
            IdForm.FLOATING_POINT),
        new IdFlaw(
            AdapterMutant.of(
                "MP-4.10", "shows machines by the cloud's number alone", "another one has its id"),
            IdForm.NUMBER_ALONE),
        new IdFlaw(
            AdapterMutant.of(
                    "MP-4.10",
                    "terminates by the cloud's number alone",
                    "to which the cloud gave its id, has ended")
                .drags("MP-4.4"),
            IdForm.BIRTH_UNREAD));
  }

  static List<AdapterMutant> mutants() {
    return all().stream().map(IdFlaw::mutant).toList();
  }

  AdapterUnderTest subject() {
    return NumberedCloud.subject(form);
  }

  /** As the tests show it. */
  @Override
  public String toString() {
    return mutant.toString();
  }
}

package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Bugs that adapters have had, and some that they will have: a file for each chapter of the rules. */
final class AdapterMutants {
  /** {@code -Dmutant=MP-5.13} or {@code -Dmutant=redirect}: only those of whose name that is a part. */
  private static final String CHOICE = "mutant";

  /** {@code -Dmutants.part=2/3}: the second of three parts of about the same size. */
  private static final String PART = "mutants.part";

  private AdapterMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(
            IdentityMutants.all(),
            LaunchMutants.all(),
            ChoiceMutants.all(),
            ListMutants.all(),
            RowMutants.all(),
            TerminateMutants.all(),
            ErrorMutants.all(),
            TimeMutants.all(),
            ThreadMutants.all(),
            LifecycleMutants.all(),
            FeatureMutants.all(),
            ActionMutants.all(),
            BesideMutants.all(),
            ConversationMutants.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The mutants to try. */
  static List<AdapterMutant> chosen() {
    return chosen(all());
  }

  static List<AdapterMutant> chosen(List<AdapterMutant> all) {
    String choice = System.getProperty(CHOICE, "");
    // MP-2.1 is not MP-2.11.
    return all.stream()
        .filter(mutant -> mutant.rule().equals(choice)
            || (!choice.startsWith("MP-") && mutant.toString().contains(choice)))
        .filter(AdapterMutants::isInPart)
        .toList();
  }

  private static boolean isInPart(AdapterMutant mutant) {
    String[] part = System.getProperty(PART, "1/1").split("/");
    int number = Math.floorMod(mutant.toString().hashCode(), Integer.parseInt(part[1]));
    return number == Integer.parseInt(part[0]) - 1;
  }
}

package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Where each of the known defects of a well-known framework that concern the ledger is shown to be absent. The index of
 * all of them is the test of the same name in the keeper's package, which names this one.
 */
class KnownDefectIndexTest {
  private static final String SECOND_OPENING =
      "embedded.EmbeddedStoreTest#aSecondOpeningIsRefusedByNameHoweverOftenItTries";

  private static final Map<String, String> TESTS = Map.of(
      "13", "DamageTest#aLogCutAtEveryByteOfItsLastRecordOpensWithoutIt",
      "17", SECOND_OPENING,
      "36", SECOND_OPENING);

  @Test
  void everyTestThatIsNamedIsThereAndIsRun() throws Exception {
    for (String test : TESTS.values()) {
      String[] parts = test.split("#", 2);
      Class<?> type = Class.forName(getClass().getPackageName() + "." + parts[0]);

      assertThat(type.getDeclaredMethod(parts[1]).isAnnotationPresent(Test.class))
          .as(test)
          .isTrue();
    }
  }
}

package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scenarios of pools that callers create, change, roll back and delete while the process crashes. */
@Tag("proof")
class CatalogStormTest {
  private static final Storm STORM = new Storm(CatalogStormTest.class, "catalog", 4);

  @Test
  void no_pool_is_lost_or_there_twice_and_none_leaves_anything_behind() {
    STORM.play(seed -> STORM.judge(seed, CatalogStory.tell(seed)));
  }
}

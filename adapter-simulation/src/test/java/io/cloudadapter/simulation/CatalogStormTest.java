package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that callers create, change, roll back and delete while the process crashes: {@code
 * -Dcatalog.seeds} of them, from {@code -Dcatalog.first} on.
 */
@Tag("proof")
class CatalogStormTest {
  private static final long FIRST = Long.getLong("catalog.first", 1);
  private static final long SEEDS = Long.getLong("catalog.seeds", 12);

  @Test
  void no_pool_is_lost_or_there_twice_and_none_leaves_anything_behind() {
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .forEach(seed -> assertThat(CatalogStory.tell(seed))
            .as("mvn -pl adapter-simulation -am test -Dtest=CatalogStormTest -Dcatalog.seeds=1"
                + " -Dcatalog.first=" + seed)
            .isEmpty());
  }
}

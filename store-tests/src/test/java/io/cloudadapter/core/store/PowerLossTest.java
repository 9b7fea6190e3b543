package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The embedded store on a disk that loses, tears and reorders everything that was not forced. */
class PowerLossTest {
  /** More for a long run: {@code -Dstore.stories=100000}. */
  private static final int STORIES = Integer.getInteger("store.stories", 1_000);

  @Test
  void everyLifeFindsWhatTheOnesBeforeWerePromised() {
    long opened = 0;
    long commits = 0;
    long snapshots = 0;
    long first = Long.getLong("store.seed", new Random().nextLong());
    for (int i = 0; i < STORIES; i++) {
      long seed = first + i;
      try {
        StoreStory story = new StoreStory(seed);
        tell(story, new SplittableRandom(~seed));
        opened += story.opened();
        commits += story.commits();
        snapshots += story.snapshots();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("replay with -Dstore.stories=1 -Dstore.seed=" + seed, e);
      }
    }
    System.out.printf(
        "power loss: %d stories from seed %d: %d openings after crashes, %d commits,"
            + " %d snapshots, none bad%n",
        STORIES, first, opened, commits, snapshots);
    assertThat(opened).isGreaterThan(2L * STORIES);
    assertThat(snapshots).isGreaterThan(STORIES / 10);
  }

  /** Lives that end by darkness, an I/O error or a full disk, and crashes between them. */
  private static void tell(StoreStory story, RandomGenerator chance) {
    for (int life = 2 + chance.nextInt(4); life > 0; life--) {
      long step = story.disk.steps() + 1 + chance.nextInt(life % 2 == 0 ? 80 : 15);
      switch (chance.nextInt(4)) {
        case 0 -> story.disk.failStep(step);
        case 1 -> story.disk.capacity(story.disk.used() + chance.nextInt(8_000));
        default -> story.disk.dieAtStep(step);
      }
      story.live(30);
      story.disk.capacity(Long.MAX_VALUE);
      if (chance.nextInt(4) == 0) {
        story.disk.killProcess();
      } else {
        story.disk.losePower(chance);
      }
    }
    story.live(3);
    story.disk.losePower(chance);
    assertThat(story.live(1)).isTrue();
  }
}

package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.simulation.fault.FaultProfile;
import io.cloudadapter.simulation.process.StoryHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whether simulations run as they did when their hashes were stored: what is meant to leave behaviour alone, such as a
 * rename, leaves all of them as they are. A build compares a few; {@code -Dstory.hashes=all} compares all of them.
 *
 * <p>After a change of behaviour, store them again: {@code -Dstory.hashes=write}.
 */
class StoryHashesTest {
  private static final Path STORED = Path.of("src/test/resources/story-hashes.txt");
  private static final String MODE = System.getProperty("story.hashes", "some");

  /** A kind of simulation, how many of its seeds are stored, and how many of them a build compares. */
  private record Kind(String name, int stored, int compared, LongFunction<SimulationReport> run) {
    Stream<String> hashes(int seeds) {
      return LongStream.rangeClosed(1, seeds).parallel().mapToObj(this::hash);
    }

    private String hash(long seed) {
      return name + " " + seed + " " + Long.toHexString(run.apply(seed).hash());
    }
  }

  private static final List<Kind> KINDS = List.of(
      new Kind("storm", 1_500, 15, Simulation::storm),
      new Kind("groups", 300, 3, seed -> GroupStormTest.tell(seed, false)),
      new Kind("pool-day", 60, 3, StoryHashesTest::poolDay));

  private static SimulationReport poolDay(long seed) {
    return Simulation.of(PoolConfig.named("web", "here", 12).build())
        .load(LoadProfile.saw(12))
        .climate(FaultProfile.ROUGH)
        .length(Duration.ofDays(1))
        .seed(seed)
        .run();
  }

  @Test
  void simulations_run_as_they_did_when_their_hashes_were_stored() throws IOException {
    if (MODE.equals("write")) {
      Files.write(
          STORED, KINDS.stream().flatMap(kind -> kind.hashes(kind.stored())).toList());
    }
    Map<String, List<String>> stored = new HashMap<>();
    try (Stream<String> lines = Files.lines(STORED)) {
      lines.forEach(line -> stored
          .computeIfAbsent(line.substring(0, line.indexOf(' ')), name -> new ArrayList<>())
          .add(line));
    }
    for (Kind kind : KINDS) {
      int seeds = MODE.equals("all") ? kind.stored() : kind.compared();
      List<String> due = stored.get(kind.name());
      assertThat(due).as(kind.name()).hasSize(kind.stored());
      assertThat(kind.hashes(seeds).toList()).isEqualTo(due.subList(0, seeds));
    }
  }

  @Test
  void each_effect_has_a_name_of_its_own() {
    Map<String, Class<?>> names = new TreeMap<>();
    for (Class<?> effect : Effect.class.getPermittedSubclasses()) {
      String name = StoryHash.name(effect.asSubclass(Effect.class));
      assertThat(names.put(name, effect)).as(name).isNull();
    }
    assertThat(names).hasSameSizeAs(Effect.class.getPermittedSubclasses());
  }
}

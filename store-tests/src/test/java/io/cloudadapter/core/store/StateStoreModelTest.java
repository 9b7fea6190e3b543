package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Both stores against a sorted map of key to (revision, text), over any sequence of steps. */
class StateStoreModelTest {

  /** One key's part of a transaction: perhaps required (rightly or not), then put or deleted. */
  record Part(String key, int requirement, String text) {}

  @Property(tries = 300)
  void aMemoryStoreDoesWhatASortedMapDoes(@ForAll("steps") List<Map<String, Part>> steps) {
    MemoryStore store = new MemoryStore();
    Model model = new Model();
    steps.forEach(step -> model.take(store, step));
  }

  @Property(tries = 300)
  void anEmbeddedStoreDoesWhatASortedMapDoesAcrossOpenings(
      @ForAll("steps") List<Map<String, Part>> steps) {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedStore store = open(disk);
    Model model = new Model();
    for (Map<String, Part> step : steps) {
      if (step.isEmpty()) {
        store.close();
        store = open(disk);
      }
      model.take(store, step);
    }
  }

  @Provide
  Arbitrary<List<Map<String, Part>>> steps() {
    Arbitrary<Part> parts = Combinators.combine(
            Arbitraries.of("a", "a/1", "a/2", "b", "b/~", "c"),
            Arbitraries.frequency(Tuple.of(4, 0), Tuple.of(3, 1), Tuple.of(1, 2)),
            Arbitraries.strings().alpha().ofMaxLength(30))
        .as(Part::new);
    return parts
        .list()
        .ofMaxSize(4)
        .map(list -> {
          Map<String, Part> byKey = new TreeMap<>();
          list.forEach(part -> byKey.put(part.key(), part));
          return byKey;
        })
        .list()
        .ofMaxSize(40);
  }

  private static EmbeddedStore open(SimulatedDisk disk) {
    return EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .reserve(512)
        .compactAbove(600)
        .open();
  }

  private static String shown(StoreEntry value) {
    return value.key() + "@" + value.modRevision() + value.text();
  }

  private static final class Model {
    private final NavigableMap<String, Map.Entry<Long, String>> model = new TreeMap<>();
    private long revision;

    void take(StateStore store, Map<String, Part> step) {
      if (!step.isEmpty()) {
        assertThat(store.commit(transaction(step))).isEqualTo(expected(step));
      }
      for (String prefix : List.of("", "a", "a/", "b/", "d")) {
        assertThat(store.range(prefix).entries().stream().map(StateStoreModelTest::shown))
            .containsExactlyElementsOf(model.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(
                    e -> e.getKey() + "@" + e.getValue().getKey() + e.getValue().getValue())
                .toList());
        assertThat(store.get(prefix + "a").map(StateStoreModelTest::shown).isPresent())
            .isEqualTo(model.containsKey(prefix + "a"));
      }
      assertThat(store.revision()).isEqualTo(revision);
    }

    /** An empty text means delete. */
    private Transaction transaction(Map<String, Part> step) {
      Transaction.Builder builder = Transaction.builder();
      for (Part part : step.values()) {
        if (part.requirement() > 0) {
          builder.require(part.key(), modRevision(part.key()) + part.requirement() - 1);
        }
        if (part.text().isEmpty()) {
          builder.delete(part.key());
        } else {
          builder.put(part.key(), part.text());
        }
      }
      return builder.build();
    }

    private CommitResult expected(Map<String, Part> step) {
      for (Part part : step.values()) {
        if (part.requirement() == 2) {
          return CommitResult.conflict(part.key());
        }
      }
      boolean changes = step.values().stream()
          .anyMatch(part -> !part.text().isEmpty() || model.containsKey(part.key()));
      revision += changes ? 1 : 0;
      for (Part part : step.values()) {
        if (part.text().isEmpty()) {
          model.remove(part.key());
        } else {
          model.put(part.key(), Map.entry(revision, part.text()));
        }
      }
      return CommitResult.committed(revision);
    }

    private long modRevision(String key) {
      Map.Entry<Long, String> entry = model.get(key);
      return entry == null ? 0 : entry.getKey();
    }
  }
}

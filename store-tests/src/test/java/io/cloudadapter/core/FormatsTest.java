package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.StoredPools;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.shared.QuorumStore;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What earlier versions have written is opened, upgraded and reported; what later ones write is refused. */
class FormatsTest {
  /** The wall stands just after the records were written: what is kept for a time only is still there. */
  private static final Clocks JUST_AFTER =
      new Clocks(() -> Instant.parse("2026-11-23T10:12:00Z"), System::nanoTime);

  private static final List<String> POOLS = List.of("web", "batch");

  @TempDir
  private Path scratch;

  /** The cloud of the pools does not answer, so that nothing but the upgrade changes their ledgers. */
  private static CloudAdapter.Builder pools() {
    return CloudAdapter.builder()
        .clocks(JUST_AFTER)
        .provider(new UnreachableCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .hook(LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener()))
            .build())
        .pool(PoolConfig.named("batch", "here", 10).build())
        .hooks("web", message -> {});
  }

  private static Path fixture(String name) {
    URL found = Objects.requireNonNull(FormatsTest.class.getResource("/formats/" + name), name);
    try {
      return Path.of(found.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path copy(String name) throws IOException {
    Path from = fixture(name);
    Path to = scratch.resolve("data");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    Files.delete(to.resolve("entries.txt"));
    return to;
  }

  private static List<String> shown(StateStore store) {
    List<String> lines = new ArrayList<>();
    lines.add("revision " + store.revision());
    for (StoreEntry value : store.range("").entries()) {
      lines.add(value.key() + "\t" + value.modRevision() + "\t" + value.text());
    }
    return lines;
  }

  private static List<String> keys(StateStore store) {
    return store.range("").entries().stream().map(StoreEntry::key).toList();
  }

  private static SimulatedCluster.Client quorumOf(String name) throws IOException {
    SimulatedCluster.Client way = new SimulatedCluster(() -> 0).client("a");
    for (String line : Files.readAllLines(fixture(name))) {
      String[] parts = line.split("\t");
      way.commit(new ClusterTransaction().put(parts[0], Base64.getDecoder().decode(parts[1])));
    }
    return way;
  }

  private static QuorumStore open(SimulatedCluster.Client way) {
    return QuorumStore.open(way, "/cloud-adapter/", QuorumStore.Settings.usual(() -> 0));
  }

  /** Answers under idempotency keys lie in pages from format 2 on; those that are too old are forgotten. */
  private static void assertKept(List<String> now, List<String> before) {
    assertThat(now)
        .containsAll(before.stream().filter(key -> !key.contains("/reply/")).toList())
        .noneMatch(key -> key.matches(".*/reply/[0-9a-f]{64}"));
  }

  private static void assertUpgraded(StateStore store) {
    for (String pool : POOLS) {
      String record = store.get("pools/" + pool + "/pool").orElseThrow().text();
      assertThat(record).contains("\"format\":3").contains("\"desired\":9");
    }
  }

  private static void resize(CloudAdapter adapter) {
    for (MachinePool pool : adapter.all()) {
      pool.setDesiredSize(9);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"killed", "closed", "compacted"})
  void aDataDirectoryOfFormat1IsOpenedUpgradedAndReported(String kind) throws IOException {
    String name = "1/embedded/" + kind;
    Path data = copy(name);
    Path ledger = data.resolve("ledger");
    List<String> held = Files.readAllLines(fixture(name).resolve("entries.txt"));
    List<String> keys;
    try (EmbeddedStore copy = EmbeddedStore.openCopy(ledger, new Random(1))) {
      assertThat(shown(copy)).isEqualTo(held);
      keys = keys(copy);
      LedgerSnapshot web = LedgerSnapshot.read(
          new io.cloudadapter.api.PoolName("web"), copy.unordered("pools/web/"));
      assertThat(web.upgrade())
          .hasValue("the ledger's records are of format 1 and are written as format 3 from now on");
      assertThat(StoredPools.of(copy)).hasSize(2);
    }
    CloudAdapter.Builder builder = pools().dataDirectory(data);
    assertThat(builder.errors()).isEmpty();
    assertThat(builder.warnings())
        .extracting(ConfigError::toString)
        .anyMatch(
            doubt -> doubt.contains(
                data
                    + " is of format 1; the next start writes it as format 2, which earlier versions do not know"));

    try (CloudAdapter adapter = builder.open()) {
      resize(adapter);
    }

    assertThat(data.resolve("format")).hasContent("cloud-adapter data 2\n");
    try (EmbeddedStore store = EmbeddedStore.open(ledger, new Random(2))) {
      assertUpgraded(store);
      assertKept(keys(store), keys);
    }
    assertThat(builder.warnings()).isEmpty();
    try (CloudAdapter again = builder.open()) {
      resize(again);
    }
  }

  @Test
  void aLedgerOfFormat2IsWrittenAsFormat3WhichTheVersionThatWroteItRefuses() throws IOException {
    String name = "2/embedded/closed";
    Path data = copy(name);
    Path ledger = data.resolve("ledger");
    try (EmbeddedStore copy = EmbeddedStore.openCopy(ledger, new Random(1))) {
      List<String> lines = new ArrayList<>(List.of("revision " + copy.revision()));
      copy.range("").entries().forEach(e -> lines.add(e.key() + "\t" + e.modRevision()));
      assertThat(lines).isEqualTo(Files.readAllLines(fixture(name).resolve("entries.txt")));
    }

    try (CloudAdapter adapter = pools().dataDirectory(data).open()) {
      resize(adapter);
      assertThat(adapter.administration().pool("web").orElseThrow().version()).isEqualTo(1);
      adapter.createPool(PoolConfig.named("jobs", "here", 3).build());
    }

    try (EmbeddedStore store = EmbeddedStore.open(ledger, new Random(2))) {
      assertUpgraded(store);
      // Without a keeper, the pool is in format 3 from its first record on.
      assertThat(store.get("pools/jobs/pool").orElseThrow().text()).contains("\"format\":3");
    }
  }

  @Test
  void anEtcdPrefixOfFormat1IsOpenedUpgradedAndReported() throws IOException {
    SimulatedCluster.Client way = quorumOf("1/quorum/keys.txt");
    List<String> keys;
    QuorumStore store = open(way);
    assertThat(shown(store)).isEqualTo(Files.readAllLines(fixture("1/quorum/entries.txt")));
    keys = keys(store);

    Path data = Files.createDirectories(scratch.resolve("data"));
    Files.copy(fixture("1/quorum/ledger.key"), data.resolve("ledger.key"));
    try (CloudAdapter adapter = pools().dataDirectory(data).openOver(store)) {
      resize(adapter);
    }

    try (QuorumStore again = open(way)) {
      assertUpgraded(again);
      assertKept(keys(again), keys);
    }
    assertThat(way.get("/cloud-adapter/head").orElseThrow().text()).startsWith("cloud-adapter 1\n");
  }

  @Test
  void aNewDataDirectoryIsOfTheCurrentFormat() {
    Path data = scratch.resolve("new");
    CloudAdapter.Builder builder = pools().dataDirectory(data);
    builder.open().close();

    assertThat(data.resolve("format")).hasContent("cloud-adapter data 2\n");
    assertThat(builder.warnings()).isEmpty();
  }

  @Test
  void aDataDirectoryOfALaterFormatIsRefused() throws IOException {
    Path data = copy("1/embedded/closed");
    Files.writeString(data.resolve("format"), "cloud-adapter data 4\n");
    String refusal =
        data + " is of format 4, and this version reads formats 1 to 3; use the version"
            + " that wrote it, or a newer one";

    CloudAdapter.Builder builder = pools().dataDirectory(data);
    assertThat(builder.errors())
        .extracting(ConfigError::toString)
        .containsExactly("data: " + refusal);
    assertThatThrownBy(builder::open)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(refusal);
    LedgerMigration move = new LedgerMigration(data, ClusterAddress.parse("none://localhost:1"));
    assertThatThrownBy(move::toStore).isInstanceOf(StoreException.class).hasMessage(refusal);
    Files.delete(data.resolve("ledger/log-00000001"));
    Files.delete(data.resolve("ledger"));
    assertThatThrownBy(move::toData).isInstanceOf(StoreException.class).hasMessage(refusal);
  }

  @Test
  void aFormatThatIsNoNumberIsRefused() throws IOException {
    Path data = copy("1/embedded/closed");
    Files.writeString(data.resolve("format"), "");

    assertThatThrownBy(pools().dataDirectory(data)::open)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(data.resolve("format")
            + " must hold one line, \"cloud-adapter data 2\", and holds something else");
  }

  @Test
  void recordsOfALaterFormatAreRefusedBeforeTheyAreRead() throws IOException {
    Path data = copy("1/embedded/closed");
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), new Random(3))) {
      store.commit(Transaction.builder()
          .put("pools/web/pool", "{\"format\":4711,\"somethingNew\":[1]}")
          .build());
    }
    CloudAdapter.Builder builder = pools().dataDirectory(data);
    String refusal =
        "the ledger of pool web is of format 4711, and this version reads formats 1 to 3;"
            + " use the version that wrote it, or a newer one";

    assertThat(builder.errors())
        .extracting(ConfigError::toString)
        .containsExactly("data: " + refusal);
    assertThatThrownBy(builder::open)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(refusal);
  }

  @Test
  void anEtcdPrefixOfALaterFormatIsRefused() throws IOException {
    SimulatedCluster.Client way = quorumOf("1/quorum/keys.txt");
    way.commit(new ClusterTransaction().put("/cloud-adapter/head", "cloud-adapter 3\nelse\n"));

    assertThatThrownBy(() -> open(way))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("/cloud-adapter/head")
        .hasMessageEndingWith(
            " is of format 3, and this version reads formats 1 to 2; use the version"
                + " that wrote it, or a newer one");
  }
}

package io.cloudadapter.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.backup.BackupWriter;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.catalog.StoredTemplateKey;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.shared.QuorumStore;
import io.cloudadapter.core.template.TemplateDigest;
import io.cloudadapter.core.template.TemplateKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ledger's key is rotated as a whole despite any crash, and the key before opens nothing afterwards. */
class KeyRotationTest {
  private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");
  private static final int LAUNCHES = 120;
  private static final int VERSIONS = 3;
  private static final int TEMPLATE_KEYS = 1;

  /** The record, three batches of entries, the record again. */
  private static final int COMMITS = 5;

  private static final Pattern SEALED = Pattern.compile("([0-9a-f]{32}:)?[A-Za-z0-9+/]{38,}={0,2}");

  @TempDir
  private Path data;

  private final SimulatedCluster cluster = new SimulatedCluster(() -> 0);
  private final List<LedgerKeyRotation> reported = new ArrayList<>();
  private LaunchEncryptor before;

  @BeforeEach
  void makeKey() {
    before = new LaunchEncryptor(LedgerEncryptionKey.in(data, new Random(1)), new Random(2));
  }

  /** The two kinds of stores. */
  private Supplier<StateStore> store(String kind) {
    return kind.equals("embedded")
        ? () -> EmbeddedStore.open(data.resolve("ledger"), new Random(3))
        : () ->
            QuorumStore.open(cluster.client("a"), "/pools/", QuorumStore.Settings.usual(() -> 0));
  }

  private void fill(Supplier<StateStore> open) {
    try (StateStore store = open.get()) {
      Transaction.Builder launches = Transaction.builder();
      for (int i = 0; i < LAUNCHES; i++) {
        LaunchRecord launch = LaunchRecord.planned("key-" + i, 1, Optional.empty(), 0, "", 1, NOW)
            .sent(before.sealBytes(("request " + i).getBytes(UTF_8)), 1, NOW);
        launches.put("pools/web/intent/key-" + i, RecordCodec.write(launch));
        if (i % 60 == 59) { // A transaction takes a hundred writes.
          store.commit(launches.build());
          launches = Transaction.builder();
        }
      }
      PoolCatalog catalog = new PoolCatalog(store, before, () -> NOW);
      catalog.create(jobs(0), ConfigAuthor.api(""), Optional.empty());
      for (int i = 1; i < VERSIONS; i++) {
        catalog.append(jobs(i), i, ConfigAuthor.api(""));
      }
      store.commit(Transaction.builder().put("pools/web/other", "of no secret").build());
      StoredTemplateKey.ensure(store, before, new Random(6));
    }
  }

  private static PoolConfig jobs(int secret) {
    return PoolConfig.named("jobs", "here", 5)
        .launch(LaunchConfig.builder().userData(Secret.of("secret " + secret)).build())
        .build();
  }

  private LedgerEncryptionKey.Keys keys() {
    return LedgerEncryptionKey.all(data, new Random(4));
  }

  private KeyRotation.Result rotate(StateStore store) {
    KeyRotation.Result result = new KeyRotation(
            store, keys(), KeyRotation.Approval.ALONE, new Random(5), NOW, reported::add)
        .run();
    result.promote().ifPresent(id -> LedgerEncryptionKey.promoteNext(data, id));
    return result;
  }

  /** All texts of a store that look like something encrypted. */
  private static List<String> sealed(StateStore store) {
    List<String> texts = new ArrayList<>();
    for (StoreEntry entry : store.range("").entries()) {
      SEALED.matcher(entry.text()).results().forEach(found -> texts.add(found.group()));
    }
    return texts;
  }

  private static void assertOpensNothing(LaunchEncryptor key, List<String> texts) {
    for (String text : texts) {
      // Without the key's name, so that the bytes themselves are tried.
      String bytes = text.substring(text.indexOf(':') + 1);
      assertThatThrownBy(() -> key.openBytes(bytes)).isInstanceOf(IllegalStateException.class);
    }
  }

  private static void assertWhole(StateStore store, LaunchEncryptor sealer) {
    for (int i = 0; i < LAUNCHES; i++) {
      StoreEntry entry = store.get("pools/web/intent/key-" + i).orElseThrow();
      LaunchRecord launch = RecordCodec.read(entry.key(), entry.bytes(), LaunchRecord.class);
      assertThat(new String(sealer.openBytes(String.valueOf(launch.frozen())), UTF_8))
          .isEqualTo("request " + i);
    }
    PoolCatalog catalog = new PoolCatalog(store, sealer, () -> NOW);
    for (int i = 0; i < VERSIONS; i++) {
      assertThat(catalog.version(jobs(i).name(), i + 1).orElseThrow().config()).isEqualTo(jobs(i));
    }
  }

  static Stream<Arguments> crashes() {
    return Stream.of("embedded", "quorum")
        .flatMap(kind -> IntStream.rangeClosed(1, COMMITS)
            .boxed()
            .flatMap(commit ->
                Stream.of(true, false).map(durable -> Arguments.of(kind, commit, durable))));
  }

  private static TemplateDigest digest(TemplateKey key) {
    return TemplateDigest.of(new PoolName("jobs"), jobs(0).launch(), key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "quorum"})
  void digests_of_templates_stay_as_they_are(String kind) {
    fill(store(kind));
    LedgerEncryptionKey.makeNext(data, new Random(7));
    try (StateStore store = store(kind).get()) {
      TemplateDigest digest = digest(StoredTemplateKey.ensure(store, before, new Random(8)));

      LaunchEncryptor after = rotate(store).sealer();

      assertThat(digest(StoredTemplateKey.ensure(store, after, new Random(9)))).isEqualTo(digest);
      assertThatThrownBy(() ->
              before.openBytes(store.get(StoredTemplateKey.KEY).orElseThrow().text()))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("crashes")
  void a_crash_leaves_all_secrets_readable_and_the_next_process_finishes(
      String kind, int commit, boolean durable) {
    Supplier<StateStore> open = store(kind);
    fill(open);
    LedgerEncryptionKey.makeNext(data, new Random(6));
    try (StateStore store = open.get()) {
      StateStore crashing = new CrashingStore(store, commit, durable);
      assertThatThrownBy(() -> rotate(crashing)).isInstanceOf(CrashingStore.Crash.class);
    }

    try (StateStore store = open.get()) {
      LaunchEncryptor reader = new KeyRotation(
              store, keys(), KeyRotation.Approval.ALONE, new Random(5), NOW, reported::add)
          .reader();
      assertWhole(store, reader);
      assertRotated(store, rotate(store).sealer());
    }
    assertThat(reported)
        .extracting(LedgerKeyRotation::outcome)
        .containsExactly(LedgerKeyRotation.Outcome.FAILED, LedgerKeyRotation.Outcome.DONE);
  }

  private void assertRotated(StateStore store, LaunchEncryptor sealer) {
    assertWhole(store, sealer);
    List<String> texts = sealed(store);
    assertThat(texts).hasSize(LAUNCHES + VERSIONS + TEMPLATE_KEYS).allMatch(sealer::isCurrent);
    assertOpensNothing(before, texts);
    assertThat(LedgerKeyRecord.of(store).orElseThrow().needed())
        .containsExactly(LedgerEncryptionKey.id(data).orElseThrow());
    assertThat(LedgerEncryptionKey.nextId(data)).isEmpty();
    assertThat(keys().earlier()).hasSize(1);
  }

  @Test
  void a_crash_between_the_last_commit_and_the_file_is_made_good() {
    Supplier<StateStore> open = store("embedded");
    fill(open);
    LedgerEncryptionKey.makeNext(data, new Random(6));
    try (StateStore store = open.get()) {
      KeyRotation.Result result = new KeyRotation(
              store, keys(), KeyRotation.Approval.ALONE, new Random(5), NOW, reported::add)
          .run();
      assertThat(result.promote()).isEqualTo(LedgerEncryptionKey.nextId(data));
    }

    try (StateStore store = open.get()) {
      long revision = store.revision();
      assertRotated(store, rotate(store).sealer());
      assertThat(store.revision()).as("only the file was left to be renamed").isEqualTo(revision);
    }
  }

  @Test
  void a_key_that_was_made_since_does_not_take_the_place_of_the_present_one() {
    Supplier<StateStore> open = store("embedded");
    fill(open);
    LedgerEncryptionKey.makeNext(data, new Random(6));
    LedgerEncryptionKey.Keys stale = keys();
    try (StateStore store = open.get()) {
      rotate(store);
      String present = LedgerEncryptionKey.id(data).orElseThrow();
      String next = LedgerEncryptionKey.makeNext(data, new Random(7));

      // A process that leads again has the keys that it read at its start.
      new KeyRotation(store, stale, KeyRotation.Approval.ALONE, new Random(5), NOW, reported::add)
          .run()
          .promote()
          .ifPresent(id -> LedgerEncryptionKey.promoteNext(data, id));

      assertThat(LedgerEncryptionKey.id(data)).hasValue(present);
      assertThat(LedgerEncryptionKey.nextId(data)).hasValue(next);
    }
  }

  @Test
  void a_ledger_without_a_rotation_is_what_earlier_versions_read() {
    Supplier<StateStore> open = store("embedded");
    fill(open);
    try (StateStore store = open.get()) {
      long revision = store.revision();
      LaunchEncryptor sealer = rotate(store).sealer();
      assertThat(store.revision()).isEqualTo(revision);
      assertThat(before.openBytes(sealer.sealBytes(new byte[] {1}))).containsExactly(1);
    }
  }

  @Test
  void a_second_rotation_takes_the_place_of_the_first_one() {
    Supplier<StateStore> open = store("embedded");
    fill(open);
    try (StateStore store = open.get()) {
      LedgerEncryptionKey.makeNext(data, new Random(6));
      LaunchEncryptor first = rotate(store).sealer();
      LedgerEncryptionKey.makeNext(data, new Random(7));
      LaunchEncryptor second = rotate(store).sealer();

      assertWhole(store, second);
      assertThat(sealed(store)).allMatch(second::isCurrent).noneMatch(first::isCurrent);
      assertThat(keys().earlier()).hasSize(2);
    }
  }

  @Test
  void a_process_that_others_share_the_store_with_names_the_key_that_it_lacks() throws IOException {
    Supplier<StateStore> open = store("quorum");
    fill(open);
    LedgerEncryptionKey.makeNext(data, new Random(6));
    try (StateStore store = open.get()) {
      rotate(store);
      String needed = LedgerEncryptionKey.id(data).orElseThrow();
      Path other = Files.createDirectory(data.resolve("other"));
      LedgerEncryptionKey.Keys lacking = LedgerEncryptionKey.all(other, new Random(8));
      KeyRotation rotation =
          new KeyRotation(store, lacking, new Among(List.of()), new Random(5), NOW, reported::add);

      assertThatThrownBy(rotation::run)
          .isInstanceOf(StoreException.class)
          .hasMessage("the ledger needs the ledger key " + needed + ", and the data directory has "
              + lacking.present().id() + "; put that key there as ledger.key, with the mode 0600");
    }
  }

  @Test
  void the_key_stays_while_another_process_lacks_the_next_one() {
    Supplier<StateStore> open = store("quorum");
    fill(open);
    LedgerEncryptionKey.makeNext(data, new Random(6));
    try (StateStore store = open.get()) {
      long revision = store.revision();
      KeyRotation.Result result = new KeyRotation(
              store, keys(), new Among(List.of("two")), new Random(5), NOW, reported::add)
          .run();

      assertThat(result.promote()).isEmpty();
      assertThat(reported).singleElement().satisfies(refused -> {
        assertThat(refused.outcome()).isEqualTo(LedgerKeyRotation.Outcome.REFUSED);
        assertThat(refused.reason()).contains("two");
      });
      assertThat(store.revision()).isEqualTo(revision);
      assertWhole(store, result.sealer());
    }
  }

  /** Other processes, some of which lack the next key. */
  private record Among(List<String> lacking) implements KeyRotation.Approval {
    @Override
    public Optional<String> hindrance(String present, String next) {
      return lacking.isEmpty() ? Optional.empty() : Optional.of(lacking + " lack it");
    }

    @Override
    public boolean demandsKeys() {
      return true;
    }
  }

  @Test
  void no_backup_is_taken_that_would_need_two_keys() {
    Supplier<StateStore> open = store("embedded");
    fill(open);
    LedgerEncryptionKey.makeNext(data, new Random(6));
    try (StateStore store = open.get()) {
      assertThatThrownBy(() -> rotate(new CrashingStore(store, 2, true)))
          .isInstanceOf(CrashingStore.Crash.class);

      assertThatThrownBy(() -> BackupWriter.of(store, Duration.ZERO, NOW, "old", "1"))
          .isInstanceOf(StoreException.class)
          .hasMessage("the ledger key is being rotated, and a backup would need two keys");
    }
  }

  @Test
  void a_restart_rotates_the_key_and_each_pool_has_an_event_of_it() throws IOException {
    CloudAdapter.Builder builder = CloudAdapter.builder()
        .provider(new UnreachableCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 5).build())
        .dataDirectory(data);
    try (CloudAdapter adapter = builder.open()) {
      adapter.createPool(jobs(7));
      adapter.find("jobs").orElseThrow().setDesiredSize(1);
    }
    String old = LedgerEncryptionKey.id(data).orElseThrow();
    LedgerKeys made = LedgerKeys.makeNext(data);
    assertThat(made.present()).contains(old);
    assertThat(LedgerKeys.makeNext(data)).as("it is made once").isEqualTo(made);

    Path backup = data.resolve("backup");
    try (CloudAdapter adapter = builder.open()) {
      assertThat(adapter.administration().pool("jobs").orElseThrow().config()).contains(jobs(7));
      adapter.find("jobs").orElseThrow().setDesiredSize(2);
      assertThat(adapter
              .find("jobs")
              .orElseThrow()
              .events(PoolEventQuery.all().kinds(PoolEventKind.LEDGER_KEY_ROTATED))
              .events())
          .singleElement()
          .satisfies(event ->
              assertThat(event.details()).containsEntry("key", made.next().orElseThrow()));
      try (var out = Files.newOutputStream(backup)) {
        adapter.backup().writeTo(out);
      }
    }

    assertThat(LedgerKeys.in(data)).isEqualTo(new LedgerKeys(made.next(), Optional.empty()));
    try (EmbeddedStore store = EmbeddedStore.openCopy(data.resolve("ledger"), new Random(3))) {
      assertThat(sealed(store)).isNotEmpty();
      assertOpensNothing(before, sealed(store));
    }
    assertThat(Files.readString(backup, java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains(made.next().orElseThrow())
        .doesNotContain(old);
    try (CloudAdapter adapter = builder.open()) {
      adapter.find("jobs").orElseThrow().setDesiredSize(3);
      assertThat(adapter
              .find("jobs")
              .orElseThrow()
              .events(PoolEventQuery.all().kinds(PoolEventKind.LEDGER_KEY_ROTATED))
              .events())
          .hasSize(1);
    }
  }

  @Test
  void a_directory_without_a_key_has_none_to_rotate() throws IOException {
    Path empty = Files.createDirectory(data.resolve("empty"));

    assertThatThrownBy(() -> LedgerKeys.makeNext(empty))
        .isInstanceOf(StoreException.class)
        .hasMessage("there is no ledger.key in " + empty + "; the first start makes one");
  }
}

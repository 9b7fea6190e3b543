package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Secret;
import io.cloudadapter.core.Replica;
import io.cloudadapter.core.SharedStoreCheck;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterAddress.Certificate;
import io.cloudadapter.core.store.quorum.ClusterAddress.Tls;
import io.cloudadapter.core.store.quorum.ClusterAddress.User;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.shared.QuorumStore;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in by a real etcd that wants certificates, and users with a role for one prefix. */
@Tag("proof")
class EtcdAccessTest {
  /** What a refusal costs at most: a client may try three times, and log in anew for each. */
  private static final int FEW = 6;

  private static final User ADAPTER = new User("adapter", Secret.of("s3cret"));

  @TempDir
  private static Path files;

  private static RealEtcd etcd;
  private static TestCertificates authority;
  private static TestCertificates stranger;
  private static Certificate own;
  private static Certificate missing;
  private static Certificate foreign;

  @TempDir
  private Path directory;

  private ThreeReplicas trio;

  @BeforeAll
  static void start() throws Exception {
    authority = new TestCertificates(files.resolve("authority"));
    stranger = new TestCertificates(files.resolve("stranger"));
    own = authority.sign("adapter");
    missing = authority.sign("missing");
    foreign = stranger.sign("adapter");
    etcd = RealEtcd.start(authority.options(authority.sign("server")));
    root("user", "add", "root:admin");
    root("user", "grant-role", "root", "root");
    root("role", "add", "pools");
    root("role", "grant-permission", "pools", "--prefix=true", "readwrite", "/pools/");
    root("role", "add", "reader");
    root("role", "grant-permission", "reader", "--prefix=true", "read", "/pools/");
    root("user", "add", "adapter:s3cret");
    root("user", "grant-role", "adapter", "pools");
    root("user", "add", "reader:s3cret");
    root("user", "grant-role", "reader", "reader");
    root("auth", "enable");
  }

  private static void root(String... what) {
    assertThat(etcd.etcdctl(authority.authority(), own, what)).doesNotContain("Error");
  }

  @AfterAll
  static void stop() {
    if (etcd != null) {
      etcd.close();
    }
  }

  @BeforeEach
  void open() {
    trio = new ThreeReplicas(directory);
  }

  @AfterEach
  void close() {
    trio.close();
  }

  private static ClusterAddress at(String prefix) {
    return ClusterAddress.parse(etcd.address(prefix));
  }

  @Test
  void aUserOfOnePrefixKeepsPoolsThere() {
    Replica a = trio.join("a", at("pools/one").with(authority.tls(own)).as(ADAPTER));
    Replica b = trio.join("b", at("pools/one").with(authority.tls(own)).as(ADAPTER));

    trio.leader().defaultPool().setDesiredSize(2);

    ThreeReplicas.await(
        "the pool is at its size", () -> ThreeReplicas.settledAt(a.defaultPool(), 2));
    ThreeReplicas.await("the follower shows it", () -> ThreeReplicas.settledAt(b.defaultPool(), 2));
    assertThat(trio.cloud().created()).hasSize(2);
  }

  @Test
  void aStoreGoesOnAfterEtcdHasForgottenWhoWasLetIn() {
    ClusterAddress address = at("pools/restart").with(authority.tls(own)).as(ADAPTER);
    try (ClusterKv way = new EtcdClusterFactory().connect(address);
        QuorumStore store =
            QuorumStore.open(way, address.prefix(), QuorumStore.Settings.usual(System::nanoTime))) {
      put(store, "1");
      etcd.kill();
      etcd.restart();

      assertThat(put(store, "2")).isTrue();
      assertThat(store.get("a").orElseThrow().text()).isEqualTo("2");
    }
  }

  private static boolean put(QuorumStore store, String text) {
    return store.commit(Transaction.builder().put("a", text).build()).committed();
  }

  @Test
  void aWrongPasswordIsSaidAndNotShown() {
    User wrong = new User("adapter", Secret.of("s3cret-no-more"));

    refused(at("pools/two").with(authority.tls(own)).as(wrong))
        .hasMessageContaining("/pools/two denies it: ")
        .hasMessageContaining("authentication failed, invalid user ID or password")
        .hasMessageContaining("; look at user, password and role of the store")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void anotherPrefixThanTheRoleHasIsRefused() {
    refused(at("elsewhere").with(authority.tls(own)).as(ADAPTER))
        .hasMessageContaining("/elsewhere denies it: ")
        .hasMessageContaining("permission denied; look at user, password and role of the store");
  }

  @Test
  void whoMayOnlyReadIsRefused() {
    refused(at("pools/three").with(authority.tls(own)).as(new User("reader", ADAPTER.password())))
        .hasMessageContaining("permission denied; look at user, password and role of the store");
  }

  @Test
  void noClientWithoutAPasswordIsLetInByItsCertificateAlone() {
    refused(at("pools/four").with(authority.tls(missing)))
        .hasMessageContaining("look at user, password and role of the store");
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() {
    refused(at("pools/five").with(authority.tls(foreign)).as(ADAPTER))
        .hasMessageContaining("/pools/five does not answer: ")
        .hasMessageContaining("certificate");
  }

  @Test
  void noCertificateWhereOneIsWantedIsRefused() {
    Tls bare = new Tls(Optional.of(authority.authority()), Optional.empty());

    refused(at("pools/six").with(bare).as(ADAPTER))
        .hasMessageContaining("/pools/six does not answer: ")
        .hasMessageContaining("certificate");
  }

  @Test
  void anEtcdOfAnotherAuthorityIsNotSpokenTo() {
    refused(at("pools/seven").with(stranger.tls(foreign)).as(ADAPTER))
        .hasMessageContaining("/pools/seven does not answer: ")
        .hasMessageMatching("[^\\n]*\\([^\\n]*PKIX path [^\\n]*\\)");
  }

  @Test
  void plainTextWhereTlsIsSpokenIsRefused() {
    refused(at("pools/eight").as(ADAPTER)).hasMessageContaining("/pools/eight does not answer: ");
  }

  @Test
  void aFileThatHoldsNoCertificateIsNamed() throws Exception {
    Path nonsense = Files.writeString(directory.resolve("nonsense.pem"), "nonsense");
    Tls broken = new Tls(Optional.of(nonsense), Optional.empty());
    Tls missing = new Tls(Optional.of(directory.resolve("missing.pem")), Optional.empty());

    assertThatThrownBy(() -> trio.join("a", at("pools/nine").with(broken)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(nonsense.toString());
    assertThatThrownBy(() -> trio.join("a", at("pools/nine").with(missing)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("missing.pem cannot be read");
  }

  @Test
  void whoMayNotWriteIsToldBeforeAnythingStarts() {
    ClusterAddress address = at("pools/doctor").with(authority.tls(own));

    assertThat(SharedStoreCheck.of(address.as(ADAPTER)).fault()).isEmpty();
    assertThat(SharedStoreCheck.of(address.as(ADAPTER)).warnings()).isEmpty();
    assertThat(SharedStoreCheck.of(address.as(new User("reader", ADAPTER.password())))
            .fault())
        .hasValueSatisfying(fault -> assertThat(fault).contains("permission denied"));
    assertThat(SharedStoreCheck.of(address.as(new User("adapter", Secret.of("wrong"))))
            .fault())
        .hasValueSatisfying(fault -> assertThat(fault).contains("authentication failed"));
  }

  /** Nothing is launched, and the refusal comes after few connections and requests. */
  private org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(
      ClusterAddress address) {
    try (TcpProxy relay = new TcpProxy(etcd.port())) {
      ClusterAddress counted = new ClusterAddress(
          address.scheme(),
          List.of(relay.server()),
          address.prefix(),
          address.tls(),
          address.user());
      long before = etcd.requests();
      var refusal =
          assertThatThrownBy(() -> trio.join("a", counted)).isInstanceOf(StoreException.class);
      assertThat(relay.entered()).as("connections").isBetween(1, FEW);
      assertThat(etcd.requests() - before).as("requests").isLessThanOrEqualTo(FEW);
      assertThat(trio.cloud().created()).isEmpty();
      return refusal;
    }
  }
}

package io.cloudadapter.server.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.api.reload.ReloadResult;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.server.LogCapture;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigReloaderTest {
  private static final Instant NOW = Instant.parse("2026-11-29T05:00:00Z");
  private static final String ACCOUNTS = "accounts: {demo: {provider: simulated}}\n";
  private static final String WEB = ACCOUNTS + "pools:\n  web: {account: demo, maxSize: 3}\n";

  private final FakeFilePools pools = new FakeFilePools();
  private String file = WEB;
  private final FakeReloadAudit audit = new FakeReloadAudit();
  private final ConfigReloader reloader = new ConfigReloader(
      read(WEB), () -> read(file), pools, audit, Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void a_file_that_means_the_same_changes_nothing() {
    file = WEB + "# a comment\n";

    ReloadResult result = reloader.reload();

    assertThat(result.outcome()).isEqualTo(ReloadOutcome.UNCHANGED);
    assertThat(result.time()).isEqualTo(NOW);
    assertThat(result.restart()).isEmpty();
    assertThat(pools.changes).isEmpty();
  }

  @Test
  void pools_are_created_updated_and_forgotten_as_the_file_has_them() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n";
    assertThat(reloader.reload().created()).containsExactly("db");
    file = ACCOUNTS + "pools:\n  web: {account: demo, maxSize: 4}\n";
    ReloadResult result = reloader.reload();

    assertThat(result.outcome()).isEqualTo(ReloadOutcome.APPLIED);
    assertThat(result.updated()).containsExactly("web");
    assertThat(result.removed()).containsExactly("db");
    assertThat(pools.changes).containsExactly("keep db 2", "keep web 4", "forget db");
    assertThat(reloader.reload().outcome()).isEqualTo(ReloadOutcome.UNCHANGED);
  }

  @Test
  void a_file_with_an_error_changes_nothing_and_names_key_and_value() {
    file = WEB + "  db: {account: demo, maxSize: 0}\n  gone: {account: demo, maxSize: 2}\n";

    ReloadResult result = reloader.reload();

    assertThat(result.outcome()).isEqualTo(ReloadOutcome.REFUSED);
    assertThat(result.errors()).singleElement().asString().contains("pools.db.maxSize", "was 0");
    assertThat(pools.changes).isEmpty();
    assertThat(reloader.last()).isEqualTo(result);
  }

  @Test
  void what_needs_a_restart_is_named_until_there_was_one() {
    file = "server: {port: 9000}\n" + WEB.replace("web", "db")
        + "  web: {account: demo, maxSize: 3}\n";

    ReloadResult first = reloader.reload();

    assertThat(first.restart()).containsExactly("server", "defaultPool");
    assertThat(first.outcome()).isEqualTo(ReloadOutcome.APPLIED);
    assertThat(first.created()).containsExactly("db");
    ReloadResult again = reloader.reload();
    assertThat(again.restart()).containsExactly("server", "defaultPool");
    assertThat(again.outcome()).isEqualTo(ReloadOutcome.RESTART_NEEDED);
    assertThat(again.successful()).isTrue();
  }

  @Test
  void the_default_pool_stays_until_a_restart() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n";
    reloader.reload();
    file = ACCOUNTS + "pools:\n  db: {account: demo, maxSize: 2}\n";

    ReloadResult result = reloader.reload();

    assertThat(result.removed()).isEmpty();
    assertThat(result.restart()).containsExactly("defaultPool");
    assertThat(pools.changes).containsExactly("keep db 2");
  }

  @Test
  void a_pool_in_a_new_account_waits_for_a_restart_and_the_others_do_not() {
    file = "accounts: {demo: {provider: simulated}, more: {provider: simulated}}\n"
        + "pools:\n  web: {account: more, maxSize: 3}\n  db: {account: demo, maxSize: 2}\n"
        + "  new: {account: more, maxSize: 2}\ndefaultPool: web\n";

    ReloadResult result = reloader.reload();

    assertThat(result.restart())
        .containsExactly("accounts", "pools.web.account", "pools.new.account");
    assertThat(pools.changes).containsExactly("keep db 2");
  }

  @Test
  void a_pool_that_is_refused_stops_the_reload_and_the_next_one_goes_on_with_it() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n  log: {account: demo, maxSize: 1}\n";
    pools.refused = "log";

    ReloadResult stopped = reloader.reload();

    assertThat(stopped.outcome()).isEqualTo(ReloadOutcome.STOPPED);
    assertThat(stopped.errors()).containsExactly("pools.log: is refused");
    assertThat(stopped.created()).containsExactly("db");
    pools.refused = "";
    assertThat(reloader.reload().created()).containsExactly("log");
  }

  @Test
  void a_pool_of_the_api_is_an_error_in_the_file_so_nothing_changes() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n  mine: {account: demo, maxSize: 1}\n";
    pools.managedByApi = "mine";

    ReloadResult result = reloader.reload();

    assertThat(result.outcome()).isEqualTo(ReloadOutcome.REFUSED);
    assertThat(result.errors()).containsExactly("pools.mine: is managed by the API");
    assertThat(pools.changes).isEmpty();
  }

  @Test
  void a_reload_that_cannot_be_recorded_changes_nothing_and_has_stopped() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n";
    audit.hindrance = Optional.of("the audit log is full");

    ReloadResult stopped = reloader.reload();

    assertThat(stopped.outcome()).isEqualTo(ReloadOutcome.STOPPED);
    assertThat(stopped.errors()).containsExactly("the audit log is full");
    assertThat(reloader.last()).isEqualTo(stopped);
    assertThat(pools.changes).isEmpty();
    assertThat(audit.ended).isEmpty();
    audit.hindrance = Optional.empty();
    assertThat(reloader.retry().created()).containsExactly("db");
    assertThat(audit.ended).containsExactly(ReloadOutcome.APPLIED);
  }

  @Test
  void a_store_that_cannot_be_written_stops_the_reload_which_shows_it_and_goes_on_later() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n  log: {account: demo, maxSize: 1}\n";
    pools.failure = "log";

    ReloadResult stopped = reloader.reload();

    assertThat(stopped.outcome()).isEqualTo(ReloadOutcome.STOPPED);
    assertThat(stopped.errors()).containsExactly("pools.log: cannot be changed: the disk is full");
    assertThat(stopped.created()).containsExactly("db");
    assertThat(reloader.last()).isEqualTo(stopped);
    assertThat(reloader.metrics())
        .filteredOn(metric -> metric.name().equals("cloudadapter_config_last_reload_successful"))
        .singleElement()
        .satisfies(metric -> assertThat(metric.value()).isZero());
    pools.failure = "";
    assertThat(reloader.retry().created()).containsExactly("log");
    assertThat(audit.ended).containsExactly(ReloadOutcome.STOPPED, ReloadOutcome.APPLIED);
  }

  @Test
  void a_store_that_cannot_be_read_stops_the_reload_before_its_first_change() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n";
    pools.unreadable = true;

    ReloadResult stopped = reloader.reload();

    assertThat(stopped.outcome()).isEqualTo(ReloadOutcome.STOPPED);
    assertThat(stopped.errors()).containsExactly("it cannot be checked: the disk cannot be read");
    assertThat(reloader.last()).isEqualTo(stopped);
    assertThat(pools.changes).isEmpty();
    pools.unreadable = false;
    assertThat(reloader.retry().created()).containsExactly("db");
    assertThat(audit.ended).containsExactly(ReloadOutcome.STOPPED, ReloadOutcome.APPLIED);
  }

  @Test
  void a_reload_that_is_tried_again_logs_only_another_reason() {
    file = WEB + "  db: {account: demo, maxSize: 2}\n";
    audit.hindrance = Optional.of("the audit log is full");
    try (LogCapture log = new LogCapture(ConfigReloader.class.getName())) {
      reloader.reload();
      reloader.retry();
      reloader.retry();
      assertThat(log.lines()).singleElement().asString().endsWith("the audit log is full");

      audit.hindrance = Optional.of("the audit log is gone");
      reloader.retry();
      assertThat(log.lines()).hasSize(2);
      reloader.reload();
      assertThat(log.lines()).hasSize(3);
    }
  }

  @Test
  void a_refused_file_is_recorded_and_an_unchanged_one_is_not() {
    reloader.reload();
    assertThat(audit.ended).isEmpty();
    file = "nonsense";
    reloader.reload();

    assertThat(audit.ended).containsExactly(ReloadOutcome.REFUSED);
  }

  @Test
  void metrics_count_the_outcomes_and_show_the_last_one() {
    file = "nonsense";
    reloader.reload();

    assertThat(reloader.metrics())
        .filteredOn(metric -> metric.value() != 0)
        .extracting(metric -> metric.name() + metric.labels() + " " + (long) metric.value())
        .containsExactly(
            "cloudadapter_config_reloads_total{outcome=REFUSED} 1",
            "cloudadapter_config_last_reload_timestamp_seconds{} " + NOW.getEpochSecond());
  }

  private static AdapterConfig read(String yaml) {
    return new ConfigFileReader(List.of(new SimulatedProviderFactory()), Map.of())
        .parse(yaml, Path.of("/conf"));
  }

  private static final class FakeFilePools implements FilePools {
    private final List<String> changes = new ArrayList<>();
    private String refused = "";
    private String failure = "";
    private String managedByApi = "";
    private boolean unreadable;

    @Override
    public Optional<String> refusal(String name) {
      if (unreadable) {
        throw new StoreException("the disk cannot be read");
      }
      return Optional.of("is managed by the API").filter(why -> name.equals(managedByApi));
    }

    @Override
    public void keep(PoolConfig pool) {
      if (pool.name().value().equals(refused)) {
        throw new PoolException(PoolException.Reason.CONFLICT, "is refused", "");
      }
      if (pool.name().value().equals(failure)) {
        throw new StoreException("the disk is full");
      }
      changes.add("keep " + pool.name() + " " + pool.maxSize());
    }

    @Override
    public void forget(String name) {
      changes.add("forget " + name);
    }
  }
}

package io.cloudadapter.server.reload;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.reload.ConfigReload;
import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.api.reload.ReloadResult;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration file again and applies what changed to the pools, one after another. It compares with the
 * file as it was read last, so pools of the API are left alone. Any thread may use it; reloads wait for each other.
 */
public final class ConfigReloader implements ConfigReload {
  private static final Logger LOGGER = LoggerFactory.getLogger(ConfigReloader.class);

  private final Supplier<AdapterConfig> file;
  private final FilePools pools;
  private final ReloadAudit audit;
  private final InstantSource clock;
  private final Map<ReloadOutcome, Long> counts = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private AdapterConfig running;
  private volatile List<Path> secrets;
  private volatile ReloadResult last;

  /**
   * A reloader.
   *
   * @param started the configuration that the server was started with
   * @param file reads the file; it throws {@link ConfigException} if the file has errors
   * @param pools applies changes
   * @param audit records what is applied, and may prevent it
   * @param clock dates results
   */
  public ConfigReloader(
      AdapterConfig started,
      Supplier<AdapterConfig> file,
      FilePools pools,
      ReloadAudit audit,
      InstantSource clock) {
    this.running = started;
    this.secrets = started.secretFiles();
    this.file = file;
    this.pools = pools;
    this.audit = audit;
    this.clock = clock;
    this.last = new ReloadResult(
        clock.instant(),
        ReloadOutcome.UNCHANGED,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  @Override
  public ReloadResult reload() {
    return reload(false);
  }

  /**
   * Reloads again after a reload that has stopped. What the log has about that one is not logged once more.
   *
   * @return what came of it
   */
  public ReloadResult retry() {
    return reload(true);
  }

  private ReloadResult reload(boolean again) {
    lock.lock();
    try {
      ReloadResult result = apply();
      counts.merge(result.outcome(), 1L, Long::sum);
      ReloadResult before = last;
      last = result;
      log(
          result,
          again && result.errors().equals(before.errors()),
          again && result.restart().equals(before.restart()));
      return result;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ReloadResult last() {
    return last;
  }

  /**
   * The files that the configuration reads secrets from.
   *
   * @return as the last file without errors has them
   */
  public List<Path> secretFiles() {
    return secrets;
  }

  @Override
  public List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>();
    for (ReloadOutcome outcome : ReloadOutcome.values()) {
      metrics.add(new Metric(
          "cloudadapter_config_reloads_total",
          "Reloads of the configuration file by outcome.",
          Metric.Type.COUNTER,
          Map.of("outcome", outcome.name()),
          counts.getOrDefault(outcome, 0L)));
    }
    metrics.add(new Metric(
        "cloudadapter_config_last_reload_successful",
        "Whether the configuration file that is there is in effect: 1 or 0.",
        Metric.Type.GAUGE,
        Map.of(),
        last.successful() ? 1 : 0));
    metrics.add(new Metric(
        "cloudadapter_config_last_reload_timestamp_seconds",
        "When the configuration file was read last, in seconds since 1970.",
        Metric.Type.GAUGE,
        Map.of(),
        last.time().getEpochSecond()));
    return metrics;
  }

  private ReloadResult apply() {
    ConfigDifference difference;
    List<String> refused;
    Applied applied = new Applied();
    try {
      AdapterConfig read = file.get();
      secrets = read.secretFiles();
      difference = ConfigDifference.between(running, read);
      refused = refused(difference);
    } catch (ConfigException e) {
      return refused(e.faults().stream().map(ConfigError::toString).toList(), List.of());
    } catch (
        RuntimeException
            e) { // As of a store that cannot be read: a reload without a result is not tried again.
      LOGGER.debug("a reload could not be checked", e);
      ReloadResult failed = result(
          ReloadOutcome.STOPPED, List.of("it cannot be checked: " + reason(e)), applied, List.of());
      audit.ended(failed);
      return failed;
    }
    if (!refused.isEmpty()) {
      return refused(refused, difference.restart());
    }
    if (!difference.changesPools()) {
      ReloadOutcome outcome =
          difference.restart().isEmpty() ? ReloadOutcome.UNCHANGED : ReloadOutcome.RESTART_NEEDED;
      return result(outcome, List.of(), applied, difference.restart());
    }
    Optional<String> hindrance = audit.started();
    if (hindrance.isPresent()) {
      return stopped(List.of(hindrance.get()), applied, difference);
    }
    ReloadResult result = changed(difference, applied);
    audit.ended(result);
    return result;
  }

  private ReloadResult changed(ConfigDifference difference, Applied applied) {
    String path = "";
    try {
      for (PoolConfig pool : difference.created()) {
        path = pool.name().value();
        pools.keep(pool);
        applied.created.add(path);
        runs(path, pool);
      }
      for (PoolConfig pool : difference.updated()) {
        path = pool.name().value();
        pools.keep(pool);
        applied.updated.add(path);
        runs(path, pool);
      }
      for (String name : difference.removed()) {
        path = name;
        pools.forget(name);
        applied.removed.add(name);
        forgotten(name);
      }
    } catch (PoolException e) {
      return stopped(List.of("pools." + path + ": " + e.getMessage()), applied, difference);
    } catch (ConfigException e) {
      return stopped(e.faults().stream().map(ConfigError::toString).toList(), applied, difference);
    } catch (
        RuntimeException
            e) { // As of a store that cannot be written: only a reload that has stopped goes on.
      LOGGER.debug("a reload could not change pool {}", path, e);
      return stopped(
          List.of("pools." + path + ": cannot be changed: " + reason(e)), applied, difference);
    }
    return result(ReloadOutcome.APPLIED, List.of(), applied, difference.restart());
  }

  /** The words of a failure; its kind, if it is without words. */
  private static String reason(RuntimeException failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  private ReloadResult refused(List<String> errors, List<String> restart) {
    ReloadResult result = result(ReloadOutcome.REFUSED, errors, new Applied(), restart);
    audit.ended(result);
    return result;
  }

  private List<String> refused(ConfigDifference difference) {
    List<String> refused = new ArrayList<>();
    for (PoolConfig pool : difference.created()) {
      String name = pool.name().value();
      pools.refusal(name).ifPresent(why -> refused.add("pools." + name + ": " + why));
    }
    return refused;
  }

  private ReloadResult stopped(List<String> errors, Applied applied, ConfigDifference difference) {
    return result(ReloadOutcome.STOPPED, errors, applied, difference.restart());
  }

  /** The pools that a reload has changed. */
  private static final class Applied {
    private final List<String> created = new ArrayList<>();
    private final List<String> updated = new ArrayList<>();
    private final List<String> removed = new ArrayList<>();
  }

  private void runs(String name, PoolConfig pool) {
    List<PoolConfig> others = new ArrayList<>(running.pools());
    int at = 0;
    while (at < others.size() && !others.get(at).name().value().equals(name)) {
      at++;
    }
    if (at < others.size()) {
      others.set(at, pool);
    } else {
      others.add(pool);
    }
    running = running.withPools(others);
  }

  private void forgotten(String name) {
    running = running.withPools(running.pools().stream()
        .filter(pool -> !pool.name().value().equals(name))
        .toList());
  }

  private ReloadResult result(
      ReloadOutcome outcome, List<String> errors, Applied applied, List<String> restart) {
    return new ReloadResult(
        clock.instant(),
        outcome,
        errors,
        applied.created,
        applied.updated,
        applied.removed,
        restart);
  }

  private static void log(ReloadResult result, boolean sameErrors, boolean sameRestart) {
    if (!result.successful() && !sameErrors) {
      LOGGER.error("the configuration was not applied: {}", String.join("; ", result.errors()));
    } else if (result.outcome() == ReloadOutcome.UNCHANGED) {
      LOGGER.info("the configuration was read again and is unchanged");
    } else if (result.outcome() == ReloadOutcome.RESTART_NEEDED) {
      LOGGER.info("the configuration was read again and changes no pool");
    }
    if (!result.created().isEmpty()
        || !result.updated().isEmpty()
        || !result.removed().isEmpty()) {
      LOGGER.info(
          "the configuration was applied: created {}, updated {}, removed {}",
          result.created(),
          result.updated(),
          result.removed());
    }
    if (!result.restart().isEmpty() && !sameRestart) {
      LOGGER.warn("these changes of the configuration need a restart: {}", result.restart());
    }
  }
}

package io.cloudadapter.cli.support;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.client.message.EventMessages;
import io.cloudadapter.client.message.LogMessages;
import io.cloudadapter.client.message.NotificationMessages;
import io.cloudadapter.client.message.PoolMessages;
import io.cloudadapter.client.message.QuotaMessages;
import io.cloudadapter.client.message.RefreshMessages;
import io.cloudadapter.client.message.ReloadMessages;
import io.cloudadapter.client.message.ScalingMessages;
import io.cloudadapter.client.message.ServerMessages;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * What a server shows to those who help with a problem, as files of one archive: its pools with plans, limits and
 * events of the last day, replicas, reload, receivers, quotas, metrics, levels of the log, and the findings of a check.
 * It leaves out what is or leads to a secret: the log, files of the configuration, and the tokens of hooks. What looks
 * like a secret in a message is masked.
 */
public final class SupportBundle {
  private static final Duration EVENTS = Duration.ofDays(1);
  private static final int MOST_PAGES = 20;

  private final Map<String, String> files = new LinkedHashMap<>();

  private SupportBundle() {}

  /**
   * Reads a server. What it does not have, or does not show to this caller, is a file with the reason.
   *
   * @param pools the pools of the server
   * @param findings the lines of a check
   * @param version of this program
   * @param now the time here
   * @return the bundle; nothing is written yet
   * @throws PoolException if the server does not answer at all
   */
  public static SupportBundle of(
      RemotePools pools, List<String> findings, String version, Instant now) {
    SupportBundle bundle = new SupportBundle();
    List<MachinePool> all = pools.all();
    bundle.put("README.txt", """
        What a cloud adapter server showed at %s, made by %s on Java %s, %s %s.
        No file has a secret: what looks like one in a message is masked with ***.
        Names of pools, machines and zones, addresses of machines, and messages of the cloud are in it.
        """.formatted(
            now,
            version,
            Runtime.version(),
            System.getProperty("os.name"),
            System.getProperty("os.arch")));
    bundle.put("doctor.txt", String.join("\n", findings) + "\n");
    bundle.read("replicas.json", () -> ServerMessages.replicas(pools.replica(), pools.replicas()));
    bundle.read("reload.json", () -> ReloadMessages.message(pools.configReload().last()));
    bundle.read(
        "receivers.json",
        () -> NotificationMessages.receivers(pools.notifications().receivers()));
    bundle.read(
        "quotas.json", () -> pools.quotas().stream().map(QuotaMessages::message).toList());
    bundle.read("log-levels.json", () -> LogMessages.levels(pools.logLevels().levels()));
    bundle.read(
        "metrics.json",
        () -> pools.metrics().stream().map(SupportBundle::metric).toList());
    for (MachinePool pool : all) {
      bundle.pool(pools, pool, now);
    }
    return bundle;
  }

  private void pool(RemotePools pools, MachinePool pool, Instant now) {
    String at = "pools/" + pool.name() + "/";
    read(at + "view.json", () -> JsonOutput.view(pool.view()));
    read(at + "plan.json", () -> PoolMessages.plan(pool.plan()));
    read(at + "scaling.json", () -> ScalingMessages.scaling(pool.scaling()));
    read(at + "refresh.json", () -> RefreshMessages.status(pool.refreshStatus()));
    read(at + "quarantine.json", () -> PoolMessages.quarantine(pool.quarantine()));
    read(at + "config.json", () -> pools.configs().show(pool.name().value()).fields());
    read(at + "events.json", () -> events(pool, now.minus(EVENTS)));
  }

  private static List<Object> events(MachinePool pool, Instant since) {
    List<Object> events = new ArrayList<>();
    PoolEventQuery query = PoolEventQuery.all().since(since).limit(PoolEventQuery.MOST);
    for (int page = 0; page < MOST_PAGES; page++) {
      PoolEventPage found = pool.events(query);
      found.events().stream().map(EventMessages::event).forEach(events::add);
      if (!found.more()) {
        break;
      }
      query = query.after(found.cursor());
    }
    return events;
  }

  private static Map<String, Object> metric(Metric metric) {
    return JsonOutput.fields(
        "name", metric.name(), "labels", metric.labels(), "value", metric.value());
  }

  private void read(String file, Supplier<Object> value) {
    try {
      put(file, JsonOutput.line(value.get()) + "\n");
    } catch (PoolException e) {
      put(file + ".error.txt", e.reason() + ": " + e.getMessage() + "\n");
    }
  }

  private void put(String file, String text) {
    files.put(file, SecretMask.masked(text));
  }

  /**
   * The files.
   *
   * @return the texts by their names in the archive
   */
  public Map<String, String> files() {
    return Map.copyOf(files);
  }

  /**
   * Writes the archive, for its owner only, whole or not at all.
   *
   * @param file where to
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    DurableFile.write(file, this::writeTo, DurableFile.Access.OWNER);
  }

  private void writeTo(OutputStream out) throws IOException {
    ZipOutputStream archive = new ZipOutputStream(out, StandardCharsets.UTF_8);
    for (Map.Entry<String, String> file : files.entrySet()) {
      archive.putNextEntry(new ZipEntry(file.getKey()));
      archive.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      archive.closeEntry();
    }
    archive.finish();
  }
}

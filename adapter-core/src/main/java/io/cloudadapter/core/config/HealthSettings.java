package io.cloudadapter.core.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/** The settings of a pool about the health of its machines; a part of {@link PoolSettings}. */
final class HealthSettings {
  private static final int MOST_IN_A_ROW = 100;

  static final List<PoolSetting> ALL = List.of(
      PoolSetting.choice(
          "health.probe",
          ProbeKind.class,
          "How the health probe asks each machine: by a request over http or https, a connection over tcp, or a "
              + "command that the server's files name.",
          (pool, value) -> probe(pool, value, ProbeConfig::withKind)),
      PoolSetting.integer(
          "health.port",
          Optional.empty(),
          1,
          65_535,
          "The port that the probe reaches; by default 80 for http and 443 for https. tcp needs one.",
          (pool, value) -> probe(pool, value, ProbeConfig::withPort)),
      PoolSetting.text(
          "health.path",
          "The path of the request, with its query; by default /. {machine} in it is the machine's id.",
          (pool, value) -> probe(pool, value, ProbeConfig::withPath)),
      PoolSetting.choice(
          "health.method",
          ProbeMethod.class,
          "The method of the request.",
          (pool, value) -> probe(pool, value, ProbeConfig::withMethod)),
      PoolSetting.text(
          "health.status",
          "The statuses of replies that are well: one, or a range; by default 200-399.",
          (pool, value) -> probe(pool, value, ProbeConfig::withStatus)),
      PoolSetting.flag(
          "health.checkCertificate",
          "Whether the certificate of https must be valid for the machine's address.",
          (pool, value) -> probe(pool, value, ProbeConfig::withCheckCertificate)),
      PoolSetting.text(
          "health.command",
          "The name of a command of the section healthCommands.",
          (pool, value) -> probe(pool, value, ProbeConfig::withCommand)),
      PoolSetting.choice(
          "health.address",
          ProbeAddress.class,
          "Which address of the machine the probe reaches: the first private or the first public one.",
          (pool, value) -> probe(pool, value, ProbeConfig::withAddress)),
      PoolSetting.text(
          "health.response",
          "A regular expression (RE2, without counted repetition) that the body of the reply must have; only the first "
              + "64 KiB are read.",
          (pool, value) -> probe(pool, value, ProbeConfig::withResponse)),
      PoolSetting.text(
          "health.host",
          "Another host that the request goes to, one of healthHosts in the server's file.",
          (pool, value) -> probe(pool, value, ProbeConfig::withHost)),
      PoolSetting.time(
          "health.interval",
          "10s",
          "The time from one probe of a machine to the next, and from one look at load balancers or at the cloud's "
              + "instance status to the next; 1s to 1h.",
          (pool, value) -> pool.health(pool.health.withTimes(value, pool.health.timeout()))),
      PoolSetting.time(
          "health.retryInterval",
          "The time from a failure to the next probe, while a machine is not UNHEALTHY yet; 1s to health.interval, "
              + "which is the default.",
          (pool, value) -> pool.health(pool.health.withRetryInterval(value))),
      PoolSetting.time(
          "health.timeout",
          "3s",
          "How long one probe may take; below health.interval.",
          (pool, value) -> pool.health(pool.health.withTimes(pool.health.interval(), value))),
      PoolSetting.integer(
          "health.failures",
          Optional.of("3"),
          1,
          MOST_IN_A_ROW,
          "After how many failures in a row a machine is UNHEALTHY.",
          (pool, value) -> pool.health(pool.health.withThresholds(value, pool.health.successes()))),
      PoolSetting.integer(
          "health.successes",
          Optional.of("2"),
          1,
          MOST_IN_A_ROW,
          "After how many successes in a row a machine is IN_SERVICE.",
          (pool, value) -> pool.health(pool.health.withThresholds(pool.health.failures(), value))),
      PoolSetting.time(
          "health.grace",
          "2m",
          "How long failures of a machine that has begun to run are not counted, until it passes for the first time; "
              + "at most bootDeadline.",
          (pool, value) -> pool.health(pool.health.withGrace(value))),
      PoolSetting.share(
          "health.jitter",
          "0.1",
          "By which share of itself the interval varies, so that not all requests come at once.",
          (pool, value) -> pool.health(pool.health.withJitter(value))),
      PoolSetting.share(
          "health.suspendShare",
          "0.3",
          "When a probe, the load balancers or the cloud turn more than this share of the machines UNHEALTHY at "
              + "once, or a probe cannot tell about more, the pool does not trust that source and raises an alarm.",
          (pool, value) -> pool.health(pool.health.withSuspendShare(value))),
      PoolSetting.flag(
          "health.beforeService",
          "Whether a new machine enters service only once it is IN_SERVICE.",
          (pool, value) -> pool.health(pool.health.withBeforeService(value))),
      PoolSetting.flag(
          "health.loadBalancers",
          "Whether the load balancers of loadBalancing.behind report the health of the machines behind them.",
          (pool, value) -> pool.health(pool.health.withLoadBalancers(value))),
      PoolSetting.flag(
          "health.cloudStatus",
          "Whether the cloud's instance status reports the health of machines.",
          (pool, value) -> pool.health(pool.health.withCloudStatus(value))));

  private HealthSettings() {}

  private static <T> void probe(
      PoolConfigBuilder pool, T value, BiFunction<ProbeConfig, T, ProbeConfig> set) {
    pool.health(pool.health.withProbe(set.apply(pool.health.probe(), value)));
  }

  /** The value of a setting, for {@link PoolDocument}. */
  static Object value(String key, HealthConfig health) {
    ProbeConfig probe = health.probe();
    return switch (key) {
      case "health.probe" -> word(probe.kind());
      case "health.port" -> probe.port();
      case "health.path" -> probe.path();
      case "health.method" -> word(probe.method());
      case "health.status" -> probe.status();
      case "health.checkCertificate" -> probe.checkCertificate();
      case "health.command" -> probe.command();
      case "health.address" -> word(probe.address());
      case "health.response" -> probe.response();
      case "health.host" -> probe.host();
      case "health.interval" -> health.interval();
      case "health.retryInterval" -> health.retryInterval();
      case "health.timeout" -> health.timeout();
      case "health.failures" -> health.failures();
      case "health.successes" -> health.successes();
      case "health.grace" -> health.grace();
      case "health.jitter" -> health.jitter();
      case "health.suspendShare" -> health.suspendShare();
      case "health.beforeService" -> health.beforeService();
      case "health.loadBalancers" -> health.loadBalancers();
      case "health.cloudStatus" -> health.cloudStatus();
      default -> throw new IllegalStateException("no document has the setting " + key);
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

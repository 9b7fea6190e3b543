package io.cloudadapter.server.config;

import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of the file about pools: their settings, schedules and lifecycle hooks. */
final class PoolSchema {
  static final Part POOL = new Part(
      "pools.<name>",
      PoolSettings.spec(),
      Part.ordered(
          "labels", "The labels of the pool, by name, by which callers and tenants have pools.",
          "tags", "The tags of each machine, by name; none begins with ca-.",
          "policies", "The scaling policies, by name: each with type, version and properties.",
          "schedules", "The schedules of its size, by name.",
          "disruption.windows",
              "When the pool may begin to disrupt machines by itself, by name; by default at any time.",
          "hooks", "The lifecycle hooks of machines, by name, in this order.",
          "template", "The adapter's own keys for launches."));

  static final Part SCHEDULE = new Part(
      "pools.<name>.schedules.<name>",
      ConfigSpec.builder()
          .required(
              "cron",
              ConfigKey.Type.TEXT,
              "The times: minute, hour, day of the month, month, weekday.")
          .optional(
              "zone",
              ConfigKey.Type.TEXT,
              "UTC",
              "The time zone of the times, such as Europe/Berlin.")
          .add(scheduled("desiredSize", "The desired size from then on, within the limits."))
          .add(scheduled("minSize", "The fewest machines that scaling leaves from then on."))
          .add(scheduled(
              "maxSize", "The most machines that count from then on; at most maxSizeLimit."))
          .build(),
      Map.of());

  static final Part WINDOW = new Part(
      "pools.<name>.disruption.windows.<name>",
      ConfigSpec.builder()
          .required(
              "cron",
              ConfigKey.Type.TEXT,
              "The times at which it opens: minute, hour, day of the month, month, weekday.")
          .required(
              "duration",
              ConfigKey.Type.DURATION,
              "How long it stays open, by elapsed time; 1m to 7d.")
          .optional(
              "zone",
              ConfigKey.Type.TEXT,
              "UTC",
              "The time zone of the times, such as Europe/Berlin.")
          .optional(
              "reasons",
              ConfigKey.Type.LIST,
              "What it is for: shrink, refresh, drift, lifetime, remediation; by default all of these.")
          .build(),
      Map.of());

  static final Part HOOK = new Part(
      "pools.<name>.hooks.<name>",
      ConfigSpec.builder()
          .choice(
              "on",
              List.of("termination", "launch", "warm-in", "wake", "warm-return"),
              "When a machine waits: before it ends, or before it enters service; of a warm pool, before it is "
                  + "ready, before it enters service from there, or before it returns.")
          .add(new ConfigKey(
              "timeout",
              ConfigKey.Type.DURATION,
              true,
              Optional.empty(),
              List.of(),
              1,
              LifecycleHook.LONGEST.toSeconds(),
              "How long a machine waits for an answer, and again after a heartbeat."))
          .add(new ConfigKey(
              "limit",
              ConfigKey.Type.DURATION,
              false,
              Optional.empty(),
              List.of(),
              1,
              LifecycleHook.LONGEST.toSeconds(),
              "The longest wait, heartbeats included; by default 100 timeouts, and at most two "
                  + "days."))
          .add(new ConfigKey(
              "otherwise",
              ConfigKey.Type.CHOICE,
              false,
              Optional.empty(),
              List.of("continue", "abandon"),
              0,
              0,
              "The result of a wait without an answer; by default continue before an end and "
                  + "a return, and abandon before a machine is ready or enters service."))
          .optional("metadata", ConfigKey.Type.TEXT, "A text for the receiver, in every message.")
          .optional(
              "channel",
              ConfigKey.Type.TEXT,
              "webhook",
              "The channel to the receiver: webhook, kubernetes, or one of the account's adapter.")
          .optional(
              "secret",
              ConfigKey.Type.SECRET,
              "The key that signs messages: file:PATH, env:NAME, or the text itself.")
          .build(),
      Part.ordered(
          "target",
          "The channel's own keys. For webhook: url; allowPrivate, whether the receiver may "
              + "have a private address; ca, a PEM file of CA certificates to trust instead of "
              + "Java's. For kubernetes: namespace, kubeconfig, timeout and others, as in "
              + "drain-nodes.md."));

  private PoolSchema() {}

  private static ConfigKey scheduled(String name, String doc) {
    return new ConfigKey(
        name,
        ConfigKey.Type.INTEGER,
        false,
        Optional.empty(),
        List.of(),
        0,
        PoolConfig.LARGEST,
        doc);
  }
}

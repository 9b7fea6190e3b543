package io.cloudadapter.core.config;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a pool as a tree of texts, numbers, flags, lists and maps, with the keys that a configuration
 * file has for a pool. Values that are defaults are left out, so that a default which depends on another value follows
 * that value. The secrets are apart from the rest.
 *
 * @param values what may be shown, in the order of the documentation
 * @param secrets the user data, the template and the targets of hooks, any of which may hold a secret
 */
public record PoolDocument(Map<String, Object> values, Map<String, Object> secrets) {
  private static final String USER_DATA = "userData";
  private static final String TEMPLATE = "template";
  private static final String HOOKS = "hooks";
  private static final String LABELS = "labels";
  private static final String DISRUPTION = "disruption";
  private static final String WINDOWS = "windows";
  /** Keys that stored configurations may still have, with their present names. */
  private static final Map<String, String> FORMER = Map.of(
      "remediation.atOnce", "disruption.remediation",
      "actions.disruptedAtOnce", "disruption.action");

  private static final Set<String> SECTIONS =
      Set.of(LABELS, "tags", "policies", "schedules", HOOKS, TEMPLATE, USER_DATA);

  /** Copies the maps and keeps their order. */
  public PoolDocument {
    values = new LinkedHashMap<>(values);
    secrets = new LinkedHashMap<>(secrets);
  }

  /**
   * Writes a configuration.
   *
   * @param config any configuration
   * @return its document, which {@link #read} makes the same configuration of
   */
  public static PoolDocument of(PoolConfig config) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("account", config.account());
    values.put("maxSize", config.maxSize());
    PoolConfig usual = usual(config);
    for (ConfigKey key : PoolSettings.spec().keys()) {
      Object value = setting(key.name(), config);
      // The usual configuration has this minSize, since the usual initialSize depends on it.
      boolean isUsual =
          key.name().equals("minSize") ? value.equals(0) : value.equals(setting(key.name(), usual));
      if (!isUsual) {
        put(values, key.name(), value);
      }
    }
    putUnlessEmpty(values, LABELS, new TreeMap<>(config.labels()));
    putUnlessEmpty(values, "tags", new LinkedHashMap<>(config.launch().tags()));
    Map<String, Object> policies = new LinkedHashMap<>();
    config.scaling().policies().forEach((name, policy) -> policies.put(name, policy.spec()));
    putUnlessEmpty(values, "policies", policies);
    Map<String, Object> schedules = new LinkedHashMap<>();
    config
        .scaling()
        .schedules()
        .forEach((name, schedule) -> schedules.put(name, scheduleOf(schedule)));
    putUnlessEmpty(values, "schedules", schedules);
    Map<String, Object> windows = new LinkedHashMap<>();
    config
        .disruption()
        .windows()
        .byName()
        .forEach((name, window) -> windows.put(name, windowOf(window)));
    if (!windows.isEmpty()) {
      put(values, DISRUPTION + "." + WINDOWS, windows);
    }
    Map<String, Object> hooks = new LinkedHashMap<>();
    Map<String, Object> targets = new LinkedHashMap<>();
    for (LifecycleHook hook : config.hooks()) {
      hooks.put(hook.name(), hookOf(hook));
      targets.put(hook.name(), targetOf(hook.target()));
    }
    putUnlessEmpty(values, HOOKS, hooks);
    Map<String, Object> secrets = new LinkedHashMap<>();
    putUnlessEmpty(secrets, TEMPLATE, new LinkedHashMap<>(config.launch().template()));
    putUnlessEmpty(secrets, HOOKS, targets);
    config.launch().userData().ifPresent(data -> secrets.put(USER_DATA, data.reveal()));
    return new PoolDocument(values, secrets);
  }

  /** The configuration with the same size limits and nothing else set, whose values are the defaults. */
  private static PoolConfig usual(PoolConfig config) {
    return PoolConfig.named(config.name().value(), config.account(), config.maxSize())
        .scaling(ScalingConfig.none().withMinSize(config.scaling().minSize()))
        .build();
  }

  private static Object setting(String key, PoolConfig config) {
    RemediationConfig remediation = config.remediation();
    ActionsConfig actions = config.actions();
    return switch (key) {
      case "account" -> config.account();
      case "maxSize" -> config.maxSize();
      case "initialSize" -> config.initialSize();
      case "minSize" -> config.scaling().minSize();
      case "maxSizeLimit" -> config.scaling().maxSizeLimit();
      case "cooldownFrom" -> word(config.scaling().cooldownFrom());
      case "surge" -> config.surge();
      case "headroom" -> config.headroom().text();
      case "zones" -> config.launch().zones();
      case "size" -> config.launch().size();
      case "image" -> config.launch().image();
      case "market" -> word(config.launch().market());
      case USER_DATA -> "";
      case "victims" -> word(config.victims());
      case "bootDeadline" -> config.bootDeadline();
      case "remediation.enabled" -> remediation.enabled();
      case "remediation.after" -> remediation.after();
      case "remediation.massUnhealthyShare" -> remediation.massUnhealthyShare();
      case "remediation.response" -> word(remediation.response());
      case "remediation.rebootWindow" -> remediation.rebootWindow();
      case "listInterval.busy" -> config.listInterval().busy();
      case "listInterval.idle" -> config.listInterval().idle();
      case "launchesPerHour" -> config.launchesPerHour();
      case "terminationsPerHour" -> config.terminationsPerHour();
      case "missingListsUntilGone" -> config.missingListsUntilGone();
      case "massDisappearanceShare" -> config.massDisappearanceShare();
      case "actions.perMachine" -> actions.perMachine();
      case "actions.perCaller" -> actions.perCaller();
      case "actions.keep" -> actions.keep();
      case "idempotencyKeys.perCaller" -> config.keysPerCaller();
      case "notRunningAlarm" -> config.notRunningAlarm();
      case "maxInstanceLifetime" -> config.automaticRefresh().maxInstanceLifetime();
      case "hardLifetime" -> config.automaticRefresh().hardLifetime();
      case "drift" -> word(config.automaticRefresh().drift());
      case "refreshPercentPerDay" -> config.automaticRefresh().percentPerDay();
      case "loadBalancing.behind" ->
        config.loadBalancing().behind().stream().map(Object::toString).toList();
      case "loadBalancing.drainWithin" -> config.loadBalancing().drainWithin();
      case "disruption.maxUnavailable" -> text(config.disruption().maxUnavailable());
      case "disruption.shrink" -> limit(config, DisruptionReason.SHRINK);
      case "disruption.refresh" -> limit(config, DisruptionReason.REFRESH);
      case "disruption.drift" -> limit(config, DisruptionReason.DRIFT);
      case "disruption.lifetime" -> limit(config, DisruptionReason.LIFETIME);
      case "disruption.remediation" -> limit(config, DisruptionReason.REMEDIATION);
      case "disruption.action" -> limit(config, DisruptionReason.ACTION);
      case "mirrorServiceState" -> config.mirrorServiceState();
      default ->
        key.startsWith("warm.")
            ? WarmSettings.value(key, config.warm())
            : HealthSettings.value(key, config.health());
    };
  }

  private static Optional<String> limit(PoolConfig config, DisruptionReason reason) {
    return text(Optional.ofNullable(config.disruption().byReason().get(reason)));
  }

  private static Optional<String> text(Optional<DisruptionLimit> limit) {
    return limit.map(DisruptionLimit::text);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void put(Map<String, Object> values, String key, Object value) {
    Object shown = shown(value);
    int dot = key.indexOf('.');
    if (dot < 0) {
      values.put(key, shown);
    } else {
      map(values.computeIfAbsent(key.substring(0, dot), name -> new LinkedHashMap<>()))
          .put(key.substring(dot + 1), shown);
    }
  }

  private static Object shown(Object value) {
    if (value instanceof Duration span) {
      return TimeSpan.text(span);
    } else if (value instanceof OptionalInt number) {
      return number.getAsInt();
    } else if (value instanceof Optional<?> text) {
      return shown(text.orElseThrow());
    }
    return value;
  }

  private static void putUnlessEmpty(
      Map<String, Object> values, String key, Map<String, ?> section) {
    if (!section.isEmpty()) {
      values.put(key, section);
    }
  }

  private static Map<String, Object> scheduleOf(ScalingSchedule schedule) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("cron", schedule.cron().text());
    values.put("zone", schedule.cron().zone().getId());
    schedule.desiredSize().ifPresent(size -> values.put("desiredSize", size));
    schedule.minSize().ifPresent(size -> values.put("minSize", size));
    schedule.maxSize().ifPresent(size -> values.put("maxSize", size));
    return values;
  }

  private static Map<String, Object> windowOf(DisruptionWindow window) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("cron", window.cron().text());
    values.put("duration", TimeSpan.text(window.duration()));
    values.put("zone", window.cron().zone().getId());
    if (!window.reasons().equals(DisruptionWindow.HELD)) {
      values.put(
          "reasons", window.reasons().stream().map(DisruptionReason::word).toList());
    }
    return values;
  }

  private static Map<String, Object> hookOf(LifecycleHook hook) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("on", hook.transition().word());
    values.put("timeout", TimeSpan.text(hook.timeout()));
    values.put("limit", TimeSpan.text(hook.limit()));
    values.put("otherwise", word(hook.otherwise()));
    if (!hook.metadata().isEmpty()) {
      values.put("metadata", hook.metadata());
    }
    values.put("channel", hook.target().channel());
    return values;
  }

  private static Map<String, Object> targetOf(HookTarget target) {
    Map<String, Object> values = new LinkedHashMap<>();
    putUnlessEmpty(values, "target", new LinkedHashMap<>(target.parameters()));
    target.secret().ifPresent(secret -> values.put("secret", secret.reveal()));
    return values;
  }

  /**
   * Reads the configuration again.
   *
   * @param name the pool
   * @return the configuration
   * @throws io.cloudadapter.spi.config.ConfigException if a setting is unknown or out of its range
   * @throws IllegalArgumentException if the values do not fit each other
   */
  public PoolConfig read(PoolName name) {
    ProviderConfig settings = PoolSettings.spec().parse(settings());
    PoolConfigBuilder pool =
        PoolConfig.named(name.value(), settings.text("account"), settings.integer("maxSize"));
    PoolSettings.set(settings, Set.of(), pool, (key, problem) -> {
      throw new IllegalArgumentException(key + " " + problem);
    });
    LaunchConfig.Builder launch = pool.launch.toBuilder()
        .tags(texts(map(values.get("tags"))))
        .template(texts(map(secrets.get(TEMPLATE))));
    if (secrets.get(USER_DATA) instanceof String data) {
      launch.userData(Secret.of(data));
    }
    pool.launch(launch.build()).labels(texts(map(values.get(LABELS))));
    map(values.get("policies"))
        .forEach(
            (policy, spec) -> pool.scaling(pool.scaling.with(policy, Policy.parse(map(spec)))));
    map(values.get("schedules"))
        .forEach(
            (schedule, spec) -> pool.scaling(pool.scaling.with(schedule, schedule(map(spec)))));
    map(map(values.get(DISRUPTION)).get(WINDOWS))
        .forEach(
            (window, spec) -> pool.disruption(pool.disruption.with(window, window(map(spec)))));
    Map<String, Object> targets = map(secrets.get(HOOKS));
    map(values.get(HOOKS))
        .forEach((hook, spec) -> pool.hook(hook(hook, map(spec), map(targets.get(hook)))));
    return pool.build();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    values.forEach((key, value) -> {
      if (SECTIONS.contains(key)) {
        return;
      }
      if (value instanceof Map<?, ?>) {
        map(value).forEach((name, inner) -> {
          if (!(inner instanceof Map<?, ?>)) {
            String whole = key + "." + name;
            settings.put(FORMER.getOrDefault(whole, whole), text(inner));
          }
        });
      } else {
        settings.put(key, text(value));
      }
    });
    return settings;
  }

  private static String text(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
        : String.valueOf(value);
  }

  private static ScalingSchedule schedule(Map<String, Object> spec) {
    return new ScalingSchedule(
        CronSchedule.of(required(spec, "cron"), ZoneId.of(required(spec, "zone"))),
        number(spec, "desiredSize"),
        number(spec, "minSize"),
        number(spec, "maxSize"));
  }

  private static DisruptionWindow window(Map<String, Object> spec) {
    return new DisruptionWindow(
        CronSchedule.of(required(spec, "cron"), ZoneId.of(required(spec, "zone"))),
        TimeSpan.parse(required(spec, "duration")),
        DisruptionWindow.reasons(
            spec.get("reasons") instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of()));
  }

  private static OptionalInt number(Map<String, Object> spec, String key) {
    return spec.get(key) instanceof Number number
        ? OptionalInt.of(number.intValue())
        : OptionalInt.empty();
  }

  private static LifecycleHook hook(
      String name, Map<String, Object> spec, Map<String, Object> target) {
    return new LifecycleHook(
        name,
        LifecycleTransition.ofWord(required(spec, "on")),
        TimeSpan.parse(required(spec, "timeout")),
        TimeSpan.parse(required(spec, "limit")),
        HookResult.valueOf(required(spec, "otherwise").toUpperCase(Locale.ROOT)),
        new HookTarget(
            required(spec, "channel"),
            texts(map(target.get("target"))),
            Optional.ofNullable(target.get("secret")).map(String::valueOf).map(Secret::of)),
        String.valueOf(spec.getOrDefault("metadata", "")));
  }

  private static String required(Map<String, Object> spec, String key) {
    return Objects.requireNonNull(spec.get(key), key).toString();
  }

  private static Map<String, String> texts(Map<String, Object> section) {
    Map<String, String> texts = new LinkedHashMap<>();
    section.forEach((key, value) -> texts.put(key, String.valueOf(value)));
    return texts;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(@Nullable Object section) {
    return section == null ? Map.of() : (Map<String, Object>) section;
  }

  /** Leaves the secrets out. */
  @Override
  public String toString() {
    return values.toString();
  }
}

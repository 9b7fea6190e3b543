package io.cloudadapter.core.config;

import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One setting of a pool.
 *
 * @param key its name, type, range, default and meaning
 * @param assignment sets its value in a builder
 */
record PoolSetting(ConfigKey key, Assignment assignment) {
  /** Above 0, in seconds, at the finest resolution of a time span. */
  private static final double ABOVE_ZERO_SECONDS = 0.001;

  /** Sets a value in a builder. */
  @FunctionalInterface
  interface Assignment {
    void set(PoolConfigBuilder pool, ProviderConfig values);
  }

  /** A key that the pool's builder begins with. */
  static PoolSetting given(String name, ConfigKey.Type type, String doc) {
    return new PoolSetting(
        new ConfigKey(name, type, false, Optional.empty(), List.of(), 0, 0, doc),
        (pool, values) -> {});
  }

  /** A required number that the pool's builder begins with. */
  static PoolSetting required(String name, int least, int most, String doc) {
    return new PoolSetting(
        new ConfigKey(
            name, ConfigKey.Type.INTEGER, true, Optional.empty(), List.of(), least, most, doc),
        (pool, values) -> {});
  }

  static PoolSetting integer(
      String name,
      Optional<String> usual,
      int least,
      int most,
      String doc,
      BiConsumer<PoolConfigBuilder, Integer> set) {
    return of(
        new ConfigKey(name, ConfigKey.Type.INTEGER, false, usual, List.of(), least, most, doc),
        values -> values.integer(name),
        set);
  }

  static PoolSetting share(
      String name, String usual, String doc, BiConsumer<PoolConfigBuilder, Double> set) {
    return of(
        new ConfigKey(
            name,
            ConfigKey.Type.DECIMAL,
            false,
            Optional.of(usual),
            List.of(),
            ConfigKey.ABOVE_ZERO,
            1,
            doc),
        values -> values.decimal(name),
        set);
  }

  static PoolSetting time(
      String name, String usual, String doc, BiConsumer<PoolConfigBuilder, Duration> set) {
    return of(
        new ConfigKey(
            name,
            ConfigKey.Type.DURATION,
            false,
            Optional.of(usual),
            List.of(),
            ABOVE_ZERO_SECONDS,
            0,
            doc),
        values -> values.duration(name),
        set);
  }

  static PoolSetting time(String name, String doc, BiConsumer<PoolConfigBuilder, Duration> set) {
    return of(
        new ConfigKey(
            name,
            ConfigKey.Type.DURATION,
            false,
            Optional.empty(),
            List.of(),
            ABOVE_ZERO_SECONDS,
            0,
            doc),
        values -> values.duration(name),
        set);
  }

  static PoolSetting flag(String name, String doc, BiConsumer<PoolConfigBuilder, Boolean> set) {
    return of(
        plain(name, ConfigKey.Type.BOOLEAN, Optional.of("false"), List.of(), doc),
        values -> values.flag(name),
        set);
  }

  static PoolSetting text(String name, String doc, BiConsumer<PoolConfigBuilder, String> set) {
    return of(
        plain(name, ConfigKey.Type.TEXT, Optional.empty(), List.of(), doc),
        values -> values.text(name),
        set);
  }

  static PoolSetting secret(String name, String doc, BiConsumer<PoolConfigBuilder, Secret> set) {
    return of(
        plain(name, ConfigKey.Type.SECRET, Optional.empty(), List.of(), doc),
        values -> values.secret(name),
        set);
  }

  static PoolSetting list(
      String name, String doc, BiConsumer<PoolConfigBuilder, List<String>> set) {
    return of(
        plain(name, ConfigKey.Type.LIST, Optional.empty(), List.of(), doc),
        values -> values.list(name),
        set);
  }

  /** A choice among the constants of an enum, in lower case with hyphens; the first is the default. */
  static <E extends Enum<E>> PoolSetting choice(
      String name, Class<E> type, String doc, BiConsumer<PoolConfigBuilder, E> set) {
    List<String> words = Stream.of(type.getEnumConstants())
        .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
    return of(
        plain(name, ConfigKey.Type.CHOICE, Optional.of(words.get(0)), words, doc),
        values -> Enum.valueOf(type, values.text(name).toUpperCase(Locale.ROOT).replace('-', '_')),
        set);
  }

  private static ConfigKey plain(
      String name, ConfigKey.Type type, Optional<String> usual, List<String> choices, String doc) {
    return new ConfigKey(name, type, false, usual, choices, 0, 0, doc);
  }

  private static <T> PoolSetting of(
      ConfigKey key, Function<ProviderConfig, T> read, BiConsumer<PoolConfigBuilder, T> set) {
    return new PoolSetting(key, (pool, values) -> set.accept(pool, read.apply(values)));
  }
}

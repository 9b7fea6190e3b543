package io.cloudadapter.core.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The settings of a pool about its warm pool; a part of {@link PoolSettings}. */
final class WarmSettings {
  private static final int LARGEST = PoolConfig.LARGEST;

  static final List<PoolSetting> ALL = List.of(
      PoolSetting.choice(
          "warm.state",
          WarmPoolState.class,
          "In which state the machines of the warm pool wait: stopped, which the adapter must be able to do, or "
              + "running and not in service.",
          (pool, value) -> pool.warm(pool.warm.withState(value))),
      PoolSetting.integer(
          "warm.size",
          Optional.of("0"),
          0,
          LARGEST,
          "How many machines the warm pool has at least, beside the desired size and within maxSize and surge; alone, "
              + "just so many.",
          (pool, value) -> pool.warm(pool.warm.withSize(value))),
      PoolSetting.integer(
          "warm.prepared",
          Optional.empty(),
          1,
          LARGEST,
          "How many machines in service and warm ones there are together: the warm pool shrinks as the pool grows, "
              + "down to warm.size.",
          (pool, value) -> pool.warm(pool.warm.withPrepared(value))),
      PoolSetting.integer(
          "warm.maxSize",
          Optional.empty(),
          0,
          LARGEST,
          "The most machines of the warm pool; at least warm.size, by default no limit.",
          (pool, value) -> pool.warm(pool.warm.withMaxSize(value))),
      PoolSetting.flag(
          "warm.reuseOnScaleIn",
          "Whether machines that are too many return to the warm pool, as far as it lacks any and their launch "
              + "template is the present one.",
          (pool, value) -> pool.warm(pool.warm.withReuseOnScaleIn(value))),
      PoolSetting.time(
          "warm.startWithin",
          "5m",
          "How long a warm machine may take to run once the pool starts it, 1s to 1d; then the pool replaces it.",
          (pool, value) -> pool.warm(pool.warm.withStartWithin(value))),
      PoolSetting.time(
          "warm.growthWindow",
          "How far back the warm pool looks for the largest growth of the desired size, 10m to 31d; it has as many "
              + "machines as that at least. By default growths do not count.",
          (pool, value) -> pool.warm(pool.warm.withGrowthWindow(value))),
      PoolSetting.time(
          "warm.growthSpan",
          "10m",
          "Within what time a rise of the desired size counts as one growth, 1m to 1d; at most warm.growthWindow.",
          (pool, value) -> pool.warm(pool.warm.withGrowthSpan(value))));

  private WarmSettings() {}

  /** The value of a setting, for {@link PoolDocument}. */
  static Object value(String key, WarmConfig warm) {
    return switch (key) {
      case "warm.state" -> warm.state().name().toLowerCase(Locale.ROOT);
      case "warm.size" -> warm.size();
      case "warm.prepared" -> warm.prepared();
      case "warm.maxSize" -> warm.maxSize();
      case "warm.reuseOnScaleIn" -> warm.reuseOnScaleIn();
      case "warm.startWithin" -> warm.startWithin();
      case "warm.growthWindow" -> warm.growthWindow();
      case "warm.growthSpan" -> warm.growthSpan();
      default -> throw new IllegalStateException("no document has the setting " + key);
    };
  }
}

package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.config.WarmConfig;

/**
 * How many machines a warm pool is to have at present, and which of its bounds decides that. Pure.
 *
 * @param machines 0 or more
 * @param reason for people
 */
record WarmTarget(int machines, String reason) {

  /**
   * Decides.
   *
   * @param config the warm pool
   * @param counting how many machines the pool is to have in service
   * @param growth the largest growth of the desired size in the window
   * @param room how many machines maxSize and surge leave beside those in service; below 0 if they leave none
   */
  static WarmTarget of(WarmConfig config, int counting, int growth, int room) {
    int asked = config.of(counting, growth);
    int machines = Math.max(0, Math.min(asked, room));
    return new WarmTarget(
        machines,
        machines < asked
            ? "maxSize and surge have room for " + machines + " beside " + counting
                + " in service; without that limit, there would be " + asked
            : reason(config, counting, growth, asked));
  }

  private static String reason(WarmConfig config, int counting, int growth, int asked) {
    if (asked < config.of(counting, growth, false)) {
      return "warm.maxSize is " + asked;
    }
    if (asked == config.size()) {
      return "warm.size is " + asked;
    }
    if (asked == config.prepared().orElse(0) - counting) {
      return "warm.prepared is " + config.prepared().orElse(0) + ", less " + counting
          + " in service";
    }
    return "the largest growth of the desired size within " + TimeSpan.text(config.growthSpan())
        + " is " + growth + ", in the last "
        + config.growthWindow().map(TimeSpan::text).orElse("");
  }
}

package io.cloudadapter.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * What an error or failure concerns, from the whole account down to one machine. A launch that the scope
 * of a refusal does not cover may go on.
 *
 * @param level how wide
 * @param zone only in this zone, if given
 * @param size only for this machine size, if given
 * @param market only for this market, if given
 */
public record ErrorScope(
    Level level, Optional<String> zone, Optional<String> size, Optional<LaunchSpec.Market> market) {

  /** How wide a scope is. */
  public enum Level {
    /** Everything that the account may do. */
    ACCOUNT,
    /** Everything in the region that the account is configured for. */
    REGION,
    /** One zone. */
    ZONE,
    /** One machine size, maybe in one zone only. */
    SIZE,
    /** One market, maybe of one size in one zone only. */
    MARKET,
    /** One machine. */
    MACHINE
  }

  private static final ErrorScope ACCOUNT =
      new ErrorScope(Level.ACCOUNT, Optional.empty(), Optional.empty(), Optional.empty());
  private static final ErrorScope REGION =
      new ErrorScope(Level.REGION, Optional.empty(), Optional.empty(), Optional.empty());
  private static final ErrorScope MACHINE =
      new ErrorScope(Level.MACHINE, Optional.empty(), Optional.empty(), Optional.empty());

  /** Checks that nothing is missing. */
  public ErrorScope {
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(zone, "zone");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(market, "market");
  }

  /**
   * The whole account.
   *
   * @return the scope
   */
  public static ErrorScope account() {
    return ACCOUNT;
  }

  /**
   * The whole region.
   *
   * @return the scope
   */
  public static ErrorScope region() {
    return REGION;
  }

  /**
   * One machine.
   *
   * @return the scope
   */
  public static ErrorScope machine() {
    return MACHINE;
  }

  /**
   * One zone.
   *
   * @param zone which
   * @return the scope
   */
  public static ErrorScope zone(String zone) {
    return new ErrorScope(Level.ZONE, Optional.of(zone), Optional.empty(), Optional.empty());
  }

  /**
   * One machine size.
   *
   * @param size which
   * @param zone in which zone only, or empty for all
   * @return the scope
   */
  public static ErrorScope size(String size, Optional<String> zone) {
    return new ErrorScope(Level.SIZE, zone, Optional.of(size), Optional.empty());
  }

  /**
   * One market.
   *
   * @param market which
   * @param size for which size only, or empty for all
   * @param zone in which zone only, or empty for all
   * @return the scope
   */
  public static ErrorScope market(
      LaunchSpec.Market market, Optional<String> size, Optional<String> zone) {
    return new ErrorScope(Level.MARKET, zone, size, Optional.of(market));
  }

  /**
   * Whether a launch lies in this scope. What the launch leaves open is taken to lie in it.
   *
   * @param launchZone the launch's zone, if it names one
   * @param launchSize the launch's size, if it names one
   * @param launchMarket the launch's market
   * @return true unless a field of the scope names something else
   */
  public boolean covers(
      Optional<String> launchZone, Optional<String> launchSize, LaunchSpec.Market launchMarket) {
    return level != Level.MACHINE
        && agrees(zone, launchZone)
        && agrees(size, launchSize)
        && (market.isEmpty() || market.get() == launchMarket);
  }

  private static boolean agrees(Optional<String> mine, Optional<String> theirs) {
    return mine.isEmpty() || theirs.isEmpty() || mine.equals(theirs);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(level.name().toLowerCase(java.util.Locale.ROOT));
    market.ifPresent(m -> text.append(' ').append(m));
    size.ifPresent(s -> text.append(' ').append(s));
    zone.ifPresent(z -> text.append(level == Level.ZONE ? " " : " in ").append(z));
    return text.toString();
  }
}

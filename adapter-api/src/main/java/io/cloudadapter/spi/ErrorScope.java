package io.cloudadapter.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * The part of a cloud that an error or a failure concerns, from the whole account down to one machine. Launches
 * outside the scope of an error may go on.
 *
 * @param level the width of the scope
 * @param zone only in this zone, if given
 * @param size only for this machine size, if given
 * @param market only for this market, if given
 */
public record ErrorScope(
    Level level, Optional<String> zone, Optional<String> size, Optional<LaunchSpec.Market> market) {

  /** The width of a scope. */
  public enum Level {
    /** Everything in the account. */
    ACCOUNT,
    /** Everything in the region of the account's configuration. */
    REGION,
    /** One zone. */
    ZONE,
    /** One machine size, possibly in one zone only. */
    SIZE,
    /** One market, possibly of one size in one zone only. */
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
   * Returns the scope of the whole account.
   *
   * @return the scope
   */
  public static ErrorScope account() {
    return ACCOUNT;
  }

  /**
   * Returns the scope of the whole region.
   *
   * @return the scope
   */
  public static ErrorScope region() {
    return REGION;
  }

  /**
   * Returns the scope of one machine.
   *
   * @return the scope
   */
  public static ErrorScope machine() {
    return MACHINE;
  }

  /**
   * Returns the scope of one zone.
   *
   * @param zone the zone
   * @return the scope
   */
  public static ErrorScope zone(String zone) {
    return new ErrorScope(Level.ZONE, Optional.of(zone), Optional.empty(), Optional.empty());
  }

  /**
   * Returns the scope of one machine size.
   *
   * @param size the size
   * @param zone the only zone, or empty for all
   * @return the scope
   */
  public static ErrorScope size(String size, Optional<String> zone) {
    return new ErrorScope(Level.SIZE, zone, Optional.of(size), Optional.empty());
  }

  /**
   * Returns the scope of one market.
   *
   * @param market the market
   * @param size the only size, or empty for all
   * @param zone the only zone, or empty for all
   * @return the scope
   */
  public static ErrorScope market(
      LaunchSpec.Market market, Optional<String> size, Optional<String> zone) {
    return new ErrorScope(Level.MARKET, zone, size, Optional.of(market));
  }

  /**
   * Returns whether a launch lies in this scope. A field that the launch leaves open counts as inside the scope.
   *
   * @param launchZone the launch's zone, if it sets one
   * @param launchSize the launch's size, if it sets one
   * @param launchMarket the launch's market
   * @return true unless a field of the scope contradicts the launch
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

package io.cloudadapter.aws.client;

import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchSpec.Market;
import java.util.Optional;

/** The purpose of a request, so that a shortage gets exactly that scope. */
public record FailureScope(Optional<String> zone, Optional<String> size, Market market) {
  public static final FailureScope ANY =
      new FailureScope(Optional.empty(), Optional.empty(), Market.ON_DEMAND);

  /** As narrow as is known, and never the account: spot machines are short apart from all others. */
  public ErrorScope shortage() {
    if (market == Market.SPOT) {
      return ErrorScope.market(market, size, zone);
    }
    return size.map(word -> ErrorScope.size(word, zone)).orElseGet(this::zoneOrRegion);
  }

  ErrorScope zoneOrRegion() {
    return zone.map(ErrorScope::zone).orElse(ErrorScope.region());
  }
}

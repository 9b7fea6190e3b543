package io.cloudadapter.aws;

import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.Scope;
import java.util.Optional;

/** What a request is for, so that a shortage can be told as one of just that. */
record Place(Optional<String> zone, Optional<String> size, Market market) {
  static final Place ANY = new Place(Optional.empty(), Optional.empty(), Market.ON_DEMAND);

  /** As narrow as is known, and never the account: spot machines are short apart from all others. */
  Scope shortage() {
    if (market == Market.SPOT) {
      return Scope.market(market, size, zone);
    }
    return size.map(word -> Scope.size(word, zone)).orElseGet(this::zoneOrRegion);
  }

  Scope zoneOrRegion() {
    return zone.map(Scope::zone).orElse(Scope.region());
  }
}

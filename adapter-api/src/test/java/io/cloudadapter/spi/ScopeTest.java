package io.cloudadapter.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.LaunchSpec.Market;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScopeTest {
  private static final Optional<String> A = Optional.of("a");
  private static final Optional<String> B = Optional.of("b");
  private static final Optional<String> SMALL = Optional.of("small");
  private static final Optional<String> LARGE = Optional.of("large");
  private static final Optional<String> ANY = Optional.empty();

  @Test
  void aZoneCoversWhatIsLaunchedThereOrAnywhere() {
    assertThat(Scope.zone("a").covers(A, SMALL, Market.ON_DEMAND)).isTrue();
    assertThat(Scope.zone("a").covers(B, SMALL, Market.ON_DEMAND)).isFalse();
    assertThat(Scope.zone("a").covers(ANY, SMALL, Market.ON_DEMAND)).isTrue();
  }

  @Test
  void aSizeInAZoneLeavesOtherSizesAndZonesFree() {
    Scope scope = Scope.size("large", A);

    assertThat(scope.covers(A, LARGE, Market.SPOT)).isTrue();
    assertThat(scope.covers(B, LARGE, Market.SPOT)).isFalse();
    assertThat(scope.covers(A, SMALL, Market.SPOT)).isFalse();
  }

  @Test
  void aMarketLeavesTheOtherFree() {
    assertThat(Scope.market(Market.SPOT, ANY, ANY).covers(A, SMALL, Market.SPOT))
        .isTrue();
    assertThat(Scope.market(Market.SPOT, ANY, ANY).covers(A, SMALL, Market.ON_DEMAND))
        .isFalse();
  }

  @Test
  void theAccountCoversEverythingAndAMachineNothing() {
    assertThat(Scope.account().covers(A, LARGE, Market.SPOT)).isTrue();
    assertThat(Scope.region().covers(A, LARGE, Market.SPOT)).isTrue();
    assertThat(Scope.machine().covers(A, LARGE, Market.SPOT)).isFalse();
  }

  @Test
  void saysWhatItIs() {
    assertThat(Scope.size("large", A)).hasToString("size large in a");
    assertThat(Scope.zone("a")).hasToString("zone a");
    assertThat(Scope.account()).hasToString("account");
  }
}

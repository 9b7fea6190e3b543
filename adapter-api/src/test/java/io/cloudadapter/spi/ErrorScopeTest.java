package io.cloudadapter.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.LaunchSpec.Market;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorScopeTest {
  private static final Optional<String> A = Optional.of("a");
  private static final Optional<String> B = Optional.of("b");
  private static final Optional<String> SMALL = Optional.of("small");
  private static final Optional<String> LARGE = Optional.of("large");
  private static final Optional<String> ANY = Optional.empty();

  @Test
  void aZoneCoversWhatIsLaunchedThereOrAnywhere() {
    assertThat(ErrorScope.zone("a").covers(A, SMALL, Market.ON_DEMAND)).isTrue();
    assertThat(ErrorScope.zone("a").covers(B, SMALL, Market.ON_DEMAND)).isFalse();
    assertThat(ErrorScope.zone("a").covers(ANY, SMALL, Market.ON_DEMAND)).isTrue();
  }

  @Test
  void aSizeInAZoneLeavesOtherSizesAndZonesFree() {
    ErrorScope scope = ErrorScope.size("large", A);

    assertThat(scope.covers(A, LARGE, Market.SPOT)).isTrue();
    assertThat(scope.covers(B, LARGE, Market.SPOT)).isFalse();
    assertThat(scope.covers(A, SMALL, Market.SPOT)).isFalse();
  }

  @Test
  void aMarketLeavesTheOtherFree() {
    assertThat(ErrorScope.market(Market.SPOT, ANY, ANY).covers(A, SMALL, Market.SPOT))
        .isTrue();
    assertThat(ErrorScope.market(Market.SPOT, ANY, ANY).covers(A, SMALL, Market.ON_DEMAND))
        .isFalse();
  }

  @Test
  void theAccountCoversEverythingAndAMachineNothing() {
    assertThat(ErrorScope.account().covers(A, LARGE, Market.SPOT)).isTrue();
    assertThat(ErrorScope.region().covers(A, LARGE, Market.SPOT)).isTrue();
    assertThat(ErrorScope.machine().covers(A, LARGE, Market.SPOT)).isFalse();
  }

  @Test
  void saysWhatItIs() {
    assertThat(ErrorScope.size("large", A)).hasToString("size large in a");
    assertThat(ErrorScope.zone("a")).hasToString("zone a");
    assertThat(ErrorScope.account()).hasToString("account");
  }
}

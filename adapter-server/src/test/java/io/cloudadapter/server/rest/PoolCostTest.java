package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.server.options.MachinePrices;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A pool costs what its machines cost, and a cost of which a part is unknown is unknown. */
class PoolCostTest {
  private static final PoolName WEB = new PoolName("web");
  private static final MachinePrices PRICES =
      MachinePrices.bySize(Map.of("small", new BigDecimal("0.1"), "large", new BigDecimal("0.4")));

  private static Machine machine(int id, MachineState state, String size, boolean stopped) {
    return new Machine(
        new MachineId("i-" + id),
        state,
        ServiceState.UNKNOWN,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.of(size).filter(text -> !text.isEmpty()),
        false,
        stopped ? Map.of("stopped", "true") : Map.of());
  }

  private static PoolView pool(int desired, Machine... machines) {
    return new PoolView(
        WEB, Instant.EPOCH, 1, desired, PoolStatus.ACTIVE, List.of(machines), List.of());
  }

  private static Machine running(int id, String size) {
    return machine(id, MachineState.RUNNING, size, false);
  }

  @Test
  void threeSmallMachinesCostThreeTimesTheirPriceToTheLastDigit() {
    PoolCost cost =
        PoolCost.of(pool(4, running(1, "small"), running(2, "small"), running(3, "small")), PRICES);

    assertThat(cost.present()).hasValue(new BigDecimal("0.3"));
    assertThat(cost.desired()).hasValue(new BigDecimal("0.4"));
  }

  @Test
  void aMachineOfUnknownPriceMakesTheCostUnknown() {
    PoolCost cost = PoolCost.of(pool(2, running(1, "small"), running(2, "huge")), PRICES);

    assertThat(cost.present()).isEmpty();
    assertThat(cost.desired()).isEmpty();
  }

  @Test
  void aMachineOfUnknownSizeHasNoPriceOfASize() {
    assertThat(PoolCost.of(pool(1, running(1, "")), PRICES).present()).isEmpty();
  }

  @Test
  void aPoolWithoutMachinesCostsNothingNowAndWhatItWantsIsUnknown() {
    assertThat(PoolCost.of(pool(2), PRICES))
        .isEqualTo(new PoolCost(Optional.of(BigDecimal.ZERO), Optional.empty()));
    assertThat(PoolCost.of(pool(0), MachinePrices.none()))
        .isEqualTo(new PoolCost(Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.ZERO)));
  }

  @Test
  void sizesOfDifferentPricesLeaveOpenWhatTheDesiredSizeCosts() {
    PoolCost cost = PoolCost.of(pool(3, running(1, "small"), running(2, "large")), PRICES);

    assertThat(cost.present()).hasValue(new BigDecimal("0.5"));
    assertThat(cost.desired()).isEmpty();
  }

  @Test
  void machinesThatDoNotExistYetOrEndOrAreStoppedAreNotCounted() {
    PoolCost cost = PoolCost.of(
        pool(
            1,
            machine(1, MachineState.REQUESTED, "", false),
            machine(2, MachineState.TERMINATING, "small", false),
            machine(3, MachineState.RUNNING, "small", true),
            machine(4, MachineState.PENDING, "small", false)),
        PRICES);

    assertThat(cost.present()).hasValue(new BigDecimal("0.1"));
  }

  @Test
  void thePriceOfAPoolPrecedesThatOfItsSizes() {
    MachinePrices prices = PRICES.withPools(Map.of(WEB, new BigDecimal("0.25")));

    PoolCost cost = PoolCost.of(pool(3, running(1, "small"), running(2, "huge")), prices);

    assertThat(cost.present()).hasValue(new BigDecimal("0.50"));
    assertThat(cost.desired()).hasValue(new BigDecimal("0.75"));
  }

  @Property
  void thePresentCostIsTheSumOfThePricesInAnyOrder(
      @ForAll @Size(max = 40) List<Boolean> large, @ForAll @IntRange(max = 50) int desired) {
    List<Machine> machines = new ArrayList<>();
    BigDecimal sum = BigDecimal.ZERO;
    for (boolean each : large) {
      machines.add(running(machines.size(), each ? "large" : "small"));
      sum = sum.add(new BigDecimal(each ? "0.4" : "0.1"));
    }

    PoolCost cost = PoolCost.of(pool(desired, machines.toArray(Machine[]::new)), PRICES);

    assertThat(cost.present().orElseThrow()).isEqualByComparingTo(sum);
    assertThat(cost.desired().isPresent())
        .isEqualTo(desired == 0 || large.stream().distinct().count() == 1);
  }

  @Test
  void aNegativePriceIsRefused() {
    assertThatThrownBy(() -> MachinePrices.bySize(Map.of("small", new BigDecimal("-1"))))
        .hasMessage("the price of small must be 0 or more, was -1");
  }
}

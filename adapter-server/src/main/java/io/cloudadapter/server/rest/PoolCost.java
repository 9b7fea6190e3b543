package io.cloudadapter.server.rest;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.server.options.MachinePrices;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a pool costs for an hour, as far as prices are known. A cost of which a part is unknown is unknown.
 *
 * @param present the cost of the machines that start or run at present, those of the warm pool included unless they are
 *     stopped
 * @param desired the cost of so many machines as the desired size and the headroom have
 */
record PoolCost(Optional<BigDecimal> present, Optional<BigDecimal> desired) {

  static PoolCost of(PoolView view, MachinePrices prices) {
    List<Machine> billed = view.machines().stream().filter(PoolCost::billed).toList();
    Set<Optional<BigDecimal>> different = new HashSet<>();
    Optional<BigDecimal> present = Optional.of(BigDecimal.ZERO);
    for (Machine machine : billed) {
      Optional<BigDecimal> price = prices.perHour(view.pool(), machine.size());
      different.add(price.map(BigDecimal::stripTrailingZeros));
      present = present.flatMap(sum -> price.map(sum::add));
    }
    return new PoolCost(present, desired(view, prices, different));
  }

  private static boolean billed(Machine machine) {
    boolean there = machine.machineState() == MachineState.PENDING
        || machine.machineState() == MachineState.RUNNING;
    return there && !machine.metadata().containsKey("stopped");
  }

  /** Known if the pool has a price, or all its machines have the same one. */
  private static Optional<BigDecimal> desired(
      PoolView view, MachinePrices prices, Set<Optional<BigDecimal>> different) {
    BigDecimal wanted = BigDecimal.valueOf((long) view.desiredSize() + view.headroom());
    if (wanted.signum() == 0) {
      return Optional.of(BigDecimal.ZERO);
    }
    Optional<BigDecimal> each = prices.perHour(view.pool(), Optional.empty());
    if (each.isEmpty() && different.size() == 1) {
      each = different.iterator().next();
    }
    return each.map(wanted::multiply);
  }
}

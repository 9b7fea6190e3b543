package io.cloudadapter.client.message;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.refresh.RefreshState;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the rows of the overview: a pool in numbers. */
public final class OverviewMessages {
  private OverviewMessages() {}

  /**
   * Writes the row of a pool.
   *
   * @param disruption its account of disruption, if that can be read
   * @param cost what its machines cost for an hour, if that is known
   * @param desiredCost what so many machines cost as it wants, if that is known
   */
  public static Map<String, Object> row(
      PoolView view,
      Map<String, String> labels,
      Optional<DisruptionStatus> disruption,
      Optional<BigDecimal> cost,
      Optional<BigDecimal> desiredCost) {
    int waiting = 0;
    int outOfService = 0;
    int terminating = 0;
    for (Machine machine : view.machines()) {
      if (machine.machineState() == MachineState.TERMINATING) {
        terminating++;
      } else if (machine.outOfService()) {
        outOfService++;
      } else if (machine.allocated() && machine.machineState() != MachineState.RUNNING) {
        waiting++;
      }
    }
    return MessageFields.of(
        "pool", view.pool(),
        "labels", new TreeMap<>(labels),
        "status", view.status().name(),
        "listStatus", view.listStatus().name(),
        "revision", view.revision(),
        "settled", view.settled(),
        "desiredSize", view.desiredSize(),
        "headroom", view.headroom(),
        "inService", view.inService(),
        "waiting", waiting,
        "outOfService", outOfService,
        "terminating", terminating,
        "unhealthy", view.unhealthy(),
        "warm", WarmMessages.counts(view),
        "drifted", view.drifted(),
        "refresh", view.refresh().map(RefreshState::name),
        "unavailable", disruption.map(DisruptionStatus::unavailable),
        "maxUnavailable",
            disruption.flatMap(
                account -> account.maxUnavailable().stream().boxed().findFirst()),
        "costPerHour", cost.map(BigDecimal::doubleValue),
        "desiredCostPerHour", desiredCost.map(BigDecimal::doubleValue),
        "alarms",
            MessageFields.each(
                view.alarms(),
                alarm -> MessageFields.of(
                    "code", alarm.code().name(),
                    "message", alarm.message(),
                    "since", alarm.since())));
  }
}

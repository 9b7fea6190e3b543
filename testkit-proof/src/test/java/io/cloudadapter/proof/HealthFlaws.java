package io.cloudadapter.proof;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Chapter 12: bugs in what adapters show of the health of machines. */
final class HealthFlaws {
  private HealthFlaws() {}

  static List<FeatureFlaw<?>> all() {
    return List.of(
        balancers(
            "takes a machine that is not checked yet for an ill one",
            "the health of machines in truth is",
            right -> (balancer, call) -> guessing(right.health(balancer, call), HealthVerdict.BAD)),
        balancers("shows no machine when it fails", "in truth is", right -> (balancer, call) -> {
          try {
            return right.health(balancer, call);
          } catch (CloudException e) {
            if (e.kind() == Kind.NOT_FOUND) {
              throw e;
            }
            return List.of();
          }
        }),
        balancers(
            "shows no machine behind a load balancer that is not there",
            "must be NOT_FOUND",
            right -> (balancer, call) -> {
              try {
                return right.health(balancer, call);
              } catch (CloudException e) {
                if (e.kind() == Kind.NOT_FOUND) {
                  return List.of();
                }
                throw e;
              }
            }),
        new FeatureFlaw<>(
            AdapterMutant.of(
                "MP-12.90", "takes a machine that is not checked yet for a well one", "in truth"),
            InstanceStatus.class,
            right ->
                (machines, call) -> guessing(right.statuses(machines, call), HealthVerdict.OK)),
        firstStatus(),
        new FeatureFlaw<>(
            AdapterMutant.of("MP-12.91", "fails for one machine that is not there", "NOT_FOUND"),
            InstanceStatus.class,
            HealthFlaws::allOrNothing),
        new FeatureFlaw<>(
            AdapterMutant.of(
                "MP-12.91", "takes a machine that is not there for an ill one", "is not there"),
            InstanceStatus.class,
            right -> (machines, call) -> missing(machines, right.statuses(machines, call))));
  }

  private static FeatureFlaw<LoadBalancerHealth> balancers(
      String bug, String says, UnaryOperator<LoadBalancerHealth> broken) {
    return new FeatureFlaw<>(
        AdapterMutant.of("MP-12.54", bug, says), LoadBalancerHealth.class, broken);
  }

  private static List<HealthReport> guessing(List<HealthReport> right, HealthVerdict guess) {
    return right.stream()
        .map(report -> report.verdict() == HealthVerdict.CANNOT_TELL
            ? new HealthReport(report.machine(), guess, report.reason())
            : report)
        .toList();
  }

  /** The status that an adapter has read first it shows for ever. */
  private static FeatureFlaw<InstanceStatus> firstStatus() {
    Map<InstanceStatus, Map<Set<MachineId>, List<HealthReport>>> first = new ConcurrentHashMap<>();
    return new FeatureFlaw<>(
        AdapterMutant.of("MP-12.90", "remembers the status that it read first", "in truth is"),
        InstanceStatus.class,
        right -> (machines, call) -> first
            .computeIfAbsent(right, unread -> new ConcurrentHashMap<>())
            .computeIfAbsent(machines, all -> right.statuses(all, call)));
  }

  private static InstanceStatus allOrNothing(InstanceStatus right) {
    return (machines, call) -> {
      List<HealthReport> reports = right.statuses(machines, call);
      if (reports.size() < machines.size()) {
        throw CloudException.of(Kind.NOT_FOUND, Effect.NONE, "some machines are not there")
            .build();
      }
      return reports;
    };
  }

  private static List<HealthReport> missing(Set<MachineId> machines, List<HealthReport> right) {
    return machines.stream()
        .map(machine -> right.stream()
            .filter(report -> report.machine().equals(machine))
            .findFirst()
            .orElseGet(() -> new HealthReport(machine, HealthVerdict.BAD, "missing")))
        .toList();
  }
}

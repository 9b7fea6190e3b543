package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks what follows from reports of health (I20): a probe that is not to be trusted costs no machine, and a new
 * machine enters service as the pool asks for.
 */
final class HealthChecker {
  private static final String RULE = "I20";

  /** The machines whose service state a caller has set, and no other source. */
  final Set<String> setByCallers = new HashSet<>();

  private final InvariantChecker judge;
  private final HealthReadChecker reads;
  private boolean suspended;

  HealthChecker(InvariantChecker judge) {
    this.judge = judge;
    this.reads = new HealthReadChecker(judge);
  }

  /** The reads of load balancers and of the cloud, and what may follow from them. */
  HealthReadChecker reads() {
    return reads;
  }

  /**
   * Reports are accepted; the records are those before.
   *
   * @param alone whether nothing else happens in the step, so that these records are those that the pool decided by
   * @return whether none of them may make a machine UNHEALTHY
   */
  boolean reported(Command.ReportHealth command, boolean alone) {
    if (command.source() != HealthSource.PROBE) {
      return false;
    }
    int probed = 0;
    int untold = 0;
    int turned = 0;
    boolean sure = alone;
    for (HealthReport report : command.reports()) {
      MachineRecord machine = judge.machine(report.machine().value());
      if (machine == null || !machine.effective() || isDecided(machine)) {
        continue;
      }
      // Whether a load balancer stands by its word is its own affair.
      sure &= machine.serviceSource() != HealthSource.LOAD_BALANCER;
      probed++;
      untold += report.verdict() == HealthVerdict.CANNOT_TELL ? 1 : 0;
      boolean well = machine.ran()
          && !machine.entering()
          && (machine.serviceState() == ServiceState.IN_SERVICE
              || machine.serviceState() == ServiceState.UNKNOWN);
      turned += well && report.verdict() == HealthVerdict.BAD ? 1 : 0;
    }
    int most = (int) Math.max(1, Math.floor(judge.config().health().suspendShare() * probed));
    suspended = sure && (untold > most || turned > most);
    return suspended;
  }

  /** Whether a source above this one has set the service state of a machine, by the records before the step. */
  boolean isOutranked(String id, HealthSource source) {
    MachineRecord machine = judge.machine(id);
    return machine != null
        && machine.health() != null
        && machine.health().source() != HealthSource.LOAD_BALANCER
        && machine.health().source().outranks(source);
  }

  /** Whether a caller or an agent has set the service state. */
  private static boolean isDecided(MachineRecord machine) {
    return machine.health() == null
        ? machine.serviceState() != ServiceState.UNKNOWN
        : machine.health().source() == HealthSource.AGENT;
  }

  /** It is decided that a machine goes as it was unhealthy. */
  void replaces(MachineRecord before) {
    boolean probed = before.health() != null && before.health().source() == HealthSource.PROBE;
    rule(
        !probed || !suspended || !judge.config().health().enabled(),
        RULE,
        () -> "for a probe that is not to be trusted goes " + before);
    reads.replaces(before);
  }

  /** A new machine enters service. */
  void enters(MachineRecord now) {
    rule(
        !judge.config().health().beforeService() || now.serviceState() == ServiceState.IN_SERVICE,
        RULE,
        () -> "before it was found well enters " + now);
    rule(
        !judge.config().health().beforeService()
            || !judge.config().health().enabled()
            || now.serviceSource() != HealthSource.CLOUD,
        RULE,
        () -> "by the cloud's word, before its probe passed, enters " + now);
  }
}

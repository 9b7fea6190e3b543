package io.cloudadapter.api;

import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import java.util.List;
import java.util.Objects;

/**
 * The operations of a pool on reports about the health of its machines. {@link MachinePool} has them; a pool that takes
 * no reports throws a {@link PoolException} with the reason UNSUPPORTED.
 */
public interface HealthOperations {

  /**
   * Takes reports about the health of machines. OK makes a machine IN_SERVICE, BAD makes it UNHEALTHY. A report changes
   * nothing about a machine whose service state a source of a higher priority has set, so a caller's word stands until
   * a caller sets the state UNKNOWN. It changes nothing either about a machine that leaves. OUT_OF_SERVICE is a
   * caller's word alone.
   *
   * <p>All reports of one call count together. When probes turn too many machines that were well BAD at once, or cannot
   * tell about too many, the pool applies no BAD of the call, stops to replace what probes have found, and raises the
   * alarm PROBES_SUSPENDED until a later call shows fewer. A report of an agent is applied by itself.
   *
   * @param source AGENT or PROBE
   * @param reports at most one for each machine
   * @param options idempotency key and caller
   * @throws PoolException INVALID if the source is another one; NOT_FOUND or CONFLICT if an agent names a machine that
   *     is no member, and then no report is applied; UNSUPPORTED if this implementation takes no such reports
   */
  default void reportHealth(HealthSource source, List<HealthReport> reports, WriteOptions options) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(reports, "reports");
    Objects.requireNonNull(options, "options");
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool takes no reports of health", "");
  }

  /**
   * Takes one report of an agent; see {@link #reportHealth(HealthSource, List, WriteOptions)}.
   *
   * @param report what the agent has found
   * @throws PoolException as there
   */
  default void reportHealth(HealthReport report) {
    Objects.requireNonNull(report, "report");
    reportHealth(HealthSource.AGENT, List.of(report), WriteOptions.none());
  }
}

package io.cloudadapter.core.quota;

/**
 * What one pool takes of the quotas of its tenants.
 *
 * @param machines machines that exist or are promised
 * @param reserved the same with what the accepted desired size still asks for; at least {@code machines}
 * @param cpus the processors of {@code machines}
 * @param reservedCpus the processors of {@code reserved}
 * @param launching machines of launches that are planned, or whose outcome is not known
 * @param held machines of the desired size that no quota allows at present
 */
public record PoolUse(
    int machines, int reserved, long cpus, long reservedCpus, int launching, int held) {
  /** The use of a pool without machines. */
  public static final PoolUse NOTHING = new PoolUse(0, 0, 0, 0, 0, 0);

  /** The greater of both in every respect; what is held is that of the other. */
  PoolUse atLeast(PoolUse other) {
    return new PoolUse(
        Math.max(machines, other.machines),
        Math.max(reserved, other.reserved),
        Math.max(cpus, other.cpus),
        Math.max(reservedCpus, other.reservedCpus),
        Math.max(launching, other.launching),
        other.held);
  }

  /** The same with room for so many more machines, which are not launched yet. */
  PoolUse reserving(int more, long cpusEach) {
    return new PoolUse(
        machines, reserved + more, cpus, reservedCpus + more * cpusEach, launching, held);
  }

  /** The same with so many more machines that are promised. */
  PoolUse launching(int more, long cpusEach) {
    int all = machines + more;
    long allCpus = cpus + more * cpusEach;
    return new PoolUse(
        all,
        Math.max(reserved, all),
        allCpus,
        Math.max(reservedCpus, allCpus),
        launching + more,
        held);
  }
}

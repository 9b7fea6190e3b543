package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Defects that quotas could have. Only a story of pools that share a quota can find them. */
public final class QuotaMutants {
  private QuotaMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "two pools get the same room",
            "quota/PoolQuota.java",
            "if (answer.machines() >= least) {",
            "if (answer.machines() > 1_000_000) {",
            Set.of("Q1", "Q4"),
            82),
        new CoreMutant(
            "a launch is allowed, and does not count until it is durable",
            "quota/PoolQuota.java",
            "if (take) {",
            "if (take && wanted > 1_000_000) {",
            Set.of("Q1", "Q2", "Q3"),
            3),
        new CoreMutant(
            "what other pools have reserved may be launched away",
            "quota/TenantRoom.java",
            "return Math.max(exist, Math.min(reserved, limit.orElse(0)) - ownRest);",
            "return exist;",
            Set.of("L1"),
            17),
        new CoreMutant(
            "machines that end do not count",
            "keeper/state/QuotaUseCounter.java",
            "if (machine.status() == MachineRecord.Status.PRESUMED_GONE) {",
            "if (!machine.effective()) {",
            Set.of("Q1", "Q3"),
            1),
        new CoreMutant(
            "a restart forgets the launches of the last hour",
            "keeper/state/QuotaUseCounter.java",
            "if (launch.attempts() > 0 && age.compareTo(time) < 0) {",
            "if (launch.attempts() > 1_000_000) {",
            Set.of("Q2"),
            3),
        new CoreMutant(
            "a launch that ends in the step of the next one counts no more",
            "keeper/state/GrowthGuard.java",
            "if (take) { // A launch that has ended in this step counts as before.",
            "if (take && missing > 1_000_000) {",
            Set.of("Q2"),
            13),
        new CoreMutant(
            "what a step gives back is free before the step is durable",
            "quota/PoolQuota.java",
            "share.use = share.use.atLeast(own.reserving(answer.machines(), cpusEach.orElse(0)));",
            "share.use = own.reserving(answer.machines(), cpusEach.orElse(0));",
            Set.of("Q1", "Q3", "Q4"),
            3),
        new CoreMutant(
            "a restart forgets what is held",
            "keeper/state/GrowthGuard.java",
            "? pool.desired() - pool.heldGrowth()",
            "? pool.desired()",
            Set.of("L1", "Q1", "Q3", "Q4"),
            1),
        new CoreMutant(
            "a policy grows without asking",
            "keeper/state/SizeControl.java",
            "int held = growth.held(desired);",
            "int held = 0;",
            Set.of("Q4"),
            1));
  }
}

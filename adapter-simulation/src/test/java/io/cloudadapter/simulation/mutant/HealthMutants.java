package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that trust health probes too much. */
public final class HealthMutants {
  private static final String STATES = "keeper/ServiceStates.java";

  private HealthMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a probe's word goes over a person's",
            STATES,
            "return unset || !machine.serviceSource().outranks(source);",
            "return true;",
            Set.of("I6", "I20"),
            9),
        new CoreMutant(
            "a probe that cannot tell is taken for one that fails",
            STATES,
            "case CANNOT_TELL -> {",
            "case CANNOT_TELL -> { change(machine, ServiceState.UNHEALTHY, health);",
            Set.of("I20"),
            1),
        new CoreMutant(
            "what a suspended probe has found is applied",
            STATES,
            "(trusted || report.verdict() == HealthVerdict.OK)",
            "true",
            Set.of("I20"),
            4),
        new CoreMutant(
            "remediation trusts a suspended probe",
            "keeper/lifecycle/Remediator.java",
            "&& !trust.doubts(machine)",
            "",
            Set.of("I20"),
            61),
        new CoreMutant(
            "a new machine enters service before its probe passes",
            "keeper/lifecycle/ServiceEntry.java",
            "machine.serviceState() == ServiceState.IN_SERVICE",
            "machine.serviceState() != ServiceState.UNHEALTHY",
            Set.of("I20"),
            2),
        new CoreMutant(
            "a probe's word goes over an agent's",
            STATES,
            "return unset || !machine.serviceSource().outranks(source);",
            "return unset || machine.serviceSource() != HealthSource.CALLER;",
            Set.of("I20"),
            186),
        new CoreMutant(
            "the share of machines that may fail at once is rounded up",
            STATES,
            "(int) Math.max(1, Math.floor(",
            "(int) Math.max(1, Math.ceil(",
            Set.of("I20"),
            50),
        new CoreMutant(
            "machines about which a caller has decided make a probe that fails for many seem well",
            STATES,
            ".filter(MachineRecord::effective)\n          .filter(known -> mayChange(known, HealthSource.PROBE));",
            ".filter(MachineRecord::effective);",
            Set.of("I20"),
            80));
  }
}

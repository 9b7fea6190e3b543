package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that trust health probes too much. */
public final class HealthMutants {
  private static final String STATES = "keeper/ServiceStates.java";

  private HealthMutants() {}

  /** Cores that trust what load balancers and the cloud show too much, or too little. */
  public static List<CoreMutant> ofSources() {
    return List.of(
        new CoreMutant(
            "what a suspended load balancer or cloud shows is applied",
            STATES,
            "source == HealthSource.AGENT || isTrusted(source, reports)",
            "isTrusted(source, reports) || source != HealthSource.PROBE",
            Set.of("I20"),
            13),
        new CoreMutant(
            "a machine that load balancers find ill is taken out from behind them",
            "keeper/lifecycle/LoadBalancerRegistrar.java",
            "|| (machine.serviceState() == ServiceState.UNHEALTHY "
                + "&& machine.serviceSource() == HealthSource.LOAD_BALANCER)",
            "",
            Set.of("I14"),
            2),
        new CoreMutant(
            "one bad read makes a machine unhealthy",
            "keeper/state/MachineVerdict.java",
            "if (failures >= config.failures()) {",
            "if (failures >= 1) {",
            Set.of("I20"),
            3),
        new CoreMutant(
            "one good read puts a machine into service",
            "keeper/state/MachineVerdict.java",
            "if (successes >= config.successes()) {",
            "if (successes >= 1) {",
            Set.of("I20"),
            1),
        new CoreMutant(
            "a source that cannot be read is trusted on",
            "keeper/HealthReader.java",
            "trust.withhold(source);",
            "",
            Set.of("I20"),
            106),
        new CoreMutant(
            "a new keeper takes an earlier one's word for a load balancer or a cloud",
            "keeper/state/HealthTrust.java",
            "!standing(source).trusted || !verdicts(source).confirmsBad(machine.id());",
            "!standing(source).trusted;",
            Set.of("I20"),
            50),
        new CoreMutant(
            "a source that shows a machine no more keeps it unhealthy",
            "keeper/state/HealthTrust.java",
            "config.hears(source) && verdicts(source).standsBy(machine.id());",
            "config.hears(source);",
            Set.of("I20"),
            8),
        new CoreMutant(
            "the cloud's word goes over a probe's",
            STATES,
            "return unset || !machine.serviceSource().outranks(source) || !trust.standsBy(machine);",
            "return unset || source == HealthSource.CLOUD && machine.health() != null "
                + "|| !machine.serviceSource().outranks(source) || !trust.standsBy(machine);",
            Set.of("I20"),
            3),
        new CoreMutant(
            "the cloud's word lets a machine into service that its probe has not found well",
            "keeper/lifecycle/ServiceEntry.java",
            "(well && !awaitsProbe(machine))",
            "well",
            Set.of("I20"),
            3),
        new CoreMutant(
            "a source that shows no machine fails all of them",
            "keeper/state/SourceVerdicts.java",
            "machine.reads(HealthVerdict.CANNOT_TELL, \"\", step.now().nanos());",
            "machine.reads(HealthVerdict.BAD, \"\", step.now().nanos());",
            Set.of("I20"),
            38));
  }

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a probe's word goes over a person's",
            STATES,
            "return unset || !machine.serviceSource().outranks(source) || !trust.standsBy(machine);",
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
            "return unset || !machine.serviceSource().outranks(source) || !trust.standsBy(machine);",
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
            ".filter(MachineRecord::effective)\n          .filter(known -> mayChange(known, source));",
            ".filter(MachineRecord::effective);",
            Set.of("I20"),
            80));
  }
}

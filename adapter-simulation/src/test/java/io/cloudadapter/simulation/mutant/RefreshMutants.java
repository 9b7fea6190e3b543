package io.cloudadapter.simulation.mutant;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Cores whose refreshes are broken. */
public final class RefreshMutants {
  private static final String RULE = "I17";

  private RefreshMutants() {}

  public static List<CoreMutant> all() {
    List<CoreMutant> all = new ArrayList<>(ofRequests());
    all.addAll(ofRollbacks());
    all.addAll(ofAutomaticRefreshes());
    return all;
  }

  private static List<CoreMutant> ofRequests() {
    return List.of(
        new CoreMutant(
            "a refresh takes out one machine more than it may",
            "keeper/refresh/RefreshRunner.java",
            "int spare = census.healthy - active.least(refresh);",
            "int spare = census.healthy - active.least(refresh) + 1;",
            Set.of(RULE),
            3),
        new CoreMutant(
            "a refresh replaces machines of its own template",
            "keeper/refresh/RefreshCensus.java",
            ": machine.profile() < refresh.template();",
            ": machine.profile() <= refresh.template();",
            Set.of(RULE),
            2),
        new CoreMutant(
            "a refresh takes unhealthy machines for healthy",
            "keeper/refresh/RefreshCensus.java",
            "&& machine.serviceState() != ServiceState.UNHEALTHY && served.test(machine)",
            "&& served.test(machine)",
            Set.of(RULE),
            74),
        new CoreMutant(
            "a refresh takes out protected machines unasked",
            "keeper/refresh/RefreshCensus.java",
            "(machine.isProtected() && rule != ProtectedMachines.REPLACE);",
            "false;",
            Set.of(RULE),
            1),
        new CoreMutant(
            "a second refresh takes the place of the first",
            "keeper/refresh/RefreshCommands.java",
            "if (underWay.filter(refresh -> !refresh.isAutomatic()).isPresent()) {",
            "if (underWay.isPresent() && ledger.committed() < 0) {",
            Set.of(RULE),
            1),
        new CoreMutant(
            "surge is granted for machines that are replaced already",
            "keeper/refresh/ActiveRefresh.java",
            "return most <= 0 ? 0 : Math.min(most, census.replaceable);",
            "return Math.max(most, 0);",
            Set.of("I3"),
            1));
  }

  private static List<CoreMutant> ofRollbacks() {
    return List.of(
        new CoreMutant(
            "launches amid a rollback are made as the configuration has it",
            "keeper/LaunchSender.java",
            "var launch = present.launch();",
            "var launch = settings.config().launch();",
            Set.of(RULE),
            3),
        new CoreMutant(
            "a rollback takes out machines of the template that it goes back to",
            "keeper/refresh/RefreshCensus.java",
            "number -> matches(number, refresh.rejected())",
            "number -> matches(number, refresh.template())",
            Set.of(RULE),
            3),
        new CoreMutant(
            "a rollback makes the rejected template the present one again",
            "keeper/refresh/RefreshRollback.java",
            "ledger.put(earlier.renumbered(number, step.wall()));",
            "ledger.put(ledger.templates().find(refresh.template()).orElseThrow().renumbered(number, step.wall()));",
            Set.of(RULE),
            3));
  }

  private static List<CoreMutant> ofAutomaticRefreshes() {
    return List.of(
        new CoreMutant(
            "refreshes that start by themselves have no share of a day",
            "keeper/refresh/DailyShare.java",
            "return Math.max(0, limit(desired) - used());",
            "return limit();",
            Set.of(RULE),
            64),
        new CoreMutant(
            "no record has that a machine was taken out without a request",
            "keeper/refresh/DailyShare.java",
            "for (MachineRecord machine : ledger.endedMachines()) { used += isOneOf(machine)",
            "for (MachineRecord machine : ledger.endedMachines()) { used += machine.generation() < 0",
            Set.of(RULE),
            64),
        new CoreMutant(
            "machines go long before their greatest age",
            "keeper/refresh/MachineAges.java",
            "return machine.boundAt().plus(age).minusMillis((long) (tenth * spread(machine.id())));",
            "return machine.boundAt().plus(age).minusMillis((long) (5 * tenth * spread(machine.id())));",
            Set.of(RULE),
            64),
        new CoreMutant(
            "machines are of the hard age long before they are",
            "keeper/refresh/MachineAges.java",
            ".filter(age -> !now.isBefore(machine.boundAt().plus(age)))",
            ".filter(age -> !now.isBefore(machine.boundAt().plus(age.dividedBy(9))))",
            Set.of(RULE),
            64));
  }

  /** Cores that are broken where refreshes start by themselves within windows, and images move. */
  public static List<CoreMutant> ofAutomaticStorms() {
    return List.of(
        new CoreMutant(
            "each machine that is replaced for its age waits for no window",
            "keeper/refresh/ActiveRefresh.java",
            "return refresh.disruption() == DisruptionReason.LIFETIME"
                + " && ages.isPastHardLifetime(machine, share.nowForAges());",
            "return refresh.disruption() == DisruptionReason.LIFETIME;",
            Set.of("I18"),
            1),
        new CoreMutant(
            "a machine of the hard age waits for no window of any reason",
            "keeper/refresh/ActiveRefresh.java",
            "return refresh.disruption() == DisruptionReason.LIFETIME"
                + " && ages.isPastHardLifetime(machine, share.nowForAges());",
            "return ages.isPastHardLifetime(machine, share.nowForAges());",
            Set.of("I18"),
            1),
        new CoreMutant(
            "launches are made from the image as it is configured",
            "keeper/LaunchSender.java",
            "launch.size(), present.image(),",
            "launch.size(), launch.image(),",
            Set.of(RULE),
            1),
        new CoreMutant(
            "an image that has moved ends the refresh that goes on",
            "keeper/refresh/ImageResolution.java",
            "if (ledger.refresh().filter(RefreshRecord::active).isPresent()) {",
            "if (ledger.committed() < 0) {",
            Set.of(RULE),
            1),
        new CoreMutant(
            "an image that was never resolved is a difference",
            "template/TemplateDigest.java",
            "if (differs && (!name.equals(RESOLVED_IMAGE) || comparesImages(other))) {",
            "if (differs) {",
            Set.of(RULE),
            1),
        new CoreMutant(
            "a template whose launches were sent by the name gets the image of the first answer",
            "keeper/refresh/ImageResolution.java",
            "if (!isUsed(configured.get().number())) {",
            "if (!isUsed(-1)) {",
            Set.of(RULE),
            1),
        new CoreMutant(
            "the image is resolved once",
            "keeper/refresh/ImageResolution.java",
            "Duration.ofNanos(half + settings.random().nextLong(half + 1))",
            "Duration.ofDays(300)",
            Set.of("L1"),
            1));
  }

  /** Cores that are broken where a pool is frozen amid a refresh. */
  public static List<CoreMutant> ofFrozenPools() {
    return List.of(new CoreMutant(
        "a policy builds on the surge of a refresh",
        "keeper/Scaler.java",
        "int committed = ledger.committed() - Math.min(above, refresh.above());",
        "int committed = ledger.committed();",
        Set.of("I3", "I6"),
        1));
  }
}

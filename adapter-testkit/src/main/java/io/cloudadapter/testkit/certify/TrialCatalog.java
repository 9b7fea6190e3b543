package io.cloudadapter.testkit.certify;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How every rule is tried: a file for each chapter of the rules. */
final class TrialCatalog {
  private TrialCatalog() {}

  static Map<String, Trial> byRule() {
    Map<String, Trial> all = new TreeMap<>();
    Stream.of(
            IdentityTrials.all(),
            LaunchTrials.all(),
            ListTrials.all(),
            ListRowTrials.all(),
            TerminateTrials.all(),
            ErrorTrials.all(),
            AmbiguousErrorTrials.all(),
            TimeTrials.all(),
            DeclaredSpeedTrials.all(),
            ThreadTrials.all(),
            LifecycleTrials.all(),
            FeatureTrials.all(),
            AdoptionTrials.all(),
            RelabelTrials.all(),
            BatchTrials.all(),
            SpotTrials.all(),
            ActionTrials.all(),
            ActionProbeTrials.all(),
            MachineActionTrials.all(),
            InstanceTrials.all(),
            BalancerTrials.all(),
            RegistrationTrials.all(),
            ZoneTrials.all(),
            CatalogTrials.all(),
            RouteTrials.all(),
            GroupTrials.all(),
            GroupHookTrials.all())
        .flatMap(List::stream)
        .forEach(trial -> {
          if (all.put(trial.rule(), trial) != null) {
            throw new IllegalStateException(trial.rule() + " has two trials");
          }
        });
    return all;
  }
}

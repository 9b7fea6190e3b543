package io.cloudadapter.testkit.certify;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How every rule is tried: a file for each chapter of the rules. */
final class Trials {
  private Trials() {}

  static Map<String, Trial> byRule() {
    Map<String, Trial> all = new TreeMap<>();
    Stream.of(
            IdentityTrials.all(),
            LaunchTrials.all(),
            ListTrials.all(),
            RowTrials.all(),
            TerminateTrials.all(),
            ErrorTrials.all(),
            DoubtTrials.all(),
            TimeTrials.all(),
            PaceTrials.all(),
            ThreadTrials.all(),
            LifecycleTrials.all(),
            FeatureTrials.all(),
            AdoptionTrials.all(),
            RelabelTrials.all(),
            BatchTrials.all(),
            SpotTrials.all(),
            ActionTrials.all(),
            TraceTrials.all(),
            DeedTrials.all(),
            InstanceTrials.all(),
            BalancerTrials.all(),
            RegistrationTrials.all(),
            PlaceTrials.all(),
            OfferTrials.all(),
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

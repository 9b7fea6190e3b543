package io.cloudadapter.testkit;

import io.cloudadapter.testkit.conversation.ConversationTrials;
import io.cloudadapter.testkit.crash.LaunchCrashTrials;
import io.cloudadapter.testkit.crash.ResourceTrials;
import io.cloudadapter.testkit.files.LeftFileTrials;
import io.cloudadapter.testkit.load.CrowdTrials;
import io.cloudadapter.testkit.load.DeclarationTrials;
import io.cloudadapter.testkit.load.MemoryTrials;
import io.cloudadapter.testkit.load.RepeatedFailureTrials;
import io.cloudadapter.testkit.rows.HealthTrials;
import io.cloudadapter.testkit.rows.MachineIdTrials;
import io.cloudadapter.testkit.rows.MovingListTrials;
import io.cloudadapter.testkit.rows.RowFactTrials;
import io.cloudadapter.testkit.rows.SpoiltRowTrials;
import io.cloudadapter.testkit.rows.StoppedRowTrials;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.FreeChoiceTrials;
import io.cloudadapter.testkit.specs.ScopeTrials;
import io.cloudadapter.testkit.specs.TextTrials;
import io.cloudadapter.testkit.trials.ActionProbeTrials;
import io.cloudadapter.testkit.trials.ActionTrials;
import io.cloudadapter.testkit.trials.AdoptionTrials;
import io.cloudadapter.testkit.trials.AmbiguousErrorTrials;
import io.cloudadapter.testkit.trials.BalancerTrials;
import io.cloudadapter.testkit.trials.BatchTrials;
import io.cloudadapter.testkit.trials.CatalogTrials;
import io.cloudadapter.testkit.trials.DeclaredSpeedTrials;
import io.cloudadapter.testkit.trials.ErrorTrials;
import io.cloudadapter.testkit.trials.FeatureTrials;
import io.cloudadapter.testkit.trials.GroupHookTrials;
import io.cloudadapter.testkit.trials.GroupTrials;
import io.cloudadapter.testkit.trials.IdentityTrials;
import io.cloudadapter.testkit.trials.ImageTrials;
import io.cloudadapter.testkit.trials.InstanceTrials;
import io.cloudadapter.testkit.trials.LaunchTrials;
import io.cloudadapter.testkit.trials.LifecycleTrials;
import io.cloudadapter.testkit.trials.ListPageTrials;
import io.cloudadapter.testkit.trials.ListRowTrials;
import io.cloudadapter.testkit.trials.ListTrials;
import io.cloudadapter.testkit.trials.MachineActionTrials;
import io.cloudadapter.testkit.trials.OperationTrials;
import io.cloudadapter.testkit.trials.RegistrationTrials;
import io.cloudadapter.testkit.trials.RelabelTrials;
import io.cloudadapter.testkit.trials.RetryAfterTrials;
import io.cloudadapter.testkit.trials.RouteTrials;
import io.cloudadapter.testkit.trials.SpotTrials;
import io.cloudadapter.testkit.trials.TerminateTrials;
import io.cloudadapter.testkit.trials.ThreadTrials;
import io.cloudadapter.testkit.trials.TimeTrials;
import io.cloudadapter.testkit.trials.ZoneTrials;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How every rule is tried: a file for each chapter of the rules. */
public final class TrialCatalog {
  private TrialCatalog() {}

  public static Map<String, Trial> byRule() {
    Map<String, Trial> all = new TreeMap<>();
    Stream.of(
            IdentityTrials.all(),
            LeftFileTrials.all(),
            LaunchTrials.all(),
            FreeChoiceTrials.all(),
            ScopeTrials.all(),
            TextTrials.all(),
            ListTrials.all(),
            ListPageTrials.all(),
            ListRowTrials.all(),
            MovingListTrials.all(),
            RowFactTrials.all(),
            MachineIdTrials.all(),
            SpoiltRowTrials.all(),
            TerminateTrials.all(),
            ErrorTrials.all(),
            RetryAfterTrials.all(),
            AmbiguousErrorTrials.all(),
            TimeTrials.all(),
            DeclaredSpeedTrials.all(),
            ThreadTrials.all(),
            RepeatedFailureTrials.all(),
            CrowdTrials.all(),
            MemoryTrials.all(),
            DeclarationTrials.all(),
            LifecycleTrials.all(),
            FeatureTrials.all(),
            AdoptionTrials.all(),
            RelabelTrials.all(),
            BatchTrials.all(),
            SpotTrials.all(),
            OperationTrials.all(),
            LaunchCrashTrials.all(),
            ResourceTrials.all(),
            ActionTrials.all(),
            ActionProbeTrials.all(),
            MachineActionTrials.all(),
            StoppedRowTrials.all(),
            HealthTrials.all(),
            InstanceTrials.all(),
            BalancerTrials.all(),
            RegistrationTrials.all(),
            ZoneTrials.all(),
            CatalogTrials.all(),
            ImageTrials.all(),
            RouteTrials.all(),
            GroupTrials.all(),
            GroupHookTrials.all(),
            ConversationTrials.all())
        .flatMap(List::stream)
        .forEach(trial -> {
          if (all.put(trial.rule(), trial) != null) {
            throw new IllegalStateException(trial.rule() + " has two trials");
          }
        });
    return all;
  }
}

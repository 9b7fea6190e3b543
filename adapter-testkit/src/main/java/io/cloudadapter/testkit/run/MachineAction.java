package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.ActionFeature;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.util.Locale;
import java.util.function.Supplier;

/** What can be asked of a machine, how it is asked for, and how the console sees whether it was done. */
public enum MachineAction {
  REBOOT(Reboot.class),
  SNAPSHOT(Snapshots.class),
  RESTORE(Snapshots.class),
  STOP(StartStop.class),
  START(StartStop.class);

  private final Class<? extends ActionFeature> feature;

  MachineAction(Class<? extends ActionFeature> feature) {
    this.feature = feature;
  }

  public Class<? extends ActionFeature> feature() {
    return feature;
  }

  public boolean claimed(TestBench bench) {
    return bench.claims(feature);
  }

  /** Whether asking twice comes to the same as asking once. */
  public boolean harmless() {
    return feature == StartStop.class;
  }

  /** As errors and findings call it: {@code reboot}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of the action: {@code Reboot}. */
  String type() {
    return name().charAt(0) + word().substring(1);
  }

  /** Asks an adapter for it; a reboot is a soft one. */
  ActionProgress ask(
      ObservedProvider adapter,
      MachineId machine,
      String snapshot,
      ActionToken token,
      CallContext call) {
    ActionFeature asked = of(adapter);
    return adapter.acts(word(), call, request(asked, machine, snapshot, token, call));
  }

  private Supplier<ActionProgress> request(
      ActionFeature asked,
      MachineId machine,
      String snapshot,
      ActionToken token,
      CallContext call) {
    return switch (this) {
      case REBOOT -> () -> ((Reboot) asked).reboot(machine, Action.Mode.SOFT, token, call);
      case SNAPSHOT -> () -> ((Snapshots) asked).snapshot(machine, "", token, call);
      case RESTORE -> () -> ((Snapshots) asked).restore(machine, snapshot, token, call);
      case STOP -> () -> ((StartStop) asked).stop(machine, token, call);
      case START -> () -> ((StartStop) asked).start(machine, token, call);
    };
  }

  public ActionFeature of(ObservedProvider adapter) {
    return adapter
        .feature(feature)
        .orElseThrow(() ->
            new RuleViolation("the adapter claims " + feature.getSimpleName() + " and has none"));
  }

  /** How often it was done to a machine; of what can be seen only as it is now, 1 or 0. */
  public int times(TestCloudConsole console, MachineId machine) {
    return switch (this) {
      case REBOOT -> console.rebootsOf(machine);
      case SNAPSHOT -> console.snapshotsOf(machine).size();
      case RESTORE -> console.restoresOf(machine).size();
      case STOP -> console.isStopped(machine) ? 1 : 0;
      case START -> console.isStopped(machine) ? 0 : 1;
    };
  }
}

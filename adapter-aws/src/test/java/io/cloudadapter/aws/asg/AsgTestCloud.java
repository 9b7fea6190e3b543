package io.cloudadapter.aws.asg;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.AwsDialect;
import io.cloudadapter.aws.FakeTestCloud;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.UnsupportedByCloudException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same cloud, with a group for each pool of the kit. */
final class AsgTestCloud extends FakeTestCloud {
  private static final int MOST = 1000;
  private static final List<String> GROUPS = List.of("adapter-kit", "adapter-kit-other");
  private static final String IN = "kit-in";
  private static final String OUT = "kit-out";
  private static final String REPLACES = "ReplaceUnhealthy";

  AsgTestCloud(SimulatedClock clock, long seed) {
    super(clock, seed);
    GROUPS.forEach(group -> cloud.makeGroup(group, MOST));
  }

  @Override
  public Map<String, String> account(URI endpoint) {
    Map<String, String> config = super.account(endpoint);
    config.put("lifecycleHooks", IN + "," + OUT);
    return config;
  }

  /** All is the group's own. */
  @Override
  public SampleLaunch sample() {
    return new SampleLaunch(List.of(), Optional.empty(), Optional.empty(), Map.of(), 0, 0, 0, 0);
  }

  @Override
  public List<ErrorCase> errors() {
    return AwsDialect.AWS.errors(FailureScope.ANY);
  }

  @Override
  public void stop(MachineId machine) {
    throw new UnsupportedByCloudException(
        "a group ends a machine that is stopped, and makes another one");
  }

  /** A group takes any state but running for ill and ends the machine, unless a user has suspended that. */
  @Override
  public void showUnknownState(MachineId machine) {
    GROUPS.forEach(group -> cloud.suspend(group, REPLACES));
    super.showUnknownState(machine);
  }

  @Override
  public void refuseLaunches(Kind kind) {
    throw new UnsupportedByCloudException(
        "a group refuses nothing for want of room: it tries again, and reports no error");
  }

  @Override
  public void holdMachines(Duration span) {
    GROUPS.forEach(group -> {
      cloud.hook(group, IN, true, span, false);
      cloud.hook(group, OUT, false, span, true);
    });
  }

  @Override
  public void dropFromGroup(MachineId machine) {
    cloud.dropFromGroup(machine.value());
  }

  @Override
  public void heal() {
    super.heal();
    GROUPS.forEach(group -> {
      cloud.unhook(group, IN);
      cloud.unhook(group, OUT);
      cloud.resume(group, REPLACES);
    });
  }
}

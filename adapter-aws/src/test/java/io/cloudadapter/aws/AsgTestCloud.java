package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.testkit.certify.CloudLacks;
import io.cloudadapter.testkit.certify.ErrorCase;
import io.cloudadapter.testkit.certify.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same cloud, with a group for each pool of the kit. */
final class AsgTestCloud extends FakeTestCloud {
  private static final int MOST = 1000;

  AsgTestCloud(SimulatedClock clock, long seed) {
    super(clock, seed);
    cloud.makeGroup("adapter-kit", MOST);
    cloud.makeGroup("adapter-kit-other", MOST);
  }

  /** All is the group's own. */
  @Override
  public Sample sample() {
    return new Sample(List.of(), Optional.empty(), Optional.empty(), Map.of(), 0, 0, 0, 0);
  }

  @Override
  public List<ErrorCase> errors() {
    return AwsDialect.AWS.errors(Place.ANY);
  }

  @Override
  public void stop(MachineId machine) {
    throw new CloudLacks("a group ends a machine that is stopped, and makes another one");
  }

  @Override
  public void refuseLaunches(Kind kind) {
    throw new CloudLacks(
        "a group refuses nothing for want of room: it tries again, and tells nobody");
  }
}

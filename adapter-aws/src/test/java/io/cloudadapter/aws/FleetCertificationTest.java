package io.cloudadapter.aws;

import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.BatchTerminate;
import io.cloudadapter.spi.Catalog;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.QuotaView;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Registration;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.SpotMarket;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.Sample;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.certify.Tier;
import io.cloudadapter.testkit.junit.AdapterCertification;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Launches by instant fleets, of two sizes. */
class FleetCertificationTest extends AdapterCertification {
  @Override
  protected Subject subject() {
    return Subject.of(new AwsProviderFactory())
        .cloud((clock, seed) -> new FakeTestCloud(clock, seed, SAMPLE))
        .mode("fleet")
        .claims(
            Adoption.class,
            Relabel.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            Instances.class,
            LoadBalancers.class,
            Registration.class,
            Routes.class,
            Zones.class,
            Catalog.class,
            QuotaView.class,
            BatchTerminate.class,
            SpotMarket.class);
  }

  /** What the other certification tries under every fault is tried under three here. */
  @Override
  protected Tier tier() {
    return Tier.SAMPLE;
  }

  private static final Sample SAMPLE = new Sample(
      List.of("eu-north-1a", "eu-north-1b"),
      Optional.empty(),
      Optional.of("debian"),
      Map.of(
          "subnets",
          FakeTestCloud.SUBNETS,
          "launchTemplate",
          "web",
          "fleetSizes",
          "t3.small,m6i.large"),
      47,
      128,
      256,
      0);
}

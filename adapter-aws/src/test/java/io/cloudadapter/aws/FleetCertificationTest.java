package io.cloudadapter.aws;

import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.SpotNotices;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SampleLaunch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** Launches by instant fleets, of two sizes. */
@Tag("proof")
class FleetCertificationTest extends AdapterCertification {
  @Override
  protected AdapterUnderTest subject() {
    return AdapterUnderTest.of(new AwsProviderFactory())
        .cloud((clock, seed) -> new FakeTestCloud(clock, seed, SAMPLE))
        .mode("fleet")
        .claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            Instances.class,
            LoadBalancers.class,
            LoadBalancerRegistration.class,
            LoadBalancerHealth.class,
            InstanceStatus.class,
            Routes.class,
            Zones.class,
            MachineSizeCatalog.class,
            ImageResolver.class,
            Quotas.class,
            BatchTerminate.class,
            SpotNotices.class);
  }

  /** What the other certification tries under every fault is tried under three here. */
  @Override
  protected Thoroughness tier() {
    return Thoroughness.SAMPLE;
  }

  private static final SampleLaunch SAMPLE = new SampleLaunch(
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

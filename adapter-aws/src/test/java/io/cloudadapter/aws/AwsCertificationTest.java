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
import io.cloudadapter.testkit.subject.AdapterUnderTest;

class AwsCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return AdapterUnderTest.of(new AwsProviderFactory())
        .cloud(FakeTestCloud::new)
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
}

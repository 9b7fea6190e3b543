package io.cloudadapter.openstack;

import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.MachineSizeCatalog;
import io.cloudadapter.spi.Clusters;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.Quotas;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.LoadBalancerRegistration;
import io.cloudadapter.spi.Labeling;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.AdapterUnderTest;
import io.cloudadapter.testkit.junit.AdapterCertification;

class OpenStackCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return AdapterUnderTest.of(new OpenStackProviderFactory())
        .cloud(FakeTestCloud::new)
        .claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            Instances.class,
            Zones.class,
            LoadBalancers.class,
            LoadBalancerRegistration.class,
            Routes.class,
            MachineSizeCatalog.class,
            Quotas.class,
            Clusters.class);
  }
}

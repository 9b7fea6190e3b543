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
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.junit.AdapterCertification;

class AwsCertificationTest extends AdapterCertification {

  @Override
  protected Subject subject() {
    return Subject.of(new AwsProviderFactory())
        .cloud(FakeTestCloud::new)
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
}

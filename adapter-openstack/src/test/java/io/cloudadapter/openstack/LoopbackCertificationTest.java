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
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The same rules on real services: {@code -Dopenstack.real=FILE}, see {@code adapter-openstack/certify-real}. */
@EnabledIfSystemProperty(named = "openstack.real", matches = ".+")
class LoopbackCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    Path file = Path.of(System.getProperty("openstack.real", ""));
    return AdapterUnderTest.of(new OpenStackProviderFactory())
        .cloud((clock, seed) -> new LoopbackCloud(file))
        .mode("emulator")
        .patience(Duration.ofMinutes(9))
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
            Clusters.class)
        .waives("MP-12.30", "there is no Magnum among the services", LocalDate.of(2027, 12, 31));
  }
}

package io.cloudadapter.openstack;

import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.Catalog;
import io.cloudadapter.spi.Clusters;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.QuotaView;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Registration;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.junit.AdapterCertification;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The same rules on real services: {@code -Dopenstack.real=FILE}, see {@code adapter-openstack/certify-real}. */
@EnabledIfSystemProperty(named = "openstack.real", matches = ".+")
class LoopbackCertificationTest extends AdapterCertification {

  @Override
  protected Subject subject() {
    Path file = Path.of(System.getProperty("openstack.real", ""));
    return Subject.of(new OpenStackProviderFactory())
        .cloud((clock, seed) -> new LoopbackCloud(file))
        .mode("emulator")
        .patience(Duration.ofMinutes(9))
        .claims(
            Adoption.class,
            Relabel.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            Instances.class,
            Zones.class,
            LoadBalancers.class,
            Registration.class,
            Routes.class,
            Catalog.class,
            QuotaView.class,
            Clusters.class)
        .waives("MP-12.30", "there is no Magnum among the services", LocalDate.of(2027, 12, 31));
  }
}

package com.example.larch;

import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import org.junit.jupiter.api.Tag;

/** Over HTTPS, with a certificate of the wire's own authority: every rule once, faults in plain HTTP. */
@Tag("proof")
class LarchTlsCertificationTest extends AdapterCertification {

  @Override
  protected Thoroughness tier() {
    return Thoroughness.SMOKE;
  }

  @Override
  protected AdapterUnderTest subject() {
    return AdapterUnderTest.of(new LarchProviderFactory())
        .cloud(SecuredLarch::new)
        .claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            LoadBalancers.class,
            Zones.class,
            ImageResolver.class);
  }
}

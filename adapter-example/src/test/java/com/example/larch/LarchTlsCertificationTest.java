package com.example.larch;

import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Labeling;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.AdapterUnderTest;
import io.cloudadapter.testkit.certify.Thoroughness;
import io.cloudadapter.testkit.junit.AdapterCertification;

/** Over HTTPS, with a certificate of the wire's own authority: every rule once, faults in plain HTTP. */
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
            Zones.class);
  }
}

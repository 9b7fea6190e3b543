package io.cloudadapter.aws;

import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.MachineGroup;
import io.cloudadapter.spi.GroupLifecycleHooks;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.LoadBalancerRegistration;
import io.cloudadapter.spi.Labeling;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.SpotNotices;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.AdapterUnderTest;
import io.cloudadapter.testkit.certify.Thoroughness;
import io.cloudadapter.testkit.junit.AdapterCertification;

/**
 * Machines by groups. Most of what is tried with them is EC2's adapter, which is certified under a fault at each
 * exchange beside this; so normal tests try a few faults here, and {@code -Dcertify.tier=full} all, in five times as
 * long.
 */
class AsgCertificationTest extends AdapterCertification {

  @Override
  protected Thoroughness tier() {
    return System.getProperty("certify.tier") == null ? Thoroughness.SAMPLE : super.tier();
  }

  @Override
  protected AdapterUnderTest subject() {
    return AdapterUnderTest.of(new AsgProviderFactory())
        .cloud(AsgTestCloud::new)
        .claims(
            MachineGroup.class,
            GroupLifecycleHooks.class,
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Instances.class,
            LoadBalancers.class,
            LoadBalancerRegistration.class,
            Routes.class,
            SpotNotices.class,
            Zones.class);
  }
}

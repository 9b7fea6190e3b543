package io.cloudadapter.aws;

import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.Group;
import io.cloudadapter.spi.GroupHooks;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Registration;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.SpotMarket;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.certify.Tier;
import io.cloudadapter.testkit.junit.AdapterCertification;

/**
 * Machines by groups. Most of what is tried with them is EC2's adapter, which is certified under a fault at each
 * exchange beside this; so normal tests try a few faults here, and {@code -Dcertify.tier=full} all, in five times as
 * long.
 */
class AsgCertificationTest extends AdapterCertification {

  @Override
  protected Tier tier() {
    return System.getProperty("certify.tier") == null ? Tier.SAMPLE : super.tier();
  }

  @Override
  protected Subject subject() {
    return Subject.of(new AsgProviderFactory())
        .cloud(AsgTestCloud::new)
        .claims(
            Group.class,
            GroupHooks.class,
            Adoption.class,
            Relabel.class,
            Reboot.class,
            Instances.class,
            LoadBalancers.class,
            Registration.class,
            Routes.class,
            SpotMarket.class,
            Zones.class);
  }
}

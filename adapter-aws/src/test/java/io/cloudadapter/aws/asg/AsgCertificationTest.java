package io.cloudadapter.aws.asg;

import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.SpotNotices;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import org.junit.jupiter.api.Tag;

/**
 * Machines by groups. Most of what is tried with them is EC2's adapter, which is certified under a fault at each
 * exchange beside this; so a full certification tries a few faults here, and all with {@code -Dasg.full=true}, in five
 * times as long.
 */
@Tag("proof")
class AsgCertificationTest extends AdapterCertification {

  @Override
  protected Thoroughness tier() {
    Thoroughness asked = super.tier();
    return asked == Thoroughness.FULL && !Boolean.getBoolean("asg.full")
        ? Thoroughness.SAMPLE
        : asked;
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
            LoadBalancerHealth.class,
            InstanceStatus.class,
            Routes.class,
            SpotNotices.class,
            Zones.class);
  }
}

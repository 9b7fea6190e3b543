package io.cloudadapter.spi.feature;

import io.cloudadapter.spi.MachineProvider;
import java.util.List;

/** The optional features of a provider, in one list for the testkit and the command line. */
public final class ProviderFeatures {
  /** Every type that {@link MachineProvider#feature} accepts. */
  public static final List<Class<?>> ALL = List.of(
      Adoption.class,
      Labeling.class,
      Reboot.class,
      Snapshots.class,
      StartStop.class,
      Instances.class,
      LoadBalancers.class,
      Zones.class,
      Clusters.class,
      Routes.class,
      LoadBalancerRegistration.class,
      MachineSizeCatalog.class,
      Quotas.class,
      BatchTerminate.class,
      SpotNotices.class,
      MachineGroup.class,
      GroupLifecycleHooks.class,
      LaunchOperations.class,
      MachineResources.class,
      ImageResolver.class,
      LoadBalancerHealth.class,
      InstanceStatus.class);

  private ProviderFeatures() {}
}

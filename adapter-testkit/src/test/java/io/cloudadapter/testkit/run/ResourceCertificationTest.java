package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.util.Map;

/** The simulated provider, where machines have disks and an address beside them. */
class ResourceCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("machineResources", "true"));
  }
}

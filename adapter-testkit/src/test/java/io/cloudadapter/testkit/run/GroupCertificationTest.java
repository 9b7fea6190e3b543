package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.util.Map;

/** The simulated provider, where the cloud sizes groups by itself. */
class GroupCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("keys", "target"));
  }
}

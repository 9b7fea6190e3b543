package io.cloudadapter.testkit.certify;

import io.cloudadapter.testkit.junit.AdapterCertification;
import java.util.Map;

/** The simulated provider, where the cloud sizes groups by itself. */
class GroupCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("keys", "target"));
  }
}

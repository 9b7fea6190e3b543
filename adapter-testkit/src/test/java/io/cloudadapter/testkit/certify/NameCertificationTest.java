package io.cloudadapter.testkit.certify;

import io.cloudadapter.testkit.junit.AdapterCertification;
import java.util.Map;

/** The simulated provider, where a key is a machine's name: free again some time after its end. */
class NameCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("keys", "name"));
  }
}

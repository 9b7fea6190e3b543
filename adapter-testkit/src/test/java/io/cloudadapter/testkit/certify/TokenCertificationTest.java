package io.cloudadapter.testkit.certify;

import io.cloudadapter.testkit.junit.AdapterCertification;
import java.util.Map;

/** The simulated provider, where the cloud remembers keys. */
class TokenCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("keys", "token"));
  }
}

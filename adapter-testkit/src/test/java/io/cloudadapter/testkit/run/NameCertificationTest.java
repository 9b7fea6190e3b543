package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The simulated provider, where a key is a machine's name: free again some time after its end. */
@Tag("proof")
class NameCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("keys", "name"));
  }
}

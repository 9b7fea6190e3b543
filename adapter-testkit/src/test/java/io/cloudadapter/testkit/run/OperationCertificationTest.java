package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.util.Map;

/** The simulated provider, where launches are operations of four seconds that fail without a row. */
class OperationCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("launchOperations", "true", "queueTime", "4s"));
  }
}

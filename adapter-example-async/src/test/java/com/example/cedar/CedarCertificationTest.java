package com.example.cedar;

import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.subject.AdapterUnderTest;

class CedarCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return AdapterUnderTest.of(new CedarProviderFactory())
        .cloud(CedarTestCloud::new)
        .claims(LaunchOperations.class, MachineResources.class);
  }
}

package io.cloudadapter.aws;

import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.junit.AdapterCertification;

class AwsCertificationTest extends AdapterCertification {

  @Override
  protected Subject subject() {
    return Subject.of(new AwsProviderFactory())
        .cloud(FakeTestCloud::new)
        .claims(Adoption.class, Relabel.class);
  }
}

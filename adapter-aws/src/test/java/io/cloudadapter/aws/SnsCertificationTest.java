package io.cloudadapter.aws;

import io.cloudadapter.testkit.certify.ChannelUnderTest;
import io.cloudadapter.testkit.junit.ChannelCertificationTest;

class SnsCertificationTest extends ChannelCertificationTest {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(
        () -> new QueueReceiver.Accounts("sns"), QueueReceiver.of(QueueDialect.SNS));
  }
}

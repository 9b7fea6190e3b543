package io.cloudadapter.aws;

import io.cloudadapter.testkit.certify.ChannelUnderTest;
import io.cloudadapter.testkit.junit.ChannelCertificationTest;

class SqsCertificationTest extends ChannelCertificationTest {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(
        () -> new QueueReceiver.Accounts("sqs"), QueueReceiver.of(QueueDialect.SQS));
  }
}

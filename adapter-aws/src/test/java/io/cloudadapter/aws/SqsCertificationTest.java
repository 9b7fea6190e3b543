package io.cloudadapter.aws;

import io.cloudadapter.testkit.junit.HookChannelCertification;
import io.cloudadapter.testkit.subject.ChannelUnderTest;

class SqsCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(
        () -> new QueueReceiver.Accounts("sqs"), QueueReceiver.of(QueueDialect.SQS));
  }
}

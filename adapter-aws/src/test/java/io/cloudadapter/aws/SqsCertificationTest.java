package io.cloudadapter.aws;

import io.cloudadapter.testkit.junit.HookChannelCertification;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class SqsCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(
        () -> new QueueReceiver.Accounts("sqs"), QueueReceiver.of(QueueDialect.SQS));
  }
}

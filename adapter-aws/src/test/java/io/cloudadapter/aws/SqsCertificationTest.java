package io.cloudadapter.aws;

import io.cloudadapter.testkit.certify.ChannelSubject;
import io.cloudadapter.testkit.junit.HookChannelCertification;

class SqsCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelSubject subject() {
    return ChannelSubject.of(
        () -> new MailReceiver.Accounts("sqs"), MailReceiver.of(MailDialect.SQS));
  }
}

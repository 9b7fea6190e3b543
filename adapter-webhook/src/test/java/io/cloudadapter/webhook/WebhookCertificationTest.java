package io.cloudadapter.webhook;

import io.cloudadapter.testkit.junit.ChannelCertificationTest;
import io.cloudadapter.testkit.subject.ChannelUnderTest;

class WebhookCertificationTest extends ChannelCertificationTest {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(WebhookChannel::new, WebhookReceiver::new);
  }
}

package io.cloudadapter.webhook;

import io.cloudadapter.testkit.certify.ChannelUnderTest;
import io.cloudadapter.testkit.junit.ChannelCertificationTest;

class WebhookCertificationTest extends ChannelCertificationTest {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(WebhookChannel::new, WebhookReceiver::new);
  }
}

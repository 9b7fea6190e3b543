package io.cloudadapter.webhook;

import io.cloudadapter.testkit.junit.HookChannelCertification;
import io.cloudadapter.testkit.subject.ChannelUnderTest;

class WebhookCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(WebhookChannel::new, WebhookReceiver::new);
  }
}

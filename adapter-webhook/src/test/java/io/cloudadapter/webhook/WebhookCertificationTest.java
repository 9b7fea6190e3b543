package io.cloudadapter.webhook;

import io.cloudadapter.testkit.certify.ChannelSubject;
import io.cloudadapter.testkit.junit.HookChannelCertification;

class WebhookCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelSubject subject() {
    return ChannelSubject.of(Webhook::new, WebhookReceiver::new);
  }
}

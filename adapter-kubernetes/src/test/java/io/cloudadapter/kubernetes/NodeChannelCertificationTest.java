package io.cloudadapter.kubernetes;

import io.cloudadapter.testkit.junit.HookChannelCertification;
import io.cloudadapter.testkit.subject.ChannelUnderTest;

class NodeChannelCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(NodeChannel::new, SecretReceiver::new);
  }
}

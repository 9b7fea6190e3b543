package io.cloudadapter.openstack;

import io.cloudadapter.testkit.junit.HookChannelCertification;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class ZaqarCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(ZaqarReceiver.Accounts::new, ZaqarReceiver::new);
  }
}

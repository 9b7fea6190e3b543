package io.cloudadapter.openstack;

import io.cloudadapter.testkit.junit.ChannelCertificationTest;
import io.cloudadapter.testkit.subject.ChannelUnderTest;

class ZaqarCertificationTest extends ChannelCertificationTest {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(ZaqarReceiver.Accounts::new, ZaqarReceiver::new);
  }
}

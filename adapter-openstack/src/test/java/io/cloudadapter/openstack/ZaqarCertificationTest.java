package io.cloudadapter.openstack;

import io.cloudadapter.testkit.certify.ChannelUnderTest;
import io.cloudadapter.testkit.junit.ChannelCertificationTest;

class ZaqarCertificationTest extends ChannelCertificationTest {

  @Override
  protected ChannelUnderTest subject() {
    return ChannelUnderTest.of(ZaqarReceiver.Accounts::new, ZaqarReceiver::new);
  }
}

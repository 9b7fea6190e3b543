package io.cloudadapter.openstack;

import io.cloudadapter.testkit.certify.ChannelSubject;
import io.cloudadapter.testkit.junit.HookChannelCertification;

class ZaqarCertificationTest extends HookChannelCertification {

  @Override
  protected ChannelSubject subject() {
    return ChannelSubject.of(ZaqarReceiver.Accounts::new, ZaqarReceiver::new);
  }
}

package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import io.cloudadapter.core.config.ProbeAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses of a machine a probe may reach. */
class ProbeAddressesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "0.1.2.3",
        "169.254.169.254",
        "169.254.1.1",
        "224.0.0.1",
        "255.255.255.255",
        "240.0.0.1",
        "100.100.100.200",
        "168.63.129.16",
        "::1",
        "::",
        "fe80::1",
        "ff02::1",
        "fd00:ec2::254",
        "fd00:ec2::23",
        "64:ff9b:1::7f00:1",
        "64:ff9b:1:fffe::a9fe:a9fe",
        "::ffff:0:169.254.169.254",
        "fd20:ce::254",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
        "2001:db8::5efe:7f00:1"
      })
  void an_address_that_may_lead_elsewhere_is_refused(String address) {
    assertThat(ProbeAddresses.isAllowed(InetAddresses.forString(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.7",
        "172.16.3.4",
        "192.168.1.1",
        "100.64.0.9",
        "203.0.113.5",
        "fd12:3456::7",
        "2001:db8::7"
      })
  void an_address_of_a_machine_is_allowed_also_a_private_one(String address) {
    assertThat(ProbeAddresses.isAllowed(InetAddresses.forString(address))).isTrue();
  }

  @Test
  void a_name_is_no_address_and_is_not_looked_up() {
    assertThat(ProbeAddresses.of(Machines.running("a", "localhost"), ProbeAddress.PRIVATE))
        .isEmpty();
  }

  @Test
  void the_public_address_is_taken_only_if_asked_for() {
    assertThat(ProbeAddresses.of(Machines.running("a", "10.0.0.1"), ProbeAddress.PUBLIC))
        .isEmpty();
  }
}

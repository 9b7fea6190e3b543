package io.cloudadapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a target may say, and where messages may go. */
class WebhookTargetTest {
  private static HookTarget target(Map<String, String> parameters) {
    return new HookTarget(HookTarget.WEBHOOK, parameters, Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://user@hooks.example/x | url must be of the form https://host/path",
        "https:///x | url must be of the form https://host/path",
        "ftp://hooks.example/x | url must begin with https, was ftp",
        "http://hooks.example/x | url must begin with https; http is for loopback addresses",
        "https://10.0.0.1/x | url must not name a private address without allowPrivate",
        "https://169.254.169.254/latest | url must not name a private address",
        "https://[::1]/x | url must not name a private address",
        "https://localhost/x | url must not name a private address without allowPrivate",
        "https://127.1/x | url must be of the form https://host/path",
        "https://2130706433/x | url must write an address as four numbers",
        "https://0x7f000001/x | url must write an address as four numbers",
        "https://hooks.example:0/x | url must have a port from 1 to 65535, or none",
        "https://hooks.example:99999/x | url must have a port from 1 to 65535, or none",
        "https://hooks.example/x y | url must be a URL"
      })
  void refusesAUrlThatItWillNotTell(String url, String problem) {
    assertThatThrownBy(() -> WebhookTarget.of(target(Map.of("url", url))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem)
        .hasMessageNotContaining("/x")
        // Logs show causes, too.
        .hasNoCause();
  }

  @Test
  void refusesWhatItDoesNotKnowOrMisses() {
    assertThatThrownBy(() -> WebhookTarget.of(target(Map.of("uri", "https://hooks.example"))))
        .hasMessage("uri is unknown; did you mean url?");
    assertThatThrownBy(() -> WebhookTarget.of(target(Map.of()))).hasMessageStartingWith("url is");
    assertThatThrownBy(() ->
            WebhookTarget.of(target(Map.of("url", "https://hooks.example", "allowPrivate", "yes"))))
        .hasMessage("allowPrivate must be true or false, was yes");
  }

  @Test
  void refusesAShortSecretWithoutShowingIt() {
    HookTarget target = target(Map.of("url", "https://hooks.example"));
    assertThatThrownBy(() -> WebhookTarget.of(target.with(Secret.of("hunter2"))))
        .hasMessage("secret must have at least 16 bytes, had 7");
    assertThatThrownBy(() -> WebhookTarget.of(target.with(Secret.of("whsec_QUJDREVGRw=="))))
        .hasMessage("secret must have at least 16 bytes, had 7");
    assertThatThrownBy(() -> WebhookTarget.of(target.with(Secret.of("whsec_###############"))))
        .hasMessage("secret must be base 64 after whsec_");
  }

  @Test
  void takesAReceiverOnThisMachineIfThatIsAllowed() {
    assertThatCode(() ->
            WebhookTarget.of(target(Map.of("url", "http://127.0.0.1:9/x", "allowPrivate", "true"))))
        .doesNotThrowAnyException();
    assertThatCode(() -> WebhookTarget.of(target(Map.of("url", "HTTPS://hooks.example/x"))))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "0.1.2.3",
        "192.0.0.192",
        "198.19.255.255",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "::10.0.0.1",
        "2002:a00:1::",
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",
        "2001:0:a00:1:8000:63bf:f7f7:f7f7",
        "2001:4860::5efe:10.0.0.1",
        "2001:4860::200:5efe:192.168.1.1",
        "::ffff:0:169.254.169.254",
        "64:ff9b:1::8.8.8.8",
        "64:ff9b::169.254.169.254",
        "::ffff:127.0.0.1"
      })
  void knowsPrivateAddresses(String address) throws UnknownHostException {
    assertThat(DestinationPolicy.isPrivate(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "100.128.0.1",
        "172.32.0.1",
        "192.0.2.1",
        "198.20.0.1",
        "2001:4860:4860::8888",
        "64:ff9b::8.8.8.8",
        "2001:0:4136:e378:8000:63bf:f7f7:f7f7",
        "2001:4860::5efe:8.8.8.8",
        "2002:808:808::",
        "::ffff:8.8.8.8",
        "2001:4860::10.0.0.1"
      })
  void knowsPublicAddresses(String address) throws UnknownHostException {
    assertThat(DestinationPolicy.isPrivate(InetAddress.getByName(address))).isFalse();
  }
}

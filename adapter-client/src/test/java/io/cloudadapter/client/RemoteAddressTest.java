package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Secret;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which addresses and tokens a client takes, and who gets to see a token. */
class RemoteAddressTest extends RemotePoolTests {
  @Test
  void showsItsTokenToTheServerOnly() {
    server.on(
        "GET /pool/size",
        FakeServer.json(200, "{\"desiredSize\": 0, \"allocated\": 0, \"outOfService\": 0}"));
    RemotePools pools =
        RemotePools.at(server.address()).token(Secret.of("hush-hush")).build();

    pools.defaultPool().size();

    assertThat(server.asked().get(1).headers()).containsEntry("Authorization", "Bearer hush-hush");
    assertThat(pools.toString() + pools.defaultPool()).doesNotContain("hush");
  }

  @Test
  void sendsNoTokenOverAnOpenWire() {
    RemotePools.Builder builder =
        RemotePools.at(URI.create("http://example.org")).token(Secret.of("hush-hush"));

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use https")
        .hasMessageNotContaining("hush");
  }

  @ParameterizedTest
  @CsvSource({
    "https://a:1, https://a:1",
    "https://a:1/, https://a:1",
    "HTTPS://a/x/pool/, https://a/x",
    "https://a/pools/db/pool, https://a/pools/db"
  })
  void takesAnAddressAsPeopleWriteIt(URI written, URI meant) {
    assertThat(ServerAddress.checked(written)).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({"ftp://a", "a:1", "https:///x", "https://a?x=1", "https://me:pw@a"})
  void refusesAnAddressThatIsNone(URI written) {
    assertThatThrownBy(() -> RemotePools.at(written))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be like https://host:8443")
        .hasMessageNotContaining("pw");
  }

  @Test
  void refusesATokenThatCannotTravelWithoutRepeatingIt() {
    for (String wrong :
        List.of("", "SECRETTOK1234567890\r", "bad\ntok", "two words", "gehe\u00efm")) {
      assertThatThrownBy(
              () -> RemotePools.at(URI.create("https://localhost:1")).token(Secret.of(wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a token has printable ASCII characters only, without space or line end");
    }
  }
}

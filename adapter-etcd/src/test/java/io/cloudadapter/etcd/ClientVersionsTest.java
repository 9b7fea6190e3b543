package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.LibraryVersions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientVersionsTest {
  @Test
  void theVersionsThatARefusalRecommendsAreThoseThatTestsRunWith() {
    for (LibraryVersions needed :
        List.of(ClientVersions.NETTY, ClientVersions.GRPC, ClientVersions.PROTOBUF)) {
      assertThat(needed.found(getClass().getClassLoader()))
          .as(needed.library())
          .hasSameSizeAs(needed.parts())
          .allSatisfy((part, version) -> assertThat(version).isEqualTo(needed.tested()));
    }
    assertThat(ClientVersions.problem()).isEmpty();
  }
}

package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.LibraryVersions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenerVersionsTest {
  @Test
  void theVersionsThatARefusalRecommendsAreThoseThatTestsRunWith() {
    for (LibraryVersions needed :
        List.of(ListenerVersions.NETTY, ListenerVersions.GRPC, ListenerVersions.PROTOBUF)) {
      assertThat(needed.found(getClass().getClassLoader()))
          .as(needed.library())
          .hasSameSizeAs(needed.parts())
          .allSatisfy((part, version) -> assertThat(version).isEqualTo(needed.tested()));
    }
    assertThat(ListenerVersions.problem()).isEmpty();
  }
}

package io.cloudadapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JettyVersionsTest {
  @Test
  void theVersionThatARefusalRecommendsIsTheOneThatTestsRunWith() {
    assertThat(JettyVersions.NEEDED.found(getClass().getClassLoader()))
        .hasSameSizeAs(JettyVersions.NEEDED.parts())
        .allSatisfy(
            (part, version) -> assertThat(version).isEqualTo(JettyVersions.NEEDED.tested()));
    assertThat(JettyVersions.problem()).isEmpty();
  }
}

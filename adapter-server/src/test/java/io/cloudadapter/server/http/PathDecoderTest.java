package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PathDecoderTest {
  @Test
  void areSplitBeforeTheyAreDecoded() {
    assertThat(PathDecoder.segments("/a%2Fb/c")).containsExactly("a/b", "c");
    assertThat(PathDecoder.segments("/")).containsExactly("");
    assertThat(PathDecoder.segments("/a//b/")).containsExactly("a", "", "b", "");
  }

  @Test
  void areDecodedOnce() {
    assertThat(PathDecoder.decode("%252e")).isEqualTo("%2e");
    assertThat(PathDecoder.decode("a+b")).isEqualTo("a+b");
  }

  @Test
  void areRefusedWhenTheyCannotBeDecoded() {
    for (String raw : new String[] {"%", "%4", "%zz", "%C0%AE", "%ff", "%ED%A0%80", "a%"}) {
      assertThatThrownBy(() -> PathDecoder.decode(raw)).as(raw).isInstanceOf(HttpError.class);
    }
    assertThatThrownBy(() -> PathDecoder.segments("*")).isInstanceOf(HttpError.class);
  }

  @Property
  void giveBackWhatWasEncoded(@ForAll String text) {
    String wellFormed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String encoded = URLEncoder.encode(wellFormed, StandardCharsets.UTF_8).replace("+", "%20");

    assertThat(PathDecoder.decode(encoded)).isEqualTo(wellFormed);
  }
}

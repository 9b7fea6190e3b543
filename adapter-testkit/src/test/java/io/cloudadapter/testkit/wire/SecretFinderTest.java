package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SecretFinderTest {
  @Test
  void a_secret_is_found_in_each_of_its_forms_at_each_place() {
    String secret = "pa?ss>w\"rd~1";
    SecretFinder finder = new SecretFinder();
    finder.add("another secret");
    finder.add(secret);

    for (String form : SecretEncodings.of(secret)) {
      for (String text : List.of(form, "before" + form, form + "after", "b" + form + "a")) {
        assertThat(finder.in(text)).as(text).containsExactly(secret);
      }
    }
    assertThat(finder.in("pa?ss>w\"rd~")).isEmpty();
  }

  @Test
  void a_secret_that_is_added_later_is_found_from_then_on() {
    SecretFinder finder = new SecretFinder();
    assertThat(finder.in("token=issued-later")).isEmpty();

    finder.add("issued-later");

    assertThat(finder.in("token=issued-later")).containsExactly("issued-later");
  }

  @Property
  void it_finds_what_a_look_for_each_form_finds(
      @ForAll @Size(max = 6)
          List<@StringLength(max = 7) @CharRange(from = 'a', to = 'c') String> secrets,
      @ForAll @StringLength(max = 40) @CharRange(from = 'a', to = 'c') String text) {
    SecretFinder finder = new SecretFinder();
    secrets.forEach(finder::add);

    Set<String> shown = secrets.stream()
        .filter(secret -> SecretEncodings.of(secret).stream().anyMatch(text::contains))
        .collect(Collectors.toSet());

    assertThat(finder.in(text)).isEqualTo(shown);
  }
}

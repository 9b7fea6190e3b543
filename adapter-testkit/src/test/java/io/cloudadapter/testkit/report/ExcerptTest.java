package io.cloudadapter.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
  private static final String LONG = "x".repeat(600);

  @Test
  void leaves_short_texts_as_they_are() {
    assertThat(Excerpt.ofMessage("machine m-1 lives on")).isEqualTo("machine m-1 lives on");
    assertThat(Excerpt.ofLine("{\"id\":\"m-1\"}", "machine m-1")).isEqualTo("{\"id\":\"m-1\"}");
    assertThat(Excerpt.ofDifferent("abc", "abd", 60)).isEqualTo("abc");
  }

  @Test
  void shows_a_hidden_secret_in_the_middle_of_a_long_message() {
    String cut = Excerpt.ofMessage("what is logged shows a secret: " + LONG + "***" + LONG);

    assertThat(cut).startsWith("what is logged shows a secret").contains("x***x", "characters");
    assertThat(cut).hasSizeLessThan(700);
  }

  @Test
  void shows_the_words_around_each_of_several_secrets() {
    String cut = Excerpt.ofMessage("what is logged shows secrets: " + LONG
        + " the password *** of ada " + LONG + LONG + " and the token *** of bob " + LONG);

    assertThat(cut)
        .startsWith("what is logged shows secrets")
        .contains("the password *** of ada", "the token *** of bob")
        .hasSizeLessThan(700);
  }

  @Test
  void shows_the_words_around_a_secret_wherever_it_is() {
    for (int before = 0; before < 1500; before += 7) {
      String text = "x".repeat(before) + " the token *** of bob " + "y".repeat(1500 - before);

      assertThat(Excerpt.ofMessage(text)).contains("the token *** of bob").hasSizeLessThan(700);
    }
  }

  @Test
  void shows_the_words_around_two_secrets_wherever_they_are() {
    for (int before = 0; before < 600; before += 7) {
      for (int between = 0; between < 600; between += 7) {
        String text = "x".repeat(before) + " the password *** of ada " + "-".repeat(between)
            + " the token *** of bob " + "y".repeat(900);

        assertThat(Excerpt.ofMessage(text))
            .contains("password *** of ada", "token *** of bob")
            .hasSizeLessThan(700);
      }
    }
  }

  @Test
  void shows_no_more_of_a_message_full_of_secrets() {
    assertThat(Excerpt.ofMessage("a token *** ".repeat(500)))
        .startsWith("a token *** ")
        .hasSizeLessThan(700);
  }

  @Test
  void shows_both_ends_of_a_long_message() {
    String cut = Excerpt.ofMessage("the machine has the tags " + LONG + LONG + " instead of none");

    assertThat(cut)
        .startsWith("the machine has the tags")
        .contains("… (")
        .endsWith("instead of none");
    assertThat(cut).hasSizeLessThan(700);
  }

  @Test
  void shows_of_a_long_body_what_the_message_names() {
    String body = "{\"rows\":[" + LONG + LONG + ",{\"id\":\"m-b634880303\",\"state\":\"ACTIVE\"},"
        + LONG + "]}";

    assertThat(Excerpt.ofLine(body, "machine m-b634880303 lives on"))
        .contains("m-b634880303", "ACTIVE")
        .hasSizeLessThan(700);
  }

  @Test
  void shows_where_two_long_texts_differ() {
    assertThat(Excerpt.ofDifferent(LONG + "here" + LONG, LONG + "there" + LONG, 60))
        .contains("xhere")
        .hasSizeLessThan(120);
  }
}

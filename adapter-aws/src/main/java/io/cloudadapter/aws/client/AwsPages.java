package io.cloudadapter.aws.client;

import io.cloudadapter.http.Pager;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads lists of AWS, whose pages have tokens that may be null or empty. */
public final class AwsPages {
  private AwsPages() {}

  /**
   * Reads every page.
   *
   * @param page reads the page of a token, null for the first, and returns the token of the next
   */
  public static void read(
      ApiCall asked, int mostPages, Function<@Nullable String, @Nullable String> page) {
    Pager.read(
        asked,
        mostPages,
        token ->
            Optional.ofNullable(page.apply(token.orElse(null))).filter(next -> !next.isEmpty()));
  }
}

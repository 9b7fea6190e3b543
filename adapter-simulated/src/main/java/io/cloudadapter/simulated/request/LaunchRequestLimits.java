package io.cloudadapter.simulated.request;

import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.spi.LaunchSpec;
import java.nio.charset.StandardCharsets;

/** What a launch may ask for beside the machine, about as much as real clouds allow. */
public final class LaunchRequestLimits {
  private static final int MOST_TAGS = 50;
  private static final int LONGEST_NAME = 128;
  private static final int LONGEST_VALUE = 256;
  private static final int MOST_USER_DATA = 16 * 1024;

  private LaunchRequestLimits() {}

  /** Refuses a launch that asks for more. */
  public static void check(LaunchSpec spec) {
    atMost("number of tags", MOST_TAGS, spec.tags().size());
    spec.tags().forEach((name, value) -> {
      atMost("length of a tag's name", LONGEST_NAME, name.length());
      atMost("length of the value of tag " + name, LONGEST_VALUE, value.length());
    });
    spec.userData()
        .ifPresent(data -> atMost(
            "number of bytes of user data",
            MOST_USER_DATA,
            data.reveal().getBytes(StandardCharsets.UTF_8).length));
  }

  private static void atMost(String what, int most, int is) {
    if (is > most) {
      throw CloudErrors.invalid("the " + what + " must be at most " + most + ", was " + is);
    }
  }
}

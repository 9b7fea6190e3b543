package com.example.larch;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Refuses what Larch would refuse, before it is sent. */
final class LarchLimits {
  private static final int MOST_TAGS = 20;
  private static final int LONGEST_NAME = 40;
  private static final int LONGEST_VALUE = 60;
  private static final int LONGEST_USER_DATA = 16 * 1024;

  private LarchLimits() {}

  /** Checks all the tags of a new machine. */
  static void checkTags(int count, Map<String, String> tags) {
    if (count > MOST_TAGS) {
      throw invalid("a machine of Larch has at most " + MOST_TAGS
          + " tags, three of them the pool's marks, would have " + count);
    }
    tags.forEach(LarchLimits::checkTag);
  }

  private static void checkTag(String name, String value) {
    int nameLength = name.codePointCount(0, name.length());
    if (nameLength < 1 || nameLength > LONGEST_NAME || name.contains(":")) {
      throw invalid("a tag's name must have 1 to " + LONGEST_NAME
          + " characters and no colon, was \"" + name + '"');
    }
    int valueLength = value.codePointCount(0, value.length());
    if (valueLength > LONGEST_VALUE) {
      throw invalid("the value of tag " + name + " must have at most " + LONGEST_VALUE
          + " characters, has " + valueLength);
    }
  }

  static void checkUserData(String userData) {
    int length = userData.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_USER_DATA) {
      throw invalid(
          "user data must have at most " + LONGEST_USER_DATA + " bytes in UTF-8, has " + length);
    }
  }

  static CloudException invalid(String message) {
    return CloudException.of(Kind.INVALID, Effect.NONE, message).build();
  }
}

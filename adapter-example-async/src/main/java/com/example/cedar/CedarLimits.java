package com.example.cedar;

import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Refuses what Cedar would refuse, before it is sent. */
final class CedarLimits {
  private static final int MOST_TAGS = 20;
  private static final int LONGEST_NAME = 40;
  private static final int LONGEST_VALUE = 60;
  private static final int LONGEST_USER_DATA = 16 * 1024;

  private CedarLimits() {}

  /** Checks the tags of a new machine, which gets the launch key as one more. */
  static void checkTags(Map<String, String> tags) {
    int count = tags.size() + 1;
    if (count > MOST_TAGS) {
      throw invalid("a machine of Cedar has at most " + MOST_TAGS
          + " tags, three of them the pool's marks, would have " + count);
    }
    tags.forEach(CedarLimits::checkTag);
  }

  private static void checkTag(String name, String value) {
    int nameLength = name.codePointCount(0, name.length());
    if (nameLength < 1 || nameLength > LONGEST_NAME || name.contains(":") || hasControls(name)) {
      throw invalid("a tag's name must have 1 to " + LONGEST_NAME
          + " characters, no colon and no control characters, was \"" + name + '"');
    }
    int valueLength = value.codePointCount(0, value.length());
    if (valueLength > LONGEST_VALUE || hasControls(value)) {
      throw invalid("the value of tag " + name + " must have at most " + LONGEST_VALUE
          + " characters, no control characters among them, has " + valueLength);
    }
  }

  private static boolean hasControls(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }

  static void checkUserData(Secret userData) {
    int length = userData.reveal().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_USER_DATA) {
      throw invalid(
          "user data must have at most " + LONGEST_USER_DATA + " bytes in UTF-8, has " + length);
    }
  }

  static CloudException invalid(String message) {
    return CloudException.of(Kind.INVALID, Effect.NONE, message).build();
  }
}

package io.cloudadapter.aws;

import io.cloudadapter.aws.client.AwsErrorClassifier;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** Refuses what EC2 would refuse, before it is sent. */
final class AwsRequestLimits {
  /** EC2's 50, less the three marks. */
  static final int MOST_TAGS = 47;

  private static final int LONGEST_NAME = 128;
  private static final int LONGEST_VALUE = 256;

  /** Before it is written as base 64. */
  private static final int LONGEST_USER_DATA = 16 * 1024;

  private AwsRequestLimits() {}

  static void checkTags(Map<String, String> tags) {
    if (tags.size() > MOST_TAGS) {
      throw AwsErrorClassifier.invalid(
          "an instance has at most 50 tags, three of them the pool's marks, would have "
              + (tags.size() + 3));
    }
    tags.forEach(AwsRequestLimits::checkTag);
  }

  private static void checkTag(String name, String value) {
    int length = name.codePointCount(0, name.length());
    if (length < 1 || length > LONGEST_NAME) {
      throw AwsErrorClassifier.invalid(
          "a tag's name must have 1 to " + LONGEST_NAME + " characters, has " + length);
    }
    if (name.toLowerCase(Locale.ROOT).startsWith("aws:")) {
      throw AwsErrorClassifier.invalid("a tag's name must not begin with aws:, was " + name);
    }
    int size = value.codePointCount(0, value.length());
    if (size > LONGEST_VALUE) {
      throw AwsErrorClassifier.invalid("the value of tag " + name + " must have at most "
          + LONGEST_VALUE + " characters, has " + size);
    }
  }

  static void checkUserData(String userData) {
    int length = userData.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_USER_DATA) {
      throw AwsErrorClassifier.invalid(
          "user data must have at most " + LONGEST_USER_DATA + " bytes in UTF-8, has " + length);
    }
  }
}

package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/** Refuses what Nova would refuse, before it is sent. Tags of users are Nova's metadata. */
final class OpenStackRequestLimits {
  /** Half of Nova's default quota: so many of the longest fit into one request with the longest user data. */
  private static final int MOST_METADATA = 64;

  /** What the filter before Nova lets through unless told otherwise (oslo.middleware, max_request_body_size). */
  private static final int LONGEST_BODY = 114_688;

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-_:. ]{1,255}");
  private static final int LONGEST_VALUE = 255;

  /** Nova's 65,535 letters of Base64. */
  private static final int LONGEST_USER_DATA = 65_535 / 4 * 3;

  private OpenStackRequestLimits() {}

  static void checkMetadata(int count, Map<String, String> metadata) {
    if (count > MOST_METADATA) {
      throw OpenStackErrorClassifier.invalid("a server of a pool has at most " + MOST_METADATA
          + " items of metadata, would have " + count);
    }
    metadata.forEach(OpenStackRequestLimits::checkItem);
  }

  private static void checkItem(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw OpenStackErrorClassifier.invalid(
          "a tag's name must have 1 to 255 of letters, digits, blanks and -_:., was \"" + name
              + '"');
    }
    int length = value.codePointCount(0, value.length());
    if (length > LONGEST_VALUE) {
      throw OpenStackErrorClassifier.invalid("the value of tag " + name + " must have at most "
          + LONGEST_VALUE + " characters, has " + length);
    }
  }

  /** Checks the request that creates, with everything in it. */
  static void checkBody(JsonNode body) {
    int length = body.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_BODY) {
      throw OpenStackErrorClassifier.invalid("user data and tags must fit into a request of "
          + LONGEST_BODY + " bytes, which would have " + length);
    }
  }

  static void checkUserData(String userData) {
    int length = userData.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_USER_DATA) {
      throw OpenStackErrorClassifier.invalid(
          "user data must have at most " + LONGEST_USER_DATA + " bytes in UTF-8, has " + length);
    }
  }
}

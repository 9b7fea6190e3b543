package io.cloudadapter.testkit.subject;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A launch that works in a test cloud, and its limits.
 *
 * @param zones zones that a launch may name, the first for most launches; none if the cloud has none
 * @param size a small size, if launches name one
 * @param image an image, if launches name one
 * @param template the pool's template, as text
 * @param maxTags how many tags of the user a machine may have beside the marks
 * @param maxTagName the longest name of such a tag
 * @param maxTagValue its longest value
 * @param maxUserData the most bytes of user data; 0 if the cloud takes none
 */
public record SampleLaunch(
    List<String> zones,
    Optional<String> size,
    Optional<String> image,
    Map<String, String> template,
    int maxTags,
    int maxTagName,
    int maxTagValue,
    int maxUserData) {
  /** Copies the collections. */
  public SampleLaunch {
    zones = List.copyOf(zones);
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(image, "image");
    template = Map.copyOf(template);
  }
}

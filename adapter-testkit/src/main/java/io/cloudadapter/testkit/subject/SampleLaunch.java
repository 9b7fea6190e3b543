package io.cloudadapter.testkit.subject;

import java.util.ArrayList;
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
 * @param otherSizes sizes that a launch may name beside {@code size}; with one or more, the kit tries whether a
 * launch gets the
 *     size that it names
 * @param tagNames a regular expression for the names of tags that the cloud takes
 * @param tagValues a regular expression for their values
 */
public record SampleLaunch(
    List<String> zones,
    Optional<String> size,
    Optional<String> image,
    Map<String, String> template,
    int maxTags,
    int maxTagName,
    int maxTagValue,
    int maxUserData,
    List<String> otherSizes,
    String tagNames,
    String tagValues) {
  /** Any text; what the cloud refuses, the adapter must refuse as INVALID. */
  private static final String ANY = "(?s).*";

  /** Copies the collections. */
  public SampleLaunch {
    zones = List.copyOf(zones);
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(image, "image");
    template = Map.copyOf(template);
    otherSizes = List.copyOf(otherSizes);
    Objects.requireNonNull(tagNames, "tagNames");
    Objects.requireNonNull(tagValues, "tagValues");
  }

  /**
   * A launch of one size, in a cloud that takes any characters in tags, or of which it is unknown.
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
  public SampleLaunch(
      List<String> zones,
      Optional<String> size,
      Optional<String> image,
      Map<String, String> template,
      int maxTags,
      int maxTagName,
      int maxTagValue,
      int maxUserData) {
    this(
        zones,
        size,
        image,
        template,
        maxTags,
        maxTagName,
        maxTagValue,
        maxUserData,
        List.of(),
        ANY,
        ANY);
  }

  /**
   * The same, with more sizes that work.
   *
   * @param sizes beside {@link #size}
   * @return another sample
   */
  public SampleLaunch andSizes(String... sizes) {
    return new SampleLaunch(
        zones,
        size,
        image,
        template,
        maxTags,
        maxTagName,
        maxTagValue,
        maxUserData,
        List.of(sizes),
        tagNames,
        tagValues);
  }

  /**
   * The same, of a cloud that takes certain characters only in the names and values of tags. Tags that match arrive as
   * they are, and all others are refused.
   *
   * @param names a regular expression for whole names
   * @param values a regular expression for whole values
   * @return another sample
   */
  public SampleLaunch tagAlphabet(String names, String values) {
    return new SampleLaunch(
        zones,
        size,
        image,
        template,
        maxTags,
        maxTagName,
        maxTagValue,
        maxUserData,
        otherSizes,
        names,
        values);
  }

  /**
   * Returns whether the sample tells which characters tags may have.
   *
   * @return true after {@link #tagAlphabet}
   */
  public boolean hasTagAlphabet() {
    return !tagNames.equals(ANY) || !tagValues.equals(ANY);
  }

  /**
   * Returns all sizes that a launch may name.
   *
   * @return {@link #size}, then {@link #otherSizes}; empty if launches name none
   */
  public List<String> sizes() {
    List<String> all = new ArrayList<>(size.stream().toList());
    all.addAll(otherSizes);
    return all;
  }
}

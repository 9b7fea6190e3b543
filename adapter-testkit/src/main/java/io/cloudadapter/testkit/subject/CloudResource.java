package io.cloudadapter.testkit.subject;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that exists in a test cloud and may cost money: a machine, or a resource beside it.
 *
 * @param kind {@code machine}, or the cloud's word for the resource: {@code disk}, {@code address}
 * @param id the id, for a machine as the adapter shows it
 * @param exists whether it exists still: false only once it has ended for good
 * @param tags its tags as the cloud has them; marks as {@link io.cloudadapter.spi.OwnershipMarks#toTags} names them
 */
public record CloudResource(String kind, String id, boolean exists, Map<String, String> tags) {
  /** The kind of machines. */
  public static final String MACHINE = "machine";

  /** Copies the tags, in order: messages about things are the same in each run. */
  public CloudResource {
    tags = Collections.unmodifiableMap(new TreeMap<>(tags));
  }

  /** Kind, id and tags. */
  @Override
  public String toString() {
    return kind + " " + id + (exists ? " " : " (ended) ") + tags;
  }

  /**
   * Whether it is a machine.
   *
   * @return true for kind {@value #MACHINE}
   */
  public boolean isMachine() {
    return kind.equals(MACHINE);
  }
}

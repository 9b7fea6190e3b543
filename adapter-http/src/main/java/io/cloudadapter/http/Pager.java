package io.cloudadapter.http;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Reads a list to its last page. A list that leads back to a page, or has too many pages, is an error. */
public final class Pager {
  private Pager() {}

  /**
   * Reads one page.
   *
   * @param <E> what it throws beside errors of the cloud
   */
  public interface Page<E extends Exception> {
    /**
     * Reads a page, and hands over its rows.
     *
     * @param marker where the page begins; empty for the first
     * @return where the next page begins; empty after the last
     * @throws E if the adapter reads such a list in another way
     */
    Optional<String> read(Optional<String> marker) throws E;
  }

  /**
   * Reads every page.
   *
   * @param name names the list in errors
   * @param mostPages how many pages may follow the first
   */
  public static <E extends Exception> void read(Object name, int mostPages, Page<E> page) throws E {
    Set<String> markers = new HashSet<>();
    Optional<String> marker = page.read(Optional.empty());
    while (marker.isPresent()) {
      boolean fresh = markers.add(marker.get());
      if (!fresh || markers.size() > mostPages) {
        throw CloudException.of(Kind.UNCLASSIFIED, Effect.NONE, name + " has no last page")
            .build();
      }
      marker = page.read(marker);
    }
  }
}

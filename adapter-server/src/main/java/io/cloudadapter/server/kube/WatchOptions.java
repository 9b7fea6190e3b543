package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpError;
import java.time.Duration;
import java.util.Optional;

/**
 * The parameters of a watch.
 *
 * @param from the version to go on from; empty if from what there is now
 * @param initial whether what there is now comes first, as ADDED
 * @param marksInitial whether the end of that is marked by a bookmark
 * @param bookmarks whether bookmarks are understood
 * @param time how long to watch; empty if that is ours to say
 * @param form in which form
 * @param selection the actions to send
 */
record WatchOptions(
    Optional<Long> from,
    boolean initial,
    boolean marksInitial,
    boolean bookmarks,
    Optional<Duration> time,
    Representation form,
    Selector selection) {

  /**
   * Reads a query.
   *
   * @throws HttpError 400 if it cannot be read, 422 if it contradicts itself
   */
  static WatchOptions of(KubeListQuery query, Representation form, Selector selection) {
    Optional<Long> version = query.number("resourceVersion").filter(given -> given > 0);
    Optional<Boolean> initial = query.flag("sendInitialEvents");
    boolean bookmarks = query.flag("allowWatchBookmarks").orElse(false);
    boolean notOlder = query.text("resourceVersionMatch").equals(Optional.of("NotOlderThan"));
    if (initial.isPresent() != query.text("resourceVersionMatch").isPresent()
        || (initial.isPresent() && !notOlder)) {
      throw KubeErrors.invalid(
          "resourceVersionMatch",
          "resourceVersionMatch=NotOlderThan and sendInitialEvents belong together in a watch");
    }
    boolean first = initial.orElse(version.isEmpty());
    return new WatchOptions(
        first ? Optional.empty() : version,
        first,
        initial.orElse(false) && bookmarks,
        bookmarks,
        query.number("timeoutSeconds").filter(given -> given > 0).map(Duration::ofSeconds),
        form,
        selection);
  }
}

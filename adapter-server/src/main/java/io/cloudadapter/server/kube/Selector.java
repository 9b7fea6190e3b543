package io.cloudadapter.server.kube;

import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpError;
import java.util.function.Predicate;

/** A selection of actions by fields and labels. */
record Selector(Predicate<ActionStatus> chosen) {

  /**
   * Reads both selectors of a query.
   *
   * @throws HttpError 400 if one of them cannot be read
   */
  static Selector of(KubeListQuery query, ObjectScope scope) {
    Predicate<ActionStatus> fields = query
        .text("fieldSelector")
        .map(text -> FieldSelector.read(text, scope))
        .orElse(action -> true);
    Predicate<ActionStatus> labels = query
        .text("labelSelector")
        .map(LabelSelector::read)
        .<Predicate<ActionStatus>>map(
            wanted -> action -> wanted.test(ActionResource.labels(action)))
        .orElse(action -> true);
    return new Selector(fields.and(labels));
  }

  boolean has(ActionStatus action) {
    return chosen.test(action);
  }
}

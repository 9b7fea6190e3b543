package io.cloudadapter.server.autoscaler;

import java.util.Map;
import java.util.Objects;

/**
 * One call of Cluster Autoscaler, for the audit log.
 *
 * @param id its id, as unique as that of a request
 * @param principal the name under which the caller is configured
 * @param source the address that it comes from
 * @param verb the name of the call
 * @param names what it is about, by the name of the field
 */
public record AutoscalerCall(
    String id, String principal, String source, String verb, Map<String, String> names) {
  /** Copies the names. */
  public AutoscalerCall {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(verb, "verb");
    names = Map.copyOf(names);
  }
}

package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonErrors;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.kube.KubeStatus.Details;

/**
 * Writes errors in the bodies of the Kubernetes API: an unknown field is a 400 (BadRequest), a wrong value a 422
 * (Invalid) with the field among the causes.
 */
final class KubeErrors implements JsonErrors {
  static final KubeErrors INSTANCE = new KubeErrors();

  private KubeErrors() {}

  @Override
  public void missing(String field, String allowed) {
    throw invalid(field, field + " is required; it must be " + allowed);
  }

  @Override
  public void wrong(String field, String allowed, JsonValue seen) {
    throw invalid(field, field + " must be " + allowed + ", was " + seen.shown());
  }

  /** A value that is refused. */
  static HttpError invalid(String field, String message) {
    return KubeStatus.failure(422, message)
        .about(Details.NONE.cause("FieldValueInvalid", message, field))
        .error();
  }
}

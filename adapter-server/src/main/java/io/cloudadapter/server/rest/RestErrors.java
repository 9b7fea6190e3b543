package io.cloudadapter.server.rest;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonErrors;
import io.cloudadapter.server.http.JsonValue;

/**
 * Writes errors in the bodies of the REST API: the first one is answered with 400, the field, its value, and a
 * correct body. Null is a wrong value.
 *
 * @param sample a right body
 */
record RestErrors(String sample) implements JsonErrors {

  /**
   * Reads a body with one field, which must be there.
   *
   * @throws HttpError 400 if it is anything else
   */
  static JsonBody single(byte[] body, String field, String sample) {
    RestErrors errors = new RestErrors(sample);
    if (body.length == 0) {
      throw errors.refused("the body is empty; it must have field " + field);
    }
    return JsonBody.read(body, errors).only(field).required();
  }

  /**
   * Accepts the body of an operation that takes none.
   *
   * @throws HttpError 400 unless it is empty or an empty object
   */
  static void none(byte[] body) {
    if (body.length > 0) {
      JsonBody unused = JsonBody.read(body, new RestErrors("no body, or {}")).only();
    }
  }

  @Override
  public boolean nullIsMissing() {
    return false;
  }

  @Override
  public void missing(String field, String allowed) {
    throw refused("field " + field + " is missing; it must be " + allowed);
  }

  @Override
  public void wrong(String field, String allowed, JsonValue seen) {
    throw refused("field " + field + " must be " + allowed + ", was: " + seen.shown());
  }

  /** An error with a right body as its detail. */
  HttpError refused(String message) {
    return malformed(message, "");
  }
}

package io.cloudadapter.server.http;

/** Identifies the caller of a request. */
@FunctionalInterface
public interface Authenticator {
  /**
   * Identifies the caller, from the head of a request.
   *
   * @param head the request
   * @return the caller
   * @throws HttpError 401 if there is no valid credential, 403 if the request is not to be trusted
   */
  Caller caller(RequestHead head);
}

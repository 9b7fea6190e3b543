package io.cloudadapter.server.http;

/** Tells who asks. */
@FunctionalInterface
public interface Authenticator {
  /**
   * Tells who asks, from what the head of a request carries.
   *
   * @param head the request
   * @return the caller
   * @throws HttpError 401 if there is no valid credential, 403 if the request is not to be trusted
   */
  Caller caller(RequestHead head);
}

package io.cloudadapter.server.http;

/** Answers one kind of request. Called by several threads at once. */
@FunctionalInterface
public interface Handler {
  /**
   * Answers a request.
   *
   * @param request what is asked
   * @return what is answered
   * @throws HttpError to answer with an error
   */
  HttpReply handle(HttpRequest request);
}

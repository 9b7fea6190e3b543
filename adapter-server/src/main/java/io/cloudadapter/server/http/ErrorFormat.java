package io.cloudadapter.server.http;

/** The form of replies under some paths: an API may have error bodies and headers of its own. */
@FunctionalInterface
public interface ErrorFormat {
  /**
   * Words a reply as the API of a path has it. Never throws.
   *
   * @param head what was asked
   * @param reply what is to be said, errors with our error body
   * @return what is sent
   */
  HttpReply say(RequestHead head, HttpReply reply);

  /**
   * This tongue, then another one, whose paths are others.
   *
   * @param next words what this one left as it was
   * @return both
   */
  default ErrorFormat then(ErrorFormat next) {
    return (head, reply) -> next.say(head, say(head, reply));
  }

  /**
   * Words an error about something that never became a request. Never throws.
   *
   * @param reply what is to be said, with our error body
   * @return what is sent; the same unless overridden
   */
  default HttpReply sayUnread(HttpReply reply) {
    return reply;
  }
}

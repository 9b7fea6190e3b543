package io.cloudadapter.server.http;

/** The exception for a request that is answered with an error. Handlers throw it; it carries no stack trace. */
public final class HttpError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient HttpReply reply;

  private HttpError(HttpReply reply, String message) {
    super(message, null, false, false);
    this.reply = reply;
  }

  /**
   * An error with its body.
   *
   * @param status the HTTP status
   * @param message a sentence for people
   * @param detail what helps further, possibly empty
   * @return the error, to be thrown
   */
  public static HttpError of(int status, String message, String detail) {
    return of(HttpReply.error(status, message, detail), message);
  }

  /**
   * An error with a reply of its own.
   *
   * @param reply what to answer
   * @param message its text, for logs
   * @return the error, to be thrown
   */
  public static HttpError of(HttpReply reply, String message) {
    return new HttpError(reply, message);
  }

  /**
   * Illegal input.
   *
   * @param message names what is wrong, its value, and what is allowed
   * @param detail what a right request looks like
   * @return the error, to be thrown
   */
  public static HttpError badRequest(String message, String detail) {
    return of(400, message, detail);
  }

  /**
   * What to answer.
   *
   * @return the reply
   */
  public HttpReply reply() {
    return reply;
  }
}

package io.cloudadapter.server.jetty;

import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestDispatcher;
import io.cloudadapter.server.http.RequestMetrics;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.ServerLimits;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Gives the errors that Jetty itself answers the server's error body. */
final class JettyErrorHandler implements Request.Handler {
  private final ServerLimits limits;
  private final RequestMetrics metrics;
  private final RequestDispatcher front;

  JettyErrorHandler(RequestDispatcher front, ServerLimits limits, RequestMetrics metrics) {
    this.front = front;
    this.limits = limits;
    this.metrics = metrics;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Throwable cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
    int status = response.getStatus();
    String reason = "";
    if (cause instanceof HttpException http) {
      status = http.getCode();
      reason = http.getReason() == null ? "" : http.getReason();
    }
    if (status < 400) {
      status = 500;
    }
    metrics.refusedByLibrary(request.getMethod(), status);
    HttpReply reply =
        front.sayUnread(HttpReply.error(status, message(status), SafeText.bare(reason, 200)));
    response.setStatus(reply.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, HttpReply.JSON_TYPE);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
    return true;
  }

  private String message(int status) {
    return switch (status) {
      case 400 -> "the request is not valid HTTP";
      case 408 -> "the request took too long to arrive";
      case 413 -> "the body is too long";
      case 414 -> "the request line is longer than " + limits.headerBytes() + " bytes";
      case 417 -> "header Expect must be 100-continue";
      case 426, 505 -> "this server speaks HTTP/1.1";
      case 431 -> "request line and headers are longer than " + limits.headerBytes() + " bytes";
      case 500 -> "the server failed to process the request";
      case 503 -> "the server is busy or stopping";
      default -> HttpStatus.getMessage(status);
    };
  }
}

package io.cloudadapter.server.jetty;

import io.cloudadapter.server.http.RequestHead;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/** Converts the heads of requests, with paths as they were sent. */
final class RequestHeadReader {
  private final Supplier<String> ids;

  RequestHeadReader(Supplier<String> ids) {
    this.ids = ids;
  }

  RequestHead of(Request request) {
    String path = request.getHttpURI().getPath();
    return new RequestHead(
        ids.get(),
        request.getMethod(),
        path == null ? "" : path,
        Optional.ofNullable(request.getHttpURI().getQuery()),
        request.getHeaders()::getValuesList,
        request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING),
        request.getLength(),
        certificate(request),
        Request.getRemoteAddr(request));
  }

  private static Optional<X509Certificate> certificate(Request request) {
    EndPoint.SslSessionData tls =
        request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
    X509Certificate[] chain = tls == null ? null : tls.peerCertificates();
    return chain == null || chain.length == 0 ? Optional.empty() : Optional.of(chain[0]);
  }
}

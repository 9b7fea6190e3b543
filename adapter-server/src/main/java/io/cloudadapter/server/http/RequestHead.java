package io.cloudadapter.server.http;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request before its body.
 *
 * @param id the correlation id given to it
 * @param method its method as sent
 * @param base what stood before the path where one API answers at several places; empty otherwise
 * @param path its path without the base, as sent, not decoded
 * @param query what follows the question mark, if there is one
 * @param headers all values of a header, by name in any case
 * @param carriesBody whether a body follows, be it empty
 * @param length the body's length in bytes, or -1 if it is unknown
 * @param certificate the client's certificate, if it gave one that our authority signed
 * @param source the address that the connection comes from
 */
public record RequestHead(
    String id,
    String method,
    String base,
    String path,
    Optional<String> query,
    Function<String, List<String>> headers,
    boolean carriesBody,
    long length,
    Optional<X509Certificate> certificate,
    String source) {

  /**
   * A request whose path is as it was sent.
   *
   * @param id the correlation id given to it
   * @param method its method as sent
   * @param path its path as sent, not decoded
   * @param query what follows the question mark, if there is one
   * @param headers all values of a header, by name in any case
   * @param carriesBody whether a body follows, be it empty
   * @param length the body's length in bytes, or -1 if it is unknown
   * @param certificate the client's certificate, if it gave one that our authority signed
   * @param source the address that the connection comes from
   */
  public RequestHead(
      String id,
      String method,
      String path,
      Optional<String> query,
      Function<String, List<String>> headers,
      boolean carriesBody,
      long length,
      Optional<X509Certificate> certificate,
      String source) {
    this(id, method, "", path, query, headers, carriesBody, length, certificate, source);
  }

  /**
   * The same request, its path split.
   *
   * @param newBase what stands before the path
   * @param newPath the path that routes are found by
   * @return the request
   */
  public RequestHead at(String newBase, String newPath) {
    return new RequestHead(
        id, method, newBase, newPath, query, headers, carriesBody, length, certificate, source);
  }

  /**
   * The single value of a header.
   *
   * @param name the header's name
   * @return its value, or empty if it was not sent
   * @throws HttpError 400 if it was sent more than once
   */
  public Optional<String> header(String name) {
    List<String> values = headers.apply(name);
    if (values.size() > 1) {
      throw HttpError.badRequest(
          "header " + name + " must be sent once, was sent " + values.size() + " times", "");
    }
    return values.stream().findFirst();
  }
}

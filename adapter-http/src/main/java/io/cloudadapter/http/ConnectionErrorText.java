package io.cloudadapter.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Puts into words why a server could not be reached or its reply did not arrive, and what a person looks at, for error
 * messages. The words quote nothing of the request, and name a Java class only of a failure that is a defect.
 */
public final class ConnectionErrorText {
  private static final int DEEPEST = 10;
  private static final int LONGEST = 160;

  private ConnectionErrorText() {}

  /**
   * Returns the words for a failure.
   *
   * @param failure what an HTTP client threw, with its causes
   * @return one line without the address
   */
  public static String of(@Nullable Throwable failure) {
    List<Throwable> causes = causes(failure);
    if (mentions(causes, "too many open files")) {
      return "this process may open no more connections; check its limit of open files";
    }
    if (has(causes, UnknownHostException.class) || has(causes, UnresolvedAddressException.class)) {
      return "the name of its host cannot be looked up; check the name, and the DNS of this host";
    }
    if (has(causes, SSLException.class)) {
      return tls(causes);
    }
    if (has(causes, HttpConnectTimeoutException.class) || isConnectTimeout(causes)) {
      return "no connection came about in time; check host, port and protocol, and firewalls on the way";
    }
    if (has(causes, HttpTimeoutException.class)
        || has(causes, SocketTimeoutException.class)
        || has(causes, TimeoutException.class)) {
      return "it timed out";
    }
    if (has(causes, BindException.class)) {
      return "this host has no free port or address for the connection";
    }
    if (has(causes, NoRouteToHostException.class)) {
      return "there is no route to it; check the address, and the network of this host";
    }
    if (has(causes, ConnectException.class)) {
      return connecting(causes);
    }
    return first(causes, IOException.class)
        .map(ConnectionErrorText::reading)
        .orElseGet(() -> "the request failed (" + name(failure) + ")");
  }

  private static List<Throwable> causes(@Nullable Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable each = failure; each != null && causes.size() < DEEPEST; ) {
      causes.add(each);
      each = each.getCause();
    }
    return causes;
  }

  private static boolean has(List<Throwable> causes, Class<?> type) {
    return first(causes, type).isPresent();
  }

  private static Optional<Throwable> first(List<Throwable> causes, Class<?> type) {
    return causes.stream().filter(type::isInstance).findFirst();
  }

  /** The words of the innermost cause: those around it repeat it together with the names of classes. */
  private static String tls(List<Throwable> causes) {
    if (has(causes, EOFException.class)) {
      return "the other side hung up while TLS began; check whether it speaks TLS on this port,"
          + " and whether it asks for a client certificate";
    }
    boolean certificate = has(causes, CertificateException.class)
        || has(causes, CertPathBuilderException.class)
        || has(causes, CertPathValidatorException.class);
    String why = causes.stream()
        .map(Throwable::getMessage)
        .reduce("", (outer, inner) -> inner == null || inner.isBlank() ? outer : inner);
    return certificate
        ? "its certificate is not trusted: " + line(why)
            + "; check the configured authorities, and the names in the certificate"
        : "TLS failed: " + line(why)
            + "; check whether it speaks TLS on this port, and whether it asks for a client"
            + " certificate";
  }

  /** The system gives up a connection by itself after some time, and clients do so with an error of sockets. */
  private static boolean isConnectTimeout(List<Throwable> causes) {
    return (has(causes, ConnectException.class) && mentions(causes, "timed out"))
        || (has(causes, SocketTimeoutException.class) && mentions(causes, "connect "));
  }

  private static boolean mentions(List<Throwable> causes, String words) {
    return causes.stream()
        .anyMatch(
            cause -> String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains(words));
  }

  private static String connecting(List<Throwable> causes) {
    return mentions(causes, "network is unreachable")
        ? "its network cannot be reached; check the address, and the network of this host"
        : "the connection was refused; check whether it runs, and host and port";
  }

  /** The client's words for a reply that breaks off quote no more than the form of the reply. */
  private static String reading(Throwable cause) {
    String why = line(String.valueOf(cause.getMessage()));
    if (cause instanceof EOFException
        || cause instanceof ClosedChannelException
        || cause.getMessage() == null) {
      return "the connection ended before the reply was whole";
    }
    return "the reply did not arrive as a whole: " + why;
  }

  private static String line(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  private static String name(@Nullable Throwable failure) {
    return failure == null ? "no cause" : failure.getClass().getSimpleName();
  }
}

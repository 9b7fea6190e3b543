package io.cloudadapter.etcd;

import io.cloudadapter.core.store.quorum.ClusterException;
import io.cloudadapter.core.store.quorum.ClusterException.Kind;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** What an error of etcd says about what was asked, and to people. */
final class EtcdErrorClassifier {
  private EtcdErrorClassifier() {}

  static ClusterException of(String place, Throwable error) {
    Status status = Status.fromThrowable(error);
    String said = said(status, error);
    if (said.contains("database space exceeded")) {
      // Said of the write that fills it, too, which is done all the same.
      return new ClusterException(
          Kind.FULL,
          place + " takes no more: its quota is full; compact and defragment it, then disarm its"
              + " alarm (etcdctl alarm disarm), and configure it to compact periodically"
              + " (--auto-compaction-retention)",
          error);
    }
    return switch (status.getCode()) {
      case OUT_OF_RANGE -> new ClusterException(Kind.COMPACTED, place + ": " + said, error);
      case PERMISSION_DENIED, UNAUTHENTICATED ->
        new ClusterException(
            Kind.REFUSED,
            place + " denies it: " + said + "; look at user, password and role of the store",
            error);
      case INVALID_ARGUMENT ->
        new ClusterException(
            Kind.REFUSED,
            place + " refuses it: " + said
                + (said.contains("too large")
                    ? "; give etcd a greater --max-request-bytes"
                    : said.contains("too many operations")
                        ? "; give etcd a greater --max-txn-ops, 128 or more"
                        : said.toLowerCase(Locale.ROOT).contains("authentication failed")
                            ? "; look at user and password of the store"
                            : ""),
            error);
      case NOT_FOUND, FAILED_PRECONDITION, UNIMPLEMENTED ->
        new ClusterException(Kind.REFUSED, place + " refuses it: " + said, error);
      default ->
        new ClusterException(Kind.UNKNOWN, place + " does not answer: " + said + tls(error), error);
    };
  }

  /** Its first line: what gRPC adds below is about its own insides. */
  private static String said(Status status, Throwable error) {
    String description = status.getDescription();
    Throwable cause = error.getCause();
    while (description == null && cause != null) { // jetcd wraps what etcd says of a log-in.
      description =
          cause instanceof StatusRuntimeException by ? by.getStatus().getDescription() : null;
      cause = cause.getCause();
    }
    String whole = description == null ? String.valueOf(error.getMessage()) : description;
    return whole.lines().findFirst().orElse("");
  }

  /** The reason behind a connection that could not be made, which gRPC hides. */
  private static String tls(Throwable error) {
    int depth = 0;
    for (Throwable cause = error; cause != null && depth < 10; cause = cause.getCause()) {
      if (cause instanceof SSLException
          || cause instanceof java.security.GeneralSecurityException
          || cause instanceof java.net.ConnectException) {
        return " (" + cause.getMessage() + ")";
      }
      depth++;
    }
    return "";
  }
}

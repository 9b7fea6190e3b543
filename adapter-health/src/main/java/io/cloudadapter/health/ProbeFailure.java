package io.cloudadapter.health;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Tells a machine's failure to answer from a failure of the prober itself. */
final class ProbeFailure {
  /** What the operating system reports if the prober's host is at fault, and not the machine. */
  private static final List<String> OURS = List.of(
      "network is unreachable",
      "network is down",
      "too many open files",
      "cannot assign requested address",
      "operation not permitted",
      "permission denied",
      "no buffer space",
      "cannot allocate memory");

  private static final int DEEPEST = 10;

  private ProbeFailure() {}

  /** The result of a probe that has failed. */
  static ProbeResult of(Throwable failure) {
    String reason = "it cannot be probed";
    Throwable cause = failure;
    boolean network = false;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
      if (OURS.stream().anyMatch(text::contains)) {
        return ProbeResult.cannotTell("the prober cannot connect: " + text);
      }
      // Only names of other hosts are looked up, and what keeps a name from them is no machine's
      // fault.
      if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
        return ProbeResult.cannotTell("the host's name cannot be looked up");
      }
      if (cause instanceof IOException || cause instanceof TimeoutException) {
        reason = network ? reason : words(cause);
        network = true;
      }
      cause = cause.getCause();
    }
    return network
        ? ProbeResult.bad(reason)
        : ProbeResult.cannotTell(failure.getClass().getSimpleName());
  }

  private static String words(Throwable failure) {
    if (failure instanceof HttpTimeoutException || failure instanceof TimeoutException) {
      return "no answer in time";
    } else if (failure instanceof NoRouteToHostException) {
      return "no route to the machine";
    } else if (failure instanceof ConnectException) {
      return "the connection was refused";
    } else if (failure instanceof SSLException) {
      return "TLS failed: " + failure.getMessage();
    }
    return "the connection broke: " + failure.getClass().getSimpleName();
  }
}

package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.kube.KubeStatus;
import io.cloudadapter.server.kube.KubeStatus.Details;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import java.util.function.BiFunction;

/**
 * One interface of the API over one feature of the account's adapter. A refusal of the cloud becomes a Status. Every
 * write of this API states the desired result, so a temporary error always comes with a time to retry.
 *
 * @param cloud the account
 * @param feature the feature
 * @param kind what the API calls the interface
 * @param <F> the feature
 */
record FeatureEndpoint<F>(Cloud cloud, Class<F> feature, String kind) {
  private static final int SOON = 1;

  boolean supported() {
    return cloud.has(feature);
  }

  <T> T ask(String name, BiFunction<? super F, CallContext, T> question) {
    return heard(name, () -> cloud.ask(feature, question));
  }

  <T> T change(String name, BiFunction<? super F, CallContext, T> change) {
    return heard(name, () -> cloud.change(feature, change));
  }

  private <T> T heard(String name, java.util.function.Supplier<T> answer) {
    if (!supported()) {
      throw error(new KubeStatus(
          501,
          "MethodNotAllowed",
          "the cloud of account " + cloud.account() + " has no " + kind,
          Details.of("", kind)));
    }
    try {
      return answer.get();
    } catch (CloudException e) {
      throw error(status(e, Details.of(name, kind)));
    }
  }

  /** The error of a thing that is not there. */
  HttpError missing(String name) {
    String named = name.isEmpty() ? "" : " \"" + name + "\"";
    return error(
        KubeStatus.failure(404, "there is no " + one() + named).about(Details.of(name, kind)));
  }

  /** One of what the interface is called for: instance, cluster. */
  private String one() {
    return kind.substring(0, kind.length() - 1);
  }

  static HttpError error(KubeStatus status) {
    return HttpError.of(status.reply(), status.message());
  }

  private static KubeStatus status(CloudException e, Details details) {
    int code = switch (e.kind()) {
      case INVALID, UNSUPPORTED -> 422;
      case NOT_FOUND -> 404;
      case CONFLICT -> 409;
      case QUOTA -> 403;
      case THROTTLED -> 429;
      case TIMEOUT -> 504;
      case UNAUTHENTICATED, DENIED, UNAVAILABLE, CAPACITY, CANCELLED -> 503;
      case UNCLASSIFIED -> 500;
    };
    String message = String.valueOf(e.getMessage());
    boolean taken = e.conflict().filter(Conflict.NAME_TAKEN::equals).isPresent();
    KubeStatus status = taken
        ? new KubeStatus(409, "AlreadyExists", message, Details.NONE)
        : KubeStatus.failure(code, message);
    return status.about(details.retryAfter(wait(e)));
  }

  private static int wait(CloudException e) {
    boolean passes = switch (e.kind()) {
      case THROTTLED, TIMEOUT, UNAUTHENTICATED, DENIED, UNAVAILABLE, CAPACITY, CANCELLED -> true;
      case CONFLICT -> e.conflict().filter(Conflict.BUSY::equals).isPresent();
      case INVALID, UNSUPPORTED, NOT_FOUND, QUOTA, UNCLASSIFIED -> false;
    };
    long asked = e.retryAfter().map(time -> time.plusMillis(999).toSeconds()).orElse(0L);
    return passes ? (int) Math.min(3600, Math.max(SOON, asked)) : 0;
  }
}

package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.ErrorFormat;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.kube.KubeStatus.Details;
import java.util.List;
import java.util.Optional;

/** Writes errors under the paths of Kubernetes as a Status. */
public final class KubeErrorFormat implements ErrorFormat {
  private static final List<String> PATHS = List.of("/api", "/apis", "/version", "/openapi");

  private final UnsupportedRequests unsupported = new UnsupportedRequests();

  /** Writes errors. */
  public KubeErrorFormat() {}

  @Override
  public HttpReply say(RequestHead head, HttpReply reply) {
    boolean plain = reply.status() >= 400 && !KubeStatus.words(reply);
    return plain && ours(head.path()) ? status(head, reply).inPlaceOf(reply) : reply;
  }

  private KubeStatus status(RequestHead head, HttpReply reply) {
    KubeStatus status = KubeStatus.of(reply);
    Optional<ResourcePath> path = ResourcePath.of(head.path());
    boolean explained = reply.status() == 405
        || (reply.status() == 404 && path.filter(ResourcePath::served).isEmpty());
    if (!explained) {
      return status;
    }
    KubeStatus said = unsupported
        .instead(head.method(), head.path())
        .map(instead -> KubeStatus.failure(status.code(), instead))
        .orElse(status);
    return path.map(at -> said.about(Details.of(at.name(), at.resource()))).orElse(said);
  }

  private static boolean ours(String path) {
    return PATHS.stream().anyMatch(ours -> path.equals(ours) || path.startsWith(ours + "/"));
  }
}

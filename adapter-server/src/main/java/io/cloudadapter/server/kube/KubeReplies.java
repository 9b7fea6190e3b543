package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.Tongue;
import java.util.List;

/** Words errors under /api, /apis and /version as a Status. */
public final class KubeReplies implements Tongue {
  private static final List<String> PATHS = List.of("/api", "/apis", "/version");

  /** A tongue. */
  public KubeReplies() {}

  @Override
  public HttpReply say(RequestHead head, HttpReply reply) {
    boolean plain = reply.status() >= 400 && !KubeStatus.words(reply);
    return plain && ours(head.path()) ? KubeStatus.of(reply).inPlaceOf(reply) : reply;
  }

  private static boolean ours(String path) {
    return PATHS.stream().anyMatch(ours -> path.equals(ours) || path.startsWith(ours + "/"));
  }
}

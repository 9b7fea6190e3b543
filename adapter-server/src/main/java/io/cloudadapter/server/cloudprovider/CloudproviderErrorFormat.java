package io.cloudadapter.server.cloudprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.http.ErrorFormat;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.kube.KubeStatus;
import java.io.IOException;

/**
 * Writes every error under /cloudprovider as a Status. The status line is 404 for all errors, unless the
 * configuration asks for meaningful codes; errors of authentication and of unknown paths have their own codes in
 * either case.
 */
public final class CloudproviderErrorFormat implements ErrorFormat {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PATH = "/cloudprovider";

  private final boolean semantic;
  private final ErrorFormat otherwise;

  /**
   * A tongue.
   *
   * @param semantic whether an error's own code stands on the status line
   * @param otherwise words replies of other paths
   */
  public CloudproviderErrorFormat(boolean semantic, ErrorFormat otherwise) {
    this.semantic = semantic;
    this.otherwise = otherwise;
  }

  /**
   * A tongue for a listener where nothing else is served.
   *
   * @param semantic whether an error's own code stands on the status line
   * @return words everything so, also what never became a request
   */
  public static ErrorFormat alone(boolean semantic) {
    CloudproviderErrorFormat replies =
        new CloudproviderErrorFormat(semantic, (head, reply) -> reply);
    return new ErrorFormat() {
      @Override
      public HttpReply say(RequestHead head, HttpReply reply) {
        return replies.error(reply);
      }

      @Override
      public HttpReply sayUnread(HttpReply reply) {
        return replies.error(reply);
      }
    };
  }

  @Override
  public HttpReply say(RequestHead head, HttpReply reply) {
    boolean mine = head.path().equals(PATH) || head.path().startsWith(PATH + "/");
    return mine ? error(reply) : otherwise.say(head, reply);
  }

  private HttpReply error(HttpReply reply) {
    if (reply.status() < 400 || reply.body().length == 0) {
      return reply;
    }
    boolean worded = isStatus(reply.body());
    HttpReply said = worded ? reply : KubeStatus.of(reply).inPlaceOf(reply);
    boolean asItIs = semantic
        || said.status() == 501
        || (!worded && (said.status() == 401 || said.status() == 403));
    return asItIs ? said : new HttpReply(404, said.headers(), said.body());
  }

  private static boolean isStatus(byte[] body) {
    try {
      JsonNode document = JSON.readTree(body);
      return document.path("kind").asText("").equals("Status");
    } catch (IOException e) {
      return false;
    }
  }
}

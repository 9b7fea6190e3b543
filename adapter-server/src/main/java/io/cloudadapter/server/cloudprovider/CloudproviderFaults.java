package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonErrors;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.kube.KubeStatus;
import io.cloudadapter.server.kube.KubeStatus.Details;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the errors in a body of the cloudprovider API, and refuses the body as a whole at the end. Unknown fields
 * are ignored, because the client may be newer than this server.
 */
final class CloudproviderFaults implements JsonErrors {
  private static final String INVALID = "FieldValueInvalid";

  private final List<KubeStatus.Cause> faults = new ArrayList<>();

  @Override
  public void missing(String field, String allowed) {
    faults.add(new KubeStatus.Cause("FieldValueRequired", "is required", field));
  }

  @Override
  public void wrong(String field, String allowed, JsonValue seen) {
    faults.add(
        new KubeStatus.Cause(INVALID, "must be " + allowed + ", was " + seen.shown(), field));
  }

  /** A text that must not be empty; empty if it is wrong. */
  String required(JsonBody body, String field) {
    String text = body.text(field).orElse("");
    if (text.isEmpty() && !has(body.at(field))) {
      missing(body.at(field), "a text");
    }
    return text;
  }

  /** Whether a field was found wrong. */
  boolean has(String field) {
    return faults.stream().anyMatch(fault -> fault.field().equals(field));
  }

  void invalid(String field, String problem) {
    faults.add(new KubeStatus.Cause(INVALID, problem, field));
  }

  void unsupported(String field, String problem) {
    faults.add(new KubeStatus.Cause("FieldValueNotSupported", problem, field));
  }

  void duplicate(String field, String problem) {
    faults.add(new KubeStatus.Cause("FieldValueDuplicate", problem, field));
  }

  /**
   * Refuses the whole if anything is wrong with it.
   *
   * @throws HttpError 422 with every fault
   */
  void refuseIfAny(String kind, String name) {
    if (faults.isEmpty()) {
      return;
    }
    StringBuilder message = new StringBuilder();
    Details details = Details.of(SafeText.bare(name), kind);
    for (KubeStatus.Cause fault : faults) {
      message
          .append(message.isEmpty() ? "" : "; ")
          .append(fault.field())
          .append(' ')
          .append(fault.message());
      details = details.cause(fault.reason(), fault.message(), fault.field());
    }
    throw FeatureEndpoint.error(KubeStatus.failure(422, message.toString()).about(details));
  }
}

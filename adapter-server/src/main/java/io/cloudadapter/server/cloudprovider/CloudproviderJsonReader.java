package io.cloudadapter.server.cloudprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.http.StrictJson;
import io.cloudadapter.server.kube.KubeStatus;
import io.cloudadapter.server.kube.KubeStatus.Details;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JSON object of the client's, read field by field; notes all that is wrong, and refuses it as a whole at the
 * end. What else it holds is left alone: the client may be newer than this.
 */
final class CloudproviderJsonReader {
  private static final String REQUIRED = "FieldValueRequired";
  private static final String INVALID = "FieldValueInvalid";

  private final String path;
  private final JsonNode object;
  private final List<KubeStatus.Cause> faults;

  private CloudproviderJsonReader(String path, JsonNode object, List<KubeStatus.Cause> faults) {
    this.path = path;
    this.object = object;
    this.faults = faults;
  }

  /**
   * Reads a body.
   *
   * @throws HttpError 400 unless it is one JSON object in UTF-8
   */
  static CloudproviderJsonReader read(byte[] body) {
    return new CloudproviderJsonReader("", StrictJson.object(body), new ArrayList<>());
  }

  boolean has(String field) {
    return object.has(field);
  }

  private String at(String field) {
    return path + field;
  }

  /** A text, or the empty one if it is missing or null. */
  String text(String field) {
    JsonNode value = object.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (!value.isTextual()) {
      invalid(field, "must be a text, was " + shown(value));
      return "";
    }
    return value.textValue();
  }

  /** A text that must not be empty. */
  String required(String field) {
    String text = text(field);
    if (text.isEmpty() && !isWrong(field)) {
      faults.add(new KubeStatus.Cause(REQUIRED, "is required", at(field)));
    }
    return text;
  }

  /** A text as it came, if it is one at all. */
  Optional<String> anyText(String field) {
    return Optional.ofNullable(object.path(field).textValue());
  }

  /** A value of any type, if there is one. */
  Optional<JsonNode> any(String field) {
    JsonNode value = object.path(field);
    return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  /** A whole number from 0 to a bound, 0 if it is missing or null. */
  int number(String field, int most) {
    JsonNode value = object.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return 0;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      invalid(field, "must be a whole number, 0 to " + most + ", was " + shown(value));
      return 0;
    }
    int number = value.intValue();
    if (number < 0 || number > most) {
      invalid(field, "must be 0 to " + most + ", was " + number);
      return 0;
    }
    return number;
  }

  /** Whether a field is a text and no number. */
  boolean isText(String field) {
    return object.path(field).isTextual();
  }

  /** The object in a field. */
  CloudproviderJsonReader object(String field) {
    JsonNode value = object.path(field);
    if (!value.isObject()) {
      String problem = value.isMissingNode() ? "is required" : "must be an object";
      faults.add(
          new KubeStatus.Cause(value.isMissingNode() ? REQUIRED : INVALID, problem, at(field)));
      return new CloudproviderJsonReader(
          at(field) + ".", JsonNodeFactory.instance.objectNode(), new ArrayList<>());
    }
    return new CloudproviderJsonReader(at(field) + ".", value, faults);
  }

  /** The objects of a list; null is an empty one. */
  List<CloudproviderJsonReader> list(String field) {
    JsonNode value = object.path(field);
    List<CloudproviderJsonReader> items = new ArrayList<>();
    if (!value.isArray() && !value.isMissingNode() && !value.isNull()) {
      invalid(field, "must be a list, was " + shown(value));
      return items;
    }
    for (int i = 0; i < value.size(); i++) {
      String place = at(field) + "[" + i + "]";
      if (value.get(i).isObject()) {
        items.add(new CloudproviderJsonReader(place + ".", value.get(i), faults));
      } else {
        faults.add(new KubeStatus.Cause(INVALID, "must be an object", place));
      }
    }
    return items;
  }

  /** Whether a field was found wrong. */
  boolean isWrong(String field) {
    return faults.stream().anyMatch(fault -> fault.field().equals(at(field)));
  }

  void invalid(String field, String problem) {
    faults.add(new KubeStatus.Cause(INVALID, problem, at(field)));
  }

  void unsupported(String field, String problem) {
    faults.add(new KubeStatus.Cause("FieldValueNotSupported", problem, at(field)));
  }

  void duplicate(String field, String problem) {
    faults.add(new KubeStatus.Cause("FieldValueDuplicate", problem, at(field)));
  }

  /**
   * Refuses the whole if anything is wrong with it.
   *
   * @throws HttpError 422 with every fault
   */
  void refuseIfWrong(String kind, String name) {
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

  /** A value as it came; texts in quotes, which JSON escapes once more. */
  private static String shown(JsonNode value) {
    if (value.isTextual()) {
      return SafeText.quoted(value.textValue());
    }
    if (value.isContainerNode()) {
      return value.isArray() ? "a list" : "an object";
    }
    return SafeText.bare(value.toString());
  }
}

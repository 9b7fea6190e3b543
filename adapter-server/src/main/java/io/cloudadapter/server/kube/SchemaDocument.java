package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The schemas of actions as kubectl reads them before {@code create}, {@code apply}, {@code replace} and {@code edit},
 * and for {@code explain}: an OpenAPI 2.0 document in Protocol Buffers. The numbers are those of the fields in
 * gnostic's {@code OpenAPIv2.proto}.
 */
final class SchemaDocument {
  /** Clients ask for it with an at sign in the place of a dot, which no media type may have. */
  private static final String TYPE = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

  private static final String KINDS = "x-kubernetes-group-version-kind";
  private static final byte[] BYTES = document().bytes();

  private SchemaDocument() {}

  /** The document; 406 for those who do not accept its form. */
  static HttpReply reply(RequestHead head) {
    List<String> accept = head.headers().apply("Accept");
    boolean accepted = accept.isEmpty()
        || accept.stream()
            .anyMatch(line -> line.contains("proto-openapi.spec.v2") || line.contains("*/*"));
    if (!accepted) {
      throw KubeStatus.failure(
              406, "Accept must have " + TYPE + "; GET /openapi.yaml has all operations as YAML")
          .error();
    }
    return HttpReply.bytes(TYPE, BYTES);
  }

  private static ProtobufWriter document() {
    ProtobufWriter definitions = new ProtobufWriter();
    definitions.message(
        1,
        named(
            "io.cloudadapter.v1.Action",
            kind(
                "Action",
                "An action of a machine. Clients request it by POST of a CustomAction to "
                    + "/api/v1/namespaces/POOL/pods/MACHINE/action, and it does not change afterwards.",
                Map.of(
                    "spec",
                    "What was asked: nodeName (the machine), podAction with podName, podID and the"
                        + " parameters by type, such as rebootAction; deadline; requestedBy.",
                    "status",
                    "How far it has come: complete, phase, conditions (Complete, Succeeded), message,"
                        + " error, podActionStatus, startTime, completionTime, attempts, result, lease."))));
    definitions.message(
        1,
        named(
            "io.cloudadapter.v1.CustomAction",
            kind(
                "CustomAction",
                "What is asked of a machine. kubectl sends it by: kubectl create --raw"
                    + " /api/v1/namespaces/POOL/pods/MACHINE/action -f FILE, where FILE has its JSON.",
                Map.of(
                    "rebootParams", "For Reboot: delayInSeconds, mode (soft or hard).",
                    "snapshotParams", "For Snapshot: delayInSeconds, snapshotLocation.",
                    "restoreParams", "For Restore: delayInSeconds, snapshotID.",
                    "startParams", "For Start: delayInSeconds.",
                    "stopParams", "For Stop: delayInSeconds."))));
    ProtobufWriter patch = new ProtobufWriter()
        .text(3, "Not supported: an action does not change after it was accepted.")
        .text(5, "patchAction")
        .message(13, extension("group: \"\"\nkind: Action\nversion: v1\n", KINDS));
    return new ProtobufWriter()
        .text(1, "2.0")
        .message(2, new ProtobufWriter().text(1, "Actions of machines").text(2, "v1"))
        .message(
            8,
            new ProtobufWriter()
                .message(
                    2,
                    named(
                        "/api/v1/namespaces/{namespace}/actions/{name}",
                        new ProtobufWriter().message(8, patch))))
        .message(9, definitions);
  }

  private static ProtobufWriter kind(String kind, String description, Map<String, String> objects) {
    ProtobufWriter properties = new ProtobufWriter();
    property(properties, "apiVersion", "string", "The version, v1.");
    property(properties, "kind", "string", kind + ".");
    property(properties, "metadata", "object", "Name, namespace (the pool), uid and labels.");
    if (kind.equals("CustomAction")) {
      property(properties, "actionName", "string", "Reboot, Snapshot, Restore, Start, Stop.");
      property(properties, "operation", "string", "The same, as Arktos has it.");
    }
    new TreeMap<>(objects).forEach((name, text) -> property(properties, name, "object", text));
    return new ProtobufWriter()
        .text(4, description)
        .message(22, new ProtobufWriter().text(1, "object"))
        .message(25, properties)
        .message(31, extension("- group: \"\"\n  kind: " + kind + "\n  version: v1\n", KINDS));
  }

  private static void property(
      ProtobufWriter properties, String name, String type, String description) {
    properties.message(
        1,
        named(
            name,
            new ProtobufWriter()
                .text(4, description)
                .message(22, new ProtobufWriter().text(1, type))));
  }

  private static ProtobufWriter extension(String yaml, String name) {
    return named(name, new ProtobufWriter().text(2, yaml));
  }

  private static ProtobufWriter named(String name, ProtobufWriter value) {
    return new ProtobufWriter().text(1, name).message(2, value);
  }
}

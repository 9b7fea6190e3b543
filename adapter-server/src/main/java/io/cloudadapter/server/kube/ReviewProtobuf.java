package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonValue;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a review of access that comes in Protocol Buffers, as newer clients in Go send it: four bytes of magic, then an
 * envelope with the kind and the object. The numbers are those of the fields in the API's {@code generated.proto}.
 */
final class ReviewProtobuf {
  /** The media type of what Kubernetes sends in Protocol Buffers. */
  static final String TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final Map<Integer, String> NAMES = Map.of(1, "apiVersion", 2, "kind");
  private static final Map<Integer, String> RULES = Map.of(1, "namespace");
  private static final Map<Integer, String> RESOURCE = Map.of(
      1,
      "namespace",
      2,
      "verb",
      3,
      "group",
      4,
      "version",
      5,
      "resource",
      6,
      "subresource",
      7,
      "name");
  private static final Map<Integer, String> PATH = Map.of(1, "path", 2, "verb");

  private ReviewProtobuf() {}

  /** Whether a body begins as such a message does. */
  static boolean is(byte[] body) {
    return body.length >= MAGIC.length
        && Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /**
   * The review as JSON has it: kind, apiVersion and spec.
   *
   * @throws HttpError 400 if it cannot be read
   */
  static JsonValue read(byte[] body) {
    try {
      Map<Integer, byte[]> envelope = fields(Arrays.copyOfRange(body, MAGIC.length, body.length));
      Map<Integer, byte[]> type = fields(envelope.getOrDefault(1, new byte[0]));
      Map<Integer, byte[]> review = fields(envelope.getOrDefault(2, new byte[0]));
      byte[] given = review.getOrDefault(2, new byte[0]);
      Map<String, JsonValue> read = texts(type, NAMES);
      String kind = read.getOrDefault("kind", JsonValue.NULL).string().orElse("");
      if (!kind.equals("SelfSubjectReview")) { // It asks nothing: its second field is the status.
        read.put("spec", JsonValue.object(spec(kind, fields(given))));
      }
      return JsonValue.object(read);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw HttpError.badRequest("the body is no message of Protocol Buffers that can be read", "");
    }
  }

  private static Map<String, JsonValue> spec(String kind, Map<Integer, byte[]> parts) {
    if (kind.equals("SelfSubjectRulesReview")) {
      return texts(parts, RULES);
    }
    Map<String, JsonValue> spec = new LinkedHashMap<>();
    Map.of(1, "resourceAttributes", 2, "nonResourceAttributes").forEach((field, name) -> {
      if (parts.containsKey(field)) {
        spec.put(
            name, JsonValue.object(texts(fields(parts.get(field)), field == 1 ? RESOURCE : PATH)));
      }
    });
    return spec;
  }

  private static Map<String, JsonValue> texts(
      Map<Integer, byte[]> fields, Map<Integer, String> names) {
    Map<String, JsonValue> texts = new LinkedHashMap<>();
    names.forEach((field, name) -> Optional.ofNullable(fields.get(field))
        .ifPresent(
            bytes -> texts.put(name, JsonValue.text(new String(bytes, StandardCharsets.UTF_8)))));
    return texts;
  }

  /** The fields that have a length, each as its bytes; the last one counts, as usual there. */
  private static Map<Integer, byte[]> fields(byte[] message) {
    Map<Integer, byte[]> fields = new HashMap<>();
    ByteBuffer in = ByteBuffer.wrap(message);
    while (in.hasRemaining()) {
      long tag = varint(in);
      switch ((int) (tag & 7)) {
        case 0 -> varint(in);
        case 1 -> skip(in, 8);
        case 2 -> fields.put((int) (tag >>> 3), skip(in, varint(in)));
        case 5 -> skip(in, 4);
        default -> throw new IllegalArgumentException("wire type " + (tag & 7));
      }
    }
    return fields;
  }

  private static byte[] skip(ByteBuffer in, long length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[(int) length];
    in.get(bytes);
    return bytes;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }
}

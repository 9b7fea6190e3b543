package io.cloudadapter.server.kube;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes messages of Protocol Buffers: fields that are texts or other messages, as the schema document needs them. */
final class ProtobufWriter {
  private static final int LENGTH_DELIMITED = 2;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** A field that is a text. */
  ProtobufWriter text(int field, String text) {
    return bytes(field, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A field that is a message. */
  ProtobufWriter message(int field, ProtobufWriter message) {
    return bytes(field, message.bytes());
  }

  private ProtobufWriter bytes(int field, byte[] bytes) {
    varint((field << 3) | LENGTH_DELIMITED);
    varint(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  private void varint(int value) {
    int left = value;
    while (left > 0x7f) {
      out.write((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write(left);
  }

  byte[] bytes() {
    return out.toByteArray();
  }
}

package io.cloudadapter.simulated.request;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Texts of any length as bytes, alone, optional, in lists and in maps. */
public final class TextCodec {
  private TextCodec() {}

  public static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public static String read(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  public static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("a text of " + length + " bytes where " + in.available() + " are left");
    }
    return in.readNBytes(length);
  }

  public static void writeOptional(DataOutputStream out, Optional<String> text) throws IOException {
    out.writeBoolean(text.isPresent());
    if (text.isPresent()) {
      write(out, text.get());
    }
  }

  public static Optional<String> readOptional(DataInputStream in) throws IOException {
    return in.readBoolean() ? Optional.of(read(in)) : Optional.empty();
  }

  public static void writeList(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      write(out, text);
    }
  }

  public static List<String> readList(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(read(in));
    }
    return texts;
  }

  public static void writeMap(DataOutputStream out, Map<String, String> map) throws IOException {
    out.writeInt(map.size());
    for (Map.Entry<String, String> entry : map.entrySet()) {
      write(out, entry.getKey());
      write(out, entry.getValue());
    }
  }

  public static Map<String, String> readMap(DataInputStream in) throws IOException {
    Map<String, String> map = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      map.put(read(in), read(in));
    }
    return map;
  }
}

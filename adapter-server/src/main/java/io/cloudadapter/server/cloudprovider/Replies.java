package io.cloudadapter.server.cloudprovider;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Answers of several endpoints. */
final class Replies {
  private Replies() {}

  /** An object with one text. */
  static void one(JsonGenerator json, String name, String value) throws IOException {
    json.writeStartObject();
    json.writeStringField(name, value);
    json.writeEndObject();
  }
}

package io.cloudadapter.core.ledger;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.cloudadapter.api.Alarm;
import java.io.IOException;

/**
 * The text that stands for an alarm code in the ledger. A code that was renamed keeps its stored text, so that ledgers
 * written before the renaming and after it are alike.
 */
final class StoredAlarmCode {
  private static final String MASS_DISAPPEARANCE = "MASS_VANISH";

  private StoredAlarmCode() {}

  static String textOf(Alarm.Code code) {
    return code == Alarm.Code.MASS_DISAPPEARANCE ? MASS_DISAPPEARANCE : code.name();
  }

  /**
   * The code of a stored text.
   *
   * @throws IllegalArgumentException if no code has this text
   */
  static Alarm.Code of(String text) {
    return text.equals(MASS_DISAPPEARANCE)
        ? Alarm.Code.MASS_DISAPPEARANCE
        : Alarm.Code.valueOf(text);
  }

  /** Has a mapper read and write alarm codes as the ledger stores them. */
  static SimpleModule addTo(SimpleModule module) {
    return module
        .addSerializer(Alarm.Code.class, new Serializer())
        .addDeserializer(Alarm.Code.class, new Deserializer());
  }

  private static final class Serializer extends StdScalarSerializer<Alarm.Code> {
    private static final long serialVersionUID = 1;

    Serializer() {
      super(Alarm.Code.class);
    }

    @Override
    public void serialize(Alarm.Code code, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(textOf(code));
    }
  }

  private static final class Deserializer extends StdScalarDeserializer<Alarm.Code> {
    private static final long serialVersionUID = 1;

    Deserializer() {
      super(Alarm.Code.class);
    }

    @Override
    public Alarm.Code deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      String text = parser.getText();
      try {
        return of(text);
      } catch (IllegalArgumentException e) {
        throw context.weirdStringException(text, Alarm.Code.class, "no alarm has this code");
      }
    }
  }
}

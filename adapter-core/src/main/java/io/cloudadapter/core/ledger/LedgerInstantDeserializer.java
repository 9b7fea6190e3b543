package io.cloudadapter.core.ledger;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Reads instants. It parses the form in which the library writes them, 2030-01-01T00:00:00.123456789Z with up to nine
 * decimals or none, because the general parser took half of the time of reading a record. It leaves other forms to
 * that parser.
 */
final class LedgerInstantDeserializer extends StdScalarDeserializer<Instant> {
  private static final long serialVersionUID = 1;
  private static final String FORM = "dddd-dd-ddTdd:dd:dd";
  private static final int POINT = FORM.length();
  private static final int MOST_DECIMALS = 9;

  LedgerInstantDeserializer() {
    super(Instant.class);
  }

  @Override
  public @Nullable Instant deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    String text = parser.getText();
    try {
      if (usual(text)) {
        return read(text);
      }
    } catch (DateTimeException e) {
      // A thirteenth month or so: the general parser has the words for it.
    }
    return InstantDeserializer.INSTANT.deserialize(parser, context);
  }

  private static boolean usual(String text) {
    int last = text.length() - 1;
    int decimals = last - POINT - 1;
    if (last < POINT || text.charAt(last) != 'Z' || decimals == 0 || decimals > MOST_DECIMALS) {
      return false;
    }
    for (int i = 0; i < last; i++) {
      char form = i < POINT ? FORM.charAt(i) : i == POINT ? '.' : 'd';
      char found = text.charAt(i);
      boolean fits = form == 'd' ? found >= '0' && found <= '9' : found == form;
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static Instant read(String text) {
    LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    LocalTime time =
        LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19), nanos(text));
    return day.atTime(time).toInstant(ZoneOffset.UTC);
  }

  private static int nanos(String text) {
    int decimals = Math.max(0, text.length() - 1 - POINT - 1);
    int nanos = number(text, POINT + 1, POINT + 1 + decimals);
    for (int i = decimals; i < MOST_DECIMALS; i++) {
      nanos *= 10;
    }
    return nanos;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }
}

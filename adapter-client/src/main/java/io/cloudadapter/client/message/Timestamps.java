package io.cloudadapter.client.message;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Instants on the wire: ISO 8601 in UTC with exactly three digits of fraction. Written by hand since a
 * pool of 10,000 machines has as many of them, and a formatter takes ten times as long.
 */
public final class Timestamps {
  private static final DateTimeFormatter ANY_YEAR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);

  private Timestamps() {}

  public static String format(Instant instant) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    int year = time.getYear();
    if (year < 0 || year > 9999) {
      return ANY_YEAR.format(time);
    }
    byte[] text = new byte[24];
    digits(text, 0, 4, year);
    text[4] = '-';
    digits(text, 5, 2, time.getMonthValue());
    text[7] = '-';
    digits(text, 8, 2, time.getDayOfMonth());
    text[10] = 'T';
    digits(text, 11, 2, time.getHour());
    text[13] = ':';
    digits(text, 14, 2, time.getMinute());
    text[16] = ':';
    digits(text, 17, 2, time.getSecond());
    text[19] = '.';
    digits(text, 20, 3, time.getNano() / 1_000_000);
    text[23] = 'Z';
    return new String(text, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static void digits(byte[] text, int from, int count, int number) {
    int rest = number;
    for (int i = from + count - 1; i >= from; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}

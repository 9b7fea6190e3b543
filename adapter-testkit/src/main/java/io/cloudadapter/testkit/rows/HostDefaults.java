package io.cloudadapter.testkit.rows;

import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Default time zones and locales of hosts elsewhere: half an hour off, other digits, another calendar, and letters
 * whose
 * small forms are others.
 *
 * @param zone the time zone of the host
 * @param locale the language of the host, with its digits and calendar
 */
record HostDefaults(String zone, String locale) {
  private static final Object ONE_AT_A_TIME = new Object();

  static List<HostDefaults> all() {
    return List.of(
        new HostDefaults("Asia/Kolkata", "ar-EG-u-nu-arab"),
        new HostDefaults("America/Los_Angeles", "th-TH-u-ca-buddhist-nu-thai"),
        new HostDefaults("Pacific/Kiritimati", "tr-TR"));
  }

  /** Does something while this Java has these defaults. They are of the whole process, so it must be short. */
  void during(Runnable what) {
    synchronized (ONE_AT_A_TIME) {
      TimeZone zoneBefore = TimeZone.getDefault();
      Locale localeBefore = Locale.getDefault();
      try {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        Locale.setDefault(Locale.forLanguageTag(locale));
        what.run();
      } finally {
        TimeZone.setDefault(zoneBefore);
        Locale.setDefault(localeBefore);
      }
    }
  }

  /** Whether a text has digits of these hosts, as it has if it was written without a locale. */
  static boolean writesOddly(String text) {
    return text.chars().anyMatch(letter -> letter > 0x7f && Character.isDigit(letter));
  }

  @Override
  public String toString() {
    return "on a host in " + zone + " with locale " + locale;
  }
}

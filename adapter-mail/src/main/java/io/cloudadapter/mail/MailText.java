package io.cloudadapter.mail;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.Severity;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Locale;

/** The subject and the text of a mail. */
final class MailText {
  private static final int LONGEST_SUBJECT = 120;

  private MailText() {}

  /** Names the most severe notification, and how many more there are. */
  static String subject(NotificationMessage message) {
    Notification worst = message.notifications().stream()
        .max(Comparator.comparing(Notification::severity))
        .orElseThrow();
    int more = message.notifications().size() - 1;
    String subject = "[" + word(worst.severity()) + "] "
        + message.pool().map(PoolName::value).map(pool -> "pool " + pool + ": ").orElse("")
        + what(worst)
        + (more == 0 ? "" : ", and " + more + " more");
    String line = subject.replaceAll("\\p{Cntrl}", " ");
    return line.length() > LONGEST_SUBJECT ? line.substring(0, LONGEST_SUBJECT) : line;
  }

  private static String what(Notification one) {
    return switch (one.kind()) {
      case ALARM_RAISED -> "alarm " + one.code();
      case ALARM_REPEATED -> "alarm " + one.code() + " still stands";
      case ALARM_CLEARED -> "alarm " + one.code() + " is over";
      case EVENT -> one.code();
      case EVENTS_LOST -> "events are missing";
      case TEST -> "a test";
    };
  }

  private static String word(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }

  static String body(NotificationMessage message) {
    StringBuilder text = new StringBuilder();
    for (Notification one : message.notifications()) {
      text.append(one.time().truncatedTo(ChronoUnit.SECONDS))
          .append("  ")
          .append(word(one.severity()))
          .append("  ")
          .append(what(one));
      one.event()
          .flatMap(event -> event.machine())
          .ifPresent(machine -> text.append("  machine ").append(machine.value()));
      text.append("\r\n    ").append(one.message().replaceAll("\\p{Cntrl}", " "));
      if (one.alarm()) {
        text.append("\r\n    since ").append(one.since().truncatedTo(ChronoUnit.SECONDS));
        text.append("\r\n    runbook ").append(Alarm.runbook(one.code()));
      }
      text.append("\r\n    id ").append(one.id()).append("\r\n\r\n");
    }
    text.append("Sent to receiver ").append(message.receiver()).append(".\r\n");
    return text.toString();
  }
}

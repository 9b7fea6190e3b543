package io.cloudadapter.testkit.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.testkit.channel.ChannelTestBench.Sent;
import io.cloudadapter.testkit.report.Excerpt;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.subject.TestReceiver.Heard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Chapter 10: what a channel does that carries notifications, too. */
final class NotificationTrials {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant TIME = Instant.parse("2026-01-01T08:00:00Z");
  private static final PoolName POOL = new PoolName("adapter-kit");

  /** The texts of as many notifications as a message holds, which then nearly has the most bytes. */
  private static final int LONG_TEXT = 1650;

  private NotificationTrials() {}

  static List<ChannelTrial> all() {
    return List.of(
        ChannelTrial.of("MP-10.19", NotificationTrials::arrivesWhole)
            .needs("MP-10.3")
            .withFaults(),
        ChannelTrial.of("MP-10.20", NotificationTrials::keepsItsId).needs("MP-10.3"),
        ChannelTrial.of("MP-10.21", NotificationTrials::refusesNoContent)
            .needs("MP-10.3")
            .withFaults());
  }

  private static NotificationChannel carrier(HookChannel channel) {
    if (channel instanceof NotificationChannel carrier) {
      return carrier;
    }
    throw NotTestableException.notThere("the channel carries no notifications");
  }

  private static NotificationMessage message(String id, int count, String text) {
    List<Notification> notifications = new ArrayList<>();
    List<Map<String, Object>> shown = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Notification notification = new Notification(
          id + "-" + i,
          NotificationKind.ALARM_RAISED,
          Severity.WARNING,
          Optional.of(POOL),
          Optional.empty(),
          "CLOUD",
          TIME,
          TIME,
          text,
          Optional.empty());
      notifications.add(notification);
      shown.add(Map.of("id", notification.id(), "code", notification.code(), "message", text));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("pool", POOL.value());
    fields.put("notifications", shown);
    try {
      String json = JSON.writeValueAsString(fields);
      return new NotificationMessage(
          id, "oncall", Optional.of(POOL), TIME, TIME.plusSeconds(240), notifications, json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a message of the kit is no JSON", e);
    }
  }

  private static NotificationMessage message(String text) {
    return message(
        UUID.nameUUIDFromBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .toString(),
        1,
        text);
  }

  private static void arrivesWhole(ChannelTestBench bench) {
    NotificationChannel carrier = carrier(bench.channel());
    whole(bench, carrier, message("the cloud does not answer"));
    if (bench.fault().isEmpty()) {
      whole(bench, carrier, message("\"quotes\", \\ and a line's\nend"));
      String id = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
      whole(bench, carrier, message(id, NotificationMessage.MOST, "x".repeat(LONG_TEXT)));
    }
  }

  private static void whole(
      ChannelTestBench bench, NotificationChannel carrier, NotificationMessage message) {
    Sent sent = bench.send(carrier, message, bench.call());
    bench.require(
        sent.accepted() || bench.fault().isPresent(),
        "a message of notifications failed in peace: " + sent.attempt());
    if (!sent.accepted()) {
      return;
    }
    List<Heard> heard = bench.end().heard(message);
    bench.require(
        sent.arrived(), "send returned, and the message of notifications has not arrived");
    bench.require(
        read(heard.get(0).message()).equals(read(message.json())),
        "a message of " + message.json().length() + " bytes came as "
            + Excerpt.ofMessage(heard.get(0).message()));
    bench.require(
        bench.fault().isPresent() || heard.size() == 1,
        "one message of notifications arrived " + heard.size() + " times");
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new RuleViolation("what has arrived is no JSON: " + Excerpt.ofMessage(json), e);
    }
  }

  private static void keepsItsId(ChannelTestBench bench) {
    NotificationMessage message = message("sent again");
    HookChannel first = bench.channel();
    for (HookChannel by : List.of(first, first, bench.another())) {
      Sent sent = bench.send(carrier(by), message, bench.patient());
      bench.require(
          sent.accepted(),
          "a message of notifications failed in peace when it was sent again: " + sent.attempt());
    }
    Set<Optional<String>> ids =
        bench.end().heard(message).stream().map(Heard::id).collect(Collectors.toSet());
    bench.require(
        ids.size() == 1, "one message of notifications came with different ids: " + ids.size());
    NotificationMessage other = message("another one");
    bench.require(
        bench.send(carrier(bench.channel()), other, bench.patient()).arrived(),
        "a second message of notifications has not arrived");
    bench.require(
        ids.contains(Optional.empty())
            || !ids.contains(bench.end().heard(other).get(0).id()),
        "two messages of notifications came with one id");
  }

  private static void refusesNoContent(ChannelTestBench bench) {
    NotificationMessage message = message("on a bad way");
    Sent sent = bench.send(carrier(bench.channel()), message, bench.call());
    Optional<CloudException> error = sent.attempt().error();
    if (bench.fault().isEmpty() || error.isEmpty()) {
      bench.require(
          sent.accepted(), "a message of notifications failed in peace: " + sent.attempt());
      return;
    }
    bench.require(
        error.get().kind() != Kind.INVALID,
        "after " + bench.fault().get() + " an error must not be INVALID, for which a message is"
            + " halved and given up in the end");
    Set<Kind> fitting = MessageTrials.kindsAfter(bench.fault().get());
    bench.require(
        fitting.contains(error.get().kind()),
        "after " + bench.fault().get() + " an error must be one of " + fitting + ", and was "
            + sent.attempt());
    bench.require(
        error.get().effect() == Effect.UNKNOWN || bench.end().heard(message).isEmpty(),
        "the message has arrived, and the error says that nothing has happened: " + sent.attempt());
  }
}

package io.cloudadapter.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.NotificationChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Posts alarms to an Alertmanager, by its API v2. Parameters of a target: {@code url}, where the Alertmanager is,
 * without {@code /api/v2}; {@code allowPrivate}, without which private addresses and plain HTTP are refused; {@code
 * ca}, a PEM file of authorities to trust. Its secret is sent as a bearer token.
 *
 * <p>Labels identify an alert: the alarm's code, the pool and the severity. It ends at a time that each repetition puts
 * off, so that it ends by itself if nothing is sent any more.
 *
 * <p>Safe for use by several threads. Found by {@link java.util.ServiceLoader}.
 */
public final class AlertmanagerChannel implements NotificationChannel {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String PATH = "/api/v2/alerts";
  private static final Duration TEST_LASTS = Duration.ofMinutes(1);

  private final WebhookChannel http;

  /** A channel on the system's clock. */
  public AlertmanagerChannel() {
    this(new WebhookChannel());
  }

  AlertmanagerChannel(WebhookChannel http) {
    this.http = http;
  }

  @Override
  public String channel() {
    return "alertmanager";
  }

  @Override
  public boolean forgetsAlarms() {
    return true;
  }

  @Override
  public boolean carriesEvents() {
    return false;
  }

  @Override
  public void check(HookTarget target) {
    WebhookTarget receiver = target(target);
    http.check(
        new HookTarget(HookTarget.WEBHOOK, checkable(target.parameters()), Optional.empty()));
    boolean plain = "http".equals(receiver.url().getScheme());
    if (target.secret().isPresent()
        && plain
        && !DestinationPolicy.loopback(receiver.url().getHost())) {
      throw new IllegalArgumentException(
          "secret must be left out, or url must begin with https: a token is not sent in the clear");
    }
  }

  /** The receiver, with the path of the API. In a network of one's own, an Alertmanager rarely has TLS. */
  private static WebhookTarget target(HookTarget target) {
    WebhookTarget checked = WebhookTarget.of(
        new HookTarget(target.channel(), checkable(target.parameters()), Optional.empty()));
    String secured = checked.url().toString().replaceAll("/+$", "") + PATH;
    boolean plain = plain(target.parameters());
    URI url = URI.create(plain ? "http" + secured.substring("https".length()) : secured);
    return new WebhookTarget(url, checked.allowPrivate(), checked.ca());
  }

  private static boolean plain(Map<String, String> parameters) {
    return "true".equals(parameters.get("allowPrivate"))
        && parameters.getOrDefault("url", "").startsWith("http:");
  }

  /** What is allowed for webhooks, but for plain HTTP to private addresses that the target allows. */
  private static Map<String, String> checkable(Map<String, String> parameters) {
    Map<String, String> checkable = new TreeMap<>(parameters);
    if (plain(parameters)) {
      checkable.computeIfPresent("url", (key, url) -> "https" + url.substring("http".length()));
    }
    return checkable;
  }

  @Override
  public void send(NotificationMessage message, HookTarget target, CallContext call) {
    List<Notification> alerts = message.notifications().stream()
        .filter(one -> one.alarm() || one.kind() == NotificationKind.TEST)
        .toList();
    // The others are about events, which an Alertmanager does not take.
    if (alerts.isEmpty()) {
      return;
    }
    http.post(
        target(target),
        body(alerts, message.expires()),
        headers -> target
            .secret()
            .ifPresent(secret -> headers.put("Authorization", "Bearer " + secret.reveal())),
        call);
  }

  private static byte[] body(List<Notification> alerts, Instant expires) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartArray();
      for (Notification one : alerts) {
        json.writeStartObject();
        json.writeObjectFieldStart("labels");
        json.writeStringField("alertname", one.code());
        json.writeStringField("job", "cloudadapter");
        json.writeStringField("severity", one.severity().name().toLowerCase(Locale.ROOT));
        optional(json, "pool", one.pool().map(PoolName::value));
        optional(json, "receiver", one.receiver());
        json.writeEndObject();
        json.writeObjectFieldStart("annotations");
        json.writeStringField("summary", one.message());
        json.writeStringField("runbook", Alarm.runbook(one.code()));
        json.writeEndObject();
        json.writeStringField("startsAt", one.since().toString());
        json.writeStringField("endsAt", end(one, expires).toString());
        json.writeEndObject();
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void optional(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    }
  }

  private static Instant end(Notification one, Instant expires) {
    return switch (one.kind()) {
      case ALARM_CLEARED -> one.time();
      case TEST -> one.time().plus(TEST_LASTS);
      default -> expires;
    };
  }

  @Override
  public void close() {
    http.close();
  }
}

package io.cloudadapter.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of a receiver of notifications: {@code cloudadapter.notifications.receivers.NAME.*}. They are the keys
 * of {@link io.cloudadapter.notification.ReceiverSettings}; what is absent has the default that is documented there.
 *
 * @param channel The channel to the receiver: webhook, alertmanager, mail, or one of an account's adapter: sqs, sns,
 *     zaqar.
 * @param account The account whose adapter has the channel; for sqs, sns and zaqar.
 * @param secret What the channel signs or signs in with: the secret itself, by a placeholder such as ${HOOK_KEY};
 *     file:, env: and literal: are refused.
 * @param pools The pools that it is notified of; by default all.
 * @param alarms The codes of the alarms that it gets, or none; by default all alarms.
 * @param events The kinds of events that it gets; by default none.
 * @param severity The least severity of what it gets: info, warning or critical.
 * @param groupWait How long the first notification of a pool waits for others; 0s to 1h.
 * @param groupInterval How long after one message of a pool the next may follow; 0s to 1d.
 * @param repeatInterval How long until an alarm that still stands is sent again; 10s to 30d; by default 4h, for
 *     alertmanager 1m.
 * @param target The channel's own keys, such as url for webhook.
 */
public record ReceiverProperties(
    @Nullable String channel,
    @Nullable String account,
    @Nullable String secret,
    @Nullable List<String> pools,
    @Nullable List<String> alarms,
    @Nullable List<String> events,
    @Nullable String severity,
    @Nullable Duration groupWait,
    @Nullable Duration groupInterval,
    @Nullable Duration repeatInterval,
    @DefaultValue Map<String, String> target) {

  /** Copies the collections. */
  public ReceiverProperties {
    pools = pools == null ? null : List.copyOf(pools);
    alarms = alarms == null ? null : List.copyOf(alarms);
    events = events == null ? null : List.copyOf(events);
    target = Map.copyOf(target);
  }

  /** Shows the channel only; the target may have secrets. */
  @Override
  public String toString() {
    return "ReceiverProperties[channel=" + channel + "]";
  }
}

package io.cloudadapter.notification;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.notification.NotificationReceivers;
import io.cloudadapter.api.notification.ReceiverStatus;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.LeaderTask;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends the alarms and chosen events of pools to receivers, while its process keeps the pools.
 *
 * <pre>{@code
 * try (NotificationSender sender = new NotificationSender(List.of(
 *         new ReceiverConfig(
 *             "oncall",
 *             Optional.empty(),
 *             HookTarget.webhook(URI.create("https://alerts.example.org/pools")),
 *             NotificationFilter.allAlarms(),
 *             Duration.ofSeconds(30),
 *             Duration.ofMinutes(5),
 *             Duration.ofHours(4))));
 *     CloudAdapter adapter = CloudAdapter.builder() // …
 *         .task(sender)
 *         .open()) {
 *   sender.test("oncall");
 * }
 * }</pre>
 *
 * <p>Each notification arrives at least once. Any thread may use it. Its own threads are daemons.
 */
public final class NotificationSender implements LeaderTask, NotificationReceivers, AutoCloseable {
  private final List<ReceiverConfig> receivers;
  private final Map<String, NotificationChannel> found = new TreeMap<>();
  private volatile @Nullable SenderRun run;

  /**
   * Makes a sender over the channels that {@link ServiceLoader} finds, and those of the accounts.
   *
   * @param receivers the receivers, each with another name
   * @throws IllegalArgumentException if two have the same name
   */
  public NotificationSender(List<ReceiverConfig> receivers) {
    this(receivers, load());
  }

  NotificationSender(List<ReceiverConfig> receivers, Collection<NotificationChannel> channels) {
    this.receivers = List.copyOf(receivers);
    Set<String> names = new HashSet<>();
    for (ReceiverConfig receiver : receivers) {
      if (!names.add(receiver.name())) {
        throw new IllegalArgumentException(
            "name must be of one receiver only, was of two: " + receiver.name());
      }
    }
    channels.forEach(channel -> found.put(channel.channel(), channel));
  }

  private static List<NotificationChannel> load() {
    List<NotificationChannel> channels = new ArrayList<>();
    ServiceLoader.load(NotificationChannel.class).forEach(channels::add);
    return channels;
  }

  @Override
  public List<ConfigError> faults(Map<String, List<HookChannel>> channels) {
    List<ConfigError> faults = new ArrayList<>();
    for (ReceiverConfig receiver : receivers) {
      String key = "notifications.receivers." + receiver.name();
      if (receiver.account().filter(name -> !channels.containsKey(name)).isPresent()) {
        faults.add(new ConfigError(
            key + ".account",
            "must be an account that a pool lives in, was " + receiver.account().get()
                + "; there are " + String.join(", ", channels.keySet())));
        continue;
      }
      Map<String, NotificationChannel> usable = usable(receiver, channels);
      NotificationChannel channel = usable.get(receiver.target().channel());
      if (channel == null) {
        faults.add(new ConfigError(
            key + ".channel",
            "must be one that is there, was " + receiver.target().channel() + "; "
                + (usable.isEmpty()
                    ? "there are none"
                    : "there are " + String.join(", ", usable.keySet()))));
        continue;
      }
      fault(channel, receiver, key).ifPresent(faults::add);
    }
    return faults;
  }

  private static Optional<ConfigError> fault(
      NotificationChannel channel, ReceiverConfig receiver, String key) {
    if (!channel.carriesEvents() && !receiver.filter().events().isEmpty()) {
      return Optional.of(new ConfigError(
          key + ".events", "must be empty: channel " + channel.channel() + " carries alarms only"));
    }
    try {
      channel.check(receiver.target());
      return Optional.empty();
    } catch (IllegalArgumentException wrong) {
      return Optional.of(new ConfigError(key + ".target", String.valueOf(wrong.getMessage())));
    }
  }

  /** The channels that a receiver may use: those of its account, or those that libraries bring along. */
  private Map<String, NotificationChannel> usable(
      ReceiverConfig receiver, Map<String, List<HookChannel>> channels) {
    if (receiver.account().isEmpty()) {
      return found;
    }
    Map<String, NotificationChannel> usable = new TreeMap<>();
    for (HookChannel channel : channels.getOrDefault(receiver.account().get(), List.of())) {
      if (channel instanceof NotificationChannel carrier) {
        usable.put(carrier.channel(), carrier);
      }
    }
    return usable;
  }

  @Override
  public Running start(LeaderContext context) {
    Map<ReceiverConfig, NotificationChannel> served = new LinkedHashMap<>();
    for (ReceiverConfig receiver : receivers) {
      served.put(
          receiver,
          Objects.requireNonNull(
              usable(receiver, context.channels()).get(receiver.target().channel()), "checked"));
    }
    SenderRun started = new SenderRun(context, served);
    run = started;
    started.begin();
    return new Running() {
      @Override
      public List<Metric> metrics() {
        return ReceiverMetrics.of(started.status());
      }

      @Override
      public void close() {
        started.close();
        if (run == started) {
          run = null;
        }
      }
    };
  }

  private SenderRun running() {
    SenderRun now = run;
    if (now == null) {
      throw new PoolException(
          Reason.ELSEWHERE,
          "this process does not send notifications at present",
          "Ask the leader; GET /replicas names it.");
    }
    return now;
  }

  @Override
  public List<ReceiverStatus> receivers() {
    return receivers.isEmpty() ? List.of() : running().status();
  }

  @Override
  public String test(String receiver) {
    Objects.requireNonNull(receiver, "receiver");
    if (receivers.stream().noneMatch(known -> known.name().equals(receiver))) {
      throw new PoolException(
          Reason.NOT_FOUND,
          "there is no receiver \"" + receiver + "\"",
          "There are: "
              + String.join(", ", receivers.stream().map(ReceiverConfig::name).toList()));
    }
    return running().test(receiver);
  }

  /** Closes the channels that libraries bring along. Close the pools first. */
  @Override
  public void close() {
    found.values().forEach(NotificationChannel::close);
  }
}

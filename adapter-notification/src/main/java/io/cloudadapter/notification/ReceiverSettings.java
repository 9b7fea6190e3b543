package io.cloudadapter.notification;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The settings of a receiver that have a key of their own: type, range, default and meaning of each. A configuration
 * file and the properties of a program take their keys from here.
 */
public final class ReceiverSettings {
  private static final Duration USUAL_REPEAT = Duration.ofHours(4);

  /** An Alertmanager takes alerts for resolved after five minutes without them. */
  private static final Duration ALERTMANAGER_REPEAT = Duration.ofMinutes(1);

  private static final ConfigSpec SPEC = ConfigSpec.builder()
      .required(
          "channel",
          ConfigKey.Type.TEXT,
          "The channel to the receiver: webhook, alertmanager, mail, or one of an account's "
              + "adapter: sqs, sns, zaqar.")
      .optional(
          "account",
          ConfigKey.Type.TEXT,
          "The account whose adapter has the channel; for sqs, sns and zaqar.")
      .optional(
          "secret",
          ConfigKey.Type.SECRET,
          "What the channel signs or signs in with: file:PATH, env:NAME, or the text itself.")
      .optional("pools", ConfigKey.Type.LIST, "The pools that it is notified of; by default all.")
      .optional(
          "alarms",
          ConfigKey.Type.LIST,
          "The codes of the alarms that it gets, or none; by default all alarms.")
      .optional("events", ConfigKey.Type.LIST, "The kinds of events that it gets; by default none.")
      .choice(
          "severity", List.of("info", "warning", "critical"), "The least severity of what it gets.")
      .optional(
          "groupWait",
          ConfigKey.Type.DURATION,
          "30s",
          "How long the first notification of a pool waits for others; 0s to 1h.")
      .optional(
          "groupInterval",
          ConfigKey.Type.DURATION,
          "5m",
          "How long after one message of a pool the next may follow; 0s to 1d.")
      .optional(
          "repeatInterval",
          ConfigKey.Type.DURATION,
          "How long until an alarm that still stands is sent again; 10s to 30d; by default 4h, "
              + "for alertmanager 1m.")
      .build();

  private final Set<String> accounts;
  private final Set<String> pools;

  /**
   * Settings of receivers beside these accounts and pools.
   *
   * @param accounts the names of the accounts whose adapters may have the channel
   * @param pools the names of the pools that a receiver may be notified of
   */
  public ReceiverSettings(Set<String> accounts, Set<String> pools) {
    this.accounts = new TreeSet<>(accounts);
    this.pools = new TreeSet<>(pools);
  }

  /**
   * The keys, without the channel's own parameters.
   *
   * @return what each may have
   */
  public static ConfigSpec spec() {
    return SPEC;
  }

  /**
   * Reads a receiver.
   *
   * @param name its name
   * @param values what {@link #spec} has parsed
   * @param target the channel's own parameters
   * @param secret the secret, resolved
   * @param faults receives the key and the words of each fault; the key is empty for the receiver's name
   * @return the receiver; empty after a fault
   */
  public Optional<ReceiverConfig> read(
      String name,
      ProviderConfig values,
      Map<String, String> target,
      Optional<Secret> secret,
      BiConsumer<String, String> faults) {
    boolean[] sound = {true};
    BiConsumer<String, String> counted = (key, fault) -> {
      sound[0] = false;
      faults.accept(key, fault);
    };
    Optional<String> account =
        values.has("account") ? Optional.of(values.text("account")) : Optional.empty();
    account.ifPresent(one -> known("account", List.of(one), accounts, counted));
    Set<String> chosen = new TreeSet<>(list(values, "pools"));
    known("pools", chosen, pools, counted);
    Optional<Set<String>> alarms = alarms(values, counted);
    Set<PoolEventKind> events = events(values, counted);
    if (!sound[0]) {
      return Optional.empty();
    }
    boolean forgets = values.text("channel").equals("alertmanager");
    try {
      return Optional.of(new ReceiverConfig(
          name,
          account,
          new HookTarget(values.text("channel"), target, secret),
          new NotificationFilter(
              chosen.stream().map(PoolName::new).collect(Collectors.toSet()),
              alarms,
              events,
              Severity.valueOf(values.text("severity").toUpperCase(Locale.ROOT))),
          values.duration("groupWait"),
          values.duration("groupInterval"),
          values.has("repeatInterval")
              ? values.duration("repeatInterval")
              : forgets ? ALERTMANAGER_REPEAT : USUAL_REPEAT));
    } catch (IllegalArgumentException wrong) {
      report(String.valueOf(wrong.getMessage()), faults);
      return Optional.empty();
    }
  }

  /** A message names the field first. */
  private static void report(String message, BiConsumer<String, String> faults) {
    int end = message.indexOf(' ');
    String field = message.substring(0, end);
    String words = message.substring(end + 1);
    faults.accept(
        field.equals("name") ? "" : field,
        field.equals("name") ? "has a name that " + words : words);
  }

  private static Optional<Set<String>> alarms(
      ProviderConfig values, BiConsumer<String, String> faults) {
    if (!values.has("alarms")) {
      return Optional.empty();
    }
    List<String> given = list(values, "alarms");
    if (given.equals(List.of("none"))) {
      return Optional.of(Set.of());
    }
    known("alarms", given, NotificationFilter.alarmCodes(), faults);
    return Optional.of(Set.copyOf(given));
  }

  private static Set<PoolEventKind> events(
      ProviderConfig values, BiConsumer<String, String> faults) {
    List<String> given = list(values, "events");
    Set<String> kinds = Arrays.stream(PoolEventKind.values())
        .filter(kind -> kind != PoolEventKind.OTHER)
        .map(PoolEventKind::name)
        .collect(Collectors.toCollection(TreeSet::new));
    known("events", given, kinds, faults);
    EnumSet<PoolEventKind> events = EnumSet.noneOf(PoolEventKind.class);
    given.stream().filter(kinds::contains).map(PoolEventKind::valueOf).forEach(events::add);
    return events;
  }

  private static List<String> list(ProviderConfig values, String key) {
    return values.has(key) ? List.copyOf(new TreeSet<>(values.list(key))) : List.of();
  }

  private static void known(
      String key, Collection<String> given, Set<String> known, BiConsumer<String, String> faults) {
    for (String one : given) {
      if (!known.contains(one)) {
        faults.accept(
            key,
            "must be one of those that there are, was " + one
                + SpellingSuggestion.to(one, known)
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("; there are " + String.join(", ", known)));
      }
    }
  }
}

package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.notification.NotificationFilter;
import io.cloudadapter.notification.ReceiverConfig;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the receivers of notifications. */
final class NotificationSection {
  private static final String PATH = "notifications";
  private static final Duration USUAL_REPEAT = Duration.ofHours(4);

  /** An Alertmanager takes alerts for resolved after five minutes without them. */
  private static final Duration ALERTMANAGER_REPEAT = Duration.ofMinutes(1);

  private final SecretReference references;
  private final ConfigErrors faults;

  NotificationSection(SecretReference references, ConfigErrors faults) {
    this.references = references;
    this.faults = faults;
  }

  /** What is sound of the receivers, in their order; everything else is a fault. */
  List<ReceiverConfig> read(YamlNode.Mapping root, Set<String> accounts, List<PoolConfig> pools) {
    YamlNode node = root.entries().get(PATH);
    if (node == null) {
      return List.of();
    }
    if (!(node instanceof YamlNode.Mapping section)) {
      faults.add(PATH, "must be a mapping, was " + node.kind(), node.line());
      return List.of();
    }
    ConfigSection.Read unused = ConfigSection.read(
        PATH,
        section,
        NotificationSchema.NOTIFICATIONS.spec(),
        NotificationSchema.NOTIFICATIONS.asideNames(),
        faults);
    Set<String> names = pools.stream()
        .map(pool -> pool.name().value())
        .collect(Collectors.toCollection(TreeSet::new));
    List<ReceiverConfig> receivers = new ArrayList<>();
    YamlMappings.named(PATH + ".receivers", section.entries().get("receivers"), faults)
        .forEach(
            (name, mapping) -> receiver(name, mapping, accounts, names).ifPresent(receivers::add));
    return receivers;
  }

  private Optional<ReceiverConfig> receiver(
      String name, YamlNode.Mapping mapping, Set<String> accounts, Set<String> pools) {
    String path = PATH + ".receivers." + name;
    int before = faults.count();
    ConfigSection.Read read = ConfigSection.read(
        path,
        mapping,
        NotificationSchema.RECEIVER.spec(),
        NotificationSchema.RECEIVER.asideNames(),
        faults);
    ProviderConfig values = read.values();
    Map<String, String> parameters = parameters(path, mapping);
    Optional<Secret> secret = values.has("secret")
        ? references.resolve(
            path + ".secret", values.secret("secret").reveal(), mapping.line("secret"))
        : Optional.empty();
    Optional<String> account =
        values.has("account") ? Optional.of(values.text("account")) : Optional.empty();
    account.ifPresent(one -> known(path + ".account", List.of(one), accounts, mapping, "account"));
    Set<String> chosen = new TreeSet<>(list(values, "pools"));
    known(path + ".pools", chosen, pools, mapping, "pools");
    Optional<Set<String>> alarms = alarms(path, values, mapping);
    Set<PoolEventKind> events = events(path, values, mapping);
    if (faults.count() > before) {
      return Optional.empty();
    }
    boolean forgets = values.text("channel").equals("alertmanager");
    try {
      return Optional.of(new ReceiverConfig(
          name,
          account,
          new HookTarget(values.text("channel"), parameters, secret),
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
      wrong(path, String.valueOf(wrong.getMessage()), mapping);
      return Optional.empty();
    }
  }

  /** A message names the field first. */
  private void wrong(String path, String message, YamlNode.Mapping mapping) {
    int end = message.indexOf(' ');
    String field = message.substring(0, end);
    faults.add(
        field.equals("name") ? path : path + "." + field,
        field.equals("name")
            ? "has a name that " + message.substring(end + 1)
            : message.substring(end + 1),
        mapping.line(field));
  }

  private Map<String, String> parameters(String path, YamlNode.Mapping mapping) {
    Map<String, String> parameters = new LinkedHashMap<>();
    YamlMappings.texts(path + ".target", mapping.entries().get("target"), faults)
        .forEach((key, value) -> parameters.put(
            key,
            key.equals("ca")
                ? references
                    .path(path + ".target.ca", value.text(), value.line())
                    .toString()
                : value.text()));
    return parameters;
  }

  private Optional<Set<String>> alarms(
      String path, ProviderConfig values, YamlNode.Mapping mapping) {
    if (!values.has("alarms")) {
      return Optional.empty();
    }
    List<String> given = list(values, "alarms");
    if (given.equals(List.of("none"))) {
      return Optional.of(Set.of());
    }
    known(path + ".alarms", given, NotificationFilter.alarmCodes(), mapping, "alarms");
    return Optional.of(Set.copyOf(given));
  }

  private Set<PoolEventKind> events(String path, ProviderConfig values, YamlNode.Mapping mapping) {
    List<String> given = list(values, "events");
    Set<String> kinds = Arrays.stream(PoolEventKind.values())
        .filter(kind -> kind != PoolEventKind.OTHER)
        .map(PoolEventKind::name)
        .collect(Collectors.toCollection(TreeSet::new));
    known(path + ".events", given, kinds, mapping, "events");
    EnumSet<PoolEventKind> events = EnumSet.noneOf(PoolEventKind.class);
    given.stream().filter(kinds::contains).map(PoolEventKind::valueOf).forEach(events::add);
    return events;
  }

  private static List<String> list(ProviderConfig values, String key) {
    return values.has(key) ? List.copyOf(new TreeSet<>(values.list(key))) : List.of();
  }

  private void known(
      String path,
      Collection<String> given,
      Set<String> known,
      YamlNode.Mapping mapping,
      String key) {
    for (String one : given) {
      if (!known.contains(one)) {
        faults.add(
            path,
            "must be one of those that there are, was " + one
                + SpellingSuggestion.to(one, known)
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("; there are " + String.join(", ", known)),
            mapping.line(key));
      }
    }
  }
}

package io.cloudadapter.server.config;

import io.cloudadapter.api.Secret;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.notification.ReceiverConfig;
import io.cloudadapter.notification.ReceiverSettings;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the receivers of notifications. */
final class NotificationSection {
  private static final String PATH = "notifications";

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
    ReceiverSettings settings = new ReceiverSettings(
        accounts, pools.stream().map(pool -> pool.name().value()).collect(Collectors.toSet()));
    List<ReceiverConfig> receivers = new ArrayList<>();
    YamlMappings.named(PATH + ".receivers", section.entries().get("receivers"), faults)
        .forEach((name, mapping) -> receiver(name, mapping, settings).ifPresent(receivers::add));
    return receivers;
  }

  private Optional<ReceiverConfig> receiver(
      String name, YamlNode.Mapping mapping, ReceiverSettings settings) {
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
    int now = faults.count();
    Optional<ReceiverConfig> receiver = settings.read(
        name,
        values,
        parameters,
        secret,
        (key, fault) -> faults.add(
            key.isEmpty() ? path : path + "." + key,
            fault,
            mapping.line(key.isEmpty() ? "name" : key)));
    return now > before ? Optional.empty() : receiver;
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
}

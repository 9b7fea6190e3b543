package io.cloudadapter.server.config;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the lifecycle hooks of one pool. */
final class HookSection {
  /** The keys of targets that name a file, which may stand beside the configuration. */
  private static final Set<String> FILES = Set.of("ca", "kubeconfig");

  private final String path;
  private final SecretReference references;
  private final ConfigErrors faults;

  HookSection(String path, SecretReference references, ConfigErrors faults) {
    this.path = path;
    this.references = references;
    this.faults = faults;
  }

  /** What is sound of the hooks, in their order; everything else is a fault. */
  List<LifecycleHook> read(Map<String, YamlNode.Mapping> hooks) {
    List<LifecycleHook> read = new ArrayList<>();
    hooks.forEach((name, mapping) -> hook(name, mapping).ifPresent(read::add));
    return read;
  }

  private Optional<LifecycleHook> hook(String name, YamlNode.Mapping mapping) {
    String where = path + "." + name;
    ConfigSection.Read read = ConfigSection.read(
        where, mapping, PoolSchema.HOOK.spec(), PoolSchema.HOOK.asideNames(), faults);
    ProviderConfig values = read.values();
    Optional<HookTarget> target = target(where, values, mapping);
    if (!read.wrong().isEmpty() || target.isEmpty()) {
      return Optional.empty();
    }
    LifecycleHook hook;
    try {
      hook = hook(name, values, target.get());
    } catch (IllegalArgumentException wrong) {
      faults.add(where, String.valueOf(wrong.getMessage()), mapping.line());
      return Optional.empty();
    }
    return isSound(where, mapping, hook.target().channel(), channel -> channel.checkHook(hook))
        ? Optional.of(hook)
        : Optional.empty();
  }

  /** Has a channel check a target. Channels that an adapter adds are asked when its account is opened. */
  private boolean isSound(
      String where, YamlNode.Mapping mapping, String name, Consumer<HookChannel> check) {
    try {
      for (HookChannel channel : ServiceLoader.load(HookChannel.class)) {
        if (channel.channel().equals(name)) {
          check.accept(channel);
        }
      }
      return true;
    } catch (IllegalArgumentException wrong) {
      faults.add(where + ".target", String.valueOf(wrong.getMessage()), mapping.line("target"));
      return false;
    }
  }

  private static LifecycleHook hook(String name, ProviderConfig values, HookTarget target) {
    LifecycleHook usual = LifecycleHook.on(
        name, LifecycleTransition.ofWord(values.text("on")), values.duration("timeout"), target);
    return new LifecycleHook(
        name,
        usual.transition(),
        usual.timeout(),
        values.has("limit") ? values.duration("limit") : usual.limit(),
        values.has("otherwise")
            ? HookResult.valueOf(values.text("otherwise").toUpperCase(Locale.ROOT))
            : usual.otherwise(),
        target,
        values.has("metadata") ? values.text("metadata") : "");
  }

  private Optional<HookTarget> target(
      String where, ProviderConfig values, YamlNode.Mapping mapping) {
    int before = faults.count();
    Map<String, String> parameters = new LinkedHashMap<>();
    YamlMappings.texts(where + ".target", mapping.entries().get("target"), faults)
        .forEach((key, value) -> parameters.put(
            key,
            FILES.contains(key)
                ? references
                    .path(where + ".target." + key, value.text(), value.line())
                    .toString()
                : value.text()));
    if (faults.count() > before) {
      return Optional.empty(); // What is missing besides goes without saying.
    }
    Optional<Secret> secret = values.has("secret")
        ? references.resolve(
            where + ".secret", values.secret("secret").reveal(), mapping.line("secret"))
        : Optional.empty();
    HookTarget target = new HookTarget(values.text("channel"), parameters, secret);
    return isSound(where, mapping, target.channel(), channel -> channel.check(target))
        ? Optional.of(target)
        : Optional.empty();
  }
}

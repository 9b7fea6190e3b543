package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.BootstrapSource;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks whether the values of launches for which the hooks of a pool ask, such as join tokens, and the placeholders
 * in its user data belong together. Without this check a machine could boot with a placeholder in place of a value.
 */
final class LaunchDataCheck {
  /** What may be a placeholder. Errors show no other part of the user data, which is a secret. */
  private static final Pattern BRACES = Pattern.compile("\\{\\{([A-Za-z0-9_. -]{1,40})}}");

  private static final Pattern SEPARATORS = Pattern.compile("[_. -]");

  private final PoolConfig pool;
  private final Map<String, HookChannel> channels;
  private final List<ConfigError> faults = new ArrayList<>();

  /** Checks a pool with the channels that its hooks may use, by name. */
  LaunchDataCheck(PoolConfig pool, Map<String, HookChannel> channels) {
    this.pool = pool;
    this.channels = channels;
  }

  /** Whether a hook of the pool asks for values of each launch. */
  boolean asks() {
    return pool.hooks().stream().anyMatch(hook -> !asked(hook).isEmpty());
  }

  /** What does not belong together. The targets of the hooks are sound. */
  List<ConfigError> faults() {
    String data = pool.launch().userData().map(Secret::reveal).orElse("");
    Map<String, String> hooks = new TreeMap<>();
    pool.hooks().forEach(hook -> refuseAskedTwice(hook, hooks));
    boolean isMisspelt = false;
    for (String written : written(data)) {
      isMisspelt |= refuseMisspelt(written, hooks);
    }
    if (!isMisspelt) {
      pool.hooks().forEach(hook -> refuseUnused(hook, data));
    }
    return List.copyOf(faults);
  }

  private Optional<BootstrapSource> source(LifecycleHook hook) {
    return Optional.ofNullable(channels.get(hook.target().channel()))
        .flatMap(HookChannel::bootstrap);
  }

  private Set<String> asked(LifecycleHook hook) {
    try {
      return new TreeSet<>(source(hook).map(source -> source.placeholders(hook)).orElse(Set.of()));
    } catch (IllegalArgumentException wrong) {
      return Set.of(); // The check of the hook names what is wrong.
    }
  }

  /**
   * Refuses values of launches for which an earlier hook asks: the user data has one place for them.
   *
   * @param hooks the hooks that ask so far, by placeholder; this one is added
   */
  private void refuseAskedTwice(LifecycleHook hook, Map<String, String> hooks) {
    for (String name : asked(hook)) {
      String earlier = hooks.putIfAbsent(name, hook.name());
      if (earlier != null) {
        fault(
            target(hook),
            "asks for values of each launch, as hook " + earlier
                + " does; only one hook of a pool may have " + BootstrapSource.placeholder(name));
        return;
      }
    }
  }

  /** Refuses values of launches that stand nowhere in the user data. */
  private void refuseUnused(LifecycleHook hook, String data) {
    Set<String> names = asked(hook);
    if (!names.isEmpty()
        && names.stream().noneMatch(name -> data.contains(BootstrapSource.placeholder(name)))) {
      fault(
          target(hook),
          "asks for values of each launch, and the pool's userData has none of their placeholders;"
              + " it must have one or more of " + shown(names));
    }
  }

  /** The distinct texts within double braces, in their order. */
  private static List<String> written(String data) {
    return BRACES
        .matcher(data)
        .results()
        .map((MatchResult found) -> found.group(1))
        .distinct()
        .toList();
  }

  /**
   * Refuses a placeholder for which no hook asks, and a text that is nearly one of those for which a hook asks.
   *
   * @param hooks the hooks that ask, by placeholder
   * @return whether it is nearly one
   */
  private boolean refuseMisspelt(String written, Map<String, String> hooks) {
    if (hooks.containsKey(written)) {
      return false;
    }
    for (HookChannel channel : channels.values()) {
      Optional<BootstrapSource> source = channel.bootstrap();
      Set<String> known = source.map(BootstrapSource::placeholders).orElse(Set.of());
      if (known.contains(written)) {
        fault(
            "userData",
            "has " + BootstrapSource.placeholder(written) + ", and no hook of the pool has "
                + source.orElseThrow().parameter()
                + " in its target, so machines would get it as it stands; it must be left out, or a"
                + " hook with channel " + channel.channel() + " must ask for its value");
        return false;
      }
      boolean isAsked = known.stream().anyMatch(hooks::containsKey);
      if (isAsked && isNearly(written, known)) {
        fault(
            "userData",
            "has " + BootstrapSource.placeholder(written) + ", for which there is no value, so"
                + " machines would get it as it stands; allowed are " + shown(known));
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a text was meant as one of the names. Other programs put values between double braces too, so this counts
   * only where a hook asks for one of the names.
   */
  private static boolean isNearly(String written, Set<String> known) {
    String bare = written.strip();
    boolean begins = known.stream()
        .map(name -> name.substring(0, name.indexOf('-') + 1))
        .anyMatch(beginning -> !beginning.isEmpty() && bare.startsWith(beginning));
    return begins
        || SpellingSuggestion.to(bare, known).isPresent()
        || known.stream().anyMatch(name -> letters(name).equals(letters(bare)));
  }

  private static String letters(String name) {
    return SEPARATORS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
  }

  private String target(LifecycleHook hook) {
    return "hooks." + hook.name() + ".target." + source(hook).orElseThrow().parameter();
  }

  private static String shown(Collection<String> names) {
    return names.stream()
        .sorted()
        .map(BootstrapSource::placeholder)
        .collect(Collectors.joining(", "));
  }

  private void fault(String key, String problem) {
    faults.add(new ConfigError("pools." + pool.name() + "." + key, problem));
  }
}

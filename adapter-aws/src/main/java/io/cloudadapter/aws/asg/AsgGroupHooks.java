package io.cloudadapter.aws.asg;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.aws.asg.AsgLifecycleClient.Hook;
import io.cloudadapter.aws.asg.AsgLifecycleClient.Waiting;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.WaitingMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Completes the lifecycle hooks of groups that the account's configuration names; all others belong to other
 * programs. Auto Scaling reports that a machine waits, but not in which hook; a second answer to a completed hook
 * counts as one that is too late, so all configured hooks are completed together.
 *
 * <p>May be used by any thread.
 */
final class AsgGroupHooks implements GroupLifecycleHooks {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_/-]{1,255}");

  private final AwsClient api;
  private final AsgLifecycleClient lifecycle;
  private final AsgNames groups;
  private final Set<String> ours;

  /** The hooks of groups as this round has read them. */
  private final Map<String, List<Hook>> read = new ConcurrentHashMap<>();

  /** Machines that wait in hooks of other programs, after this process has completed its own. */
  private final Set<Waiting> answered = ConcurrentHashMap.newKeySet();

  AsgGroupHooks(AwsClient api, AsgNames groups, Set<String> ours) {
    this.api = api;
    this.lifecycle = new AsgLifecycleClient(api);
    this.groups = groups;
    this.ours = Set.copyOf(ours);
  }

  /**
   * Reads the hooks in the account's configuration.
   *
   * @param faults takes all that is wrong
   */
  static Set<String> names(List<String> names, List<ConfigError> faults) {
    Set<String> seen = new TreeSet<>();
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        faults.add(new ConfigError(
            "lifecycleHooks",
            "must be names of 1 to 255 letters, digits and -_/, one of them was " + name));
      } else if (!seen.add(name)) {
        faults.add(new ConfigError("lifecycleHooks", "must name each hook once, was " + name));
      }
    }
    return seen;
  }

  @Override
  public List<WaitingMachine> held(Set<PoolName> pools, CallContext call) {
    api.checkOpen();
    Map<String, PoolName> owners = new TreeMap<>();
    pools.forEach(pool -> owners.put(groups.of(pool), pool));
    read.keySet().removeAll(owners.keySet());
    List<Waiting> waiting = lifecycle.waiting(owners, call);
    Set<Waiting> still = new HashSet<>(waiting);
    answered.removeIf(one -> owners.containsKey(one.group()) && !still.contains(one));
    List<WaitingMachine> held = new ArrayList<>();
    for (Waiting one : waiting) {
      if (!answered.contains(one)) {
        span(hooks(one.group(), call), one.transition())
            .map(span -> new WaitingMachine(one.pool(), one.machine(), one.transition(), span))
            .ifPresent(held::add);
      }
    }
    return held;
  }

  /** How long the most impatient of ours waits for a word; empty if none of ours waits at all. */
  private Optional<Duration> span(List<Hook> hooks, LifecycleTransition transition) {
    return ours(hooks, transition).stream().map(Hook::heartbeat).min(Comparator.naturalOrder());
  }

  /** Reads the hooks of a group once in a round: each list of held machines begins a new one. */
  private List<Hook> hooks(String group, CallContext call) {
    List<Hook> known = read.get(group);
    if (known == null) {
      known = lifecycle.hooks(group, call);
      read.put(group, known);
    }
    return known;
  }

  private List<Hook> ours(List<Hook> hooks, LifecycleTransition transition) {
    return hooks.stream()
        .filter(hook -> hook.transition() == transition && ours.contains(hook.name()))
        .toList();
  }

  @Override
  public void extend(WaitingMachine held, CallContext call) {
    api.checkOpen();
    String group = groups.of(held.pool());
    for (Hook hook : ours(hooks(group, call), held.transition())) {
      lifecycle.heartbeat(group, hook.name(), held.machine(), call);
    }
  }

  @Override
  public void release(WaitingMachine held, CallContext call) {
    api.checkOpen();
    String group = groups.of(held.pool());
    for (Hook hook : ours(hooks(group, call), held.transition())) {
      lifecycle.complete(group, hook.name(), held.machine(), call);
    }
    answered.add(new Waiting(held.pool(), group, held.machine(), held.transition()));
  }
}

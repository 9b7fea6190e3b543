package io.cloudadapter.core.protocol;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.action.ActionToken;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A request to the cloud, or a message to the receiver of a hook, to be sent once the step's records are durable. An
 * event answers each of them, also after a failure; after a crash the next process sends it again.
 */
public sealed interface Effect {

  /** Whether it changes the cloud without a record that becomes durable before, so that the lead is checked instead. */
  default boolean changesUnrecorded() {
    return false;
  }

  /** Whether it changes something in the cloud, or at a machine. */
  default boolean writes() {
    return false;
  }

  /** Whether it makes or ends a machine, or something that belongs to one. */
  default boolean resizes() {
    return false;
  }

  /** Read the account of the credentials; answered by {@link Event.Identified}. */
  record Identify() implements Effect {}

  /** List the pool; answered by {@link Event.Listed}. */
  record ListPool() implements Effect {}

  /** Call the cloud again at once although it asked the account to wait, because a person asks for it. */
  record EndThrottle() implements Effect {}

  /** Read some machines by id; answered by {@link Event.Described}. */
  record Describe(Set<MachineId> ids) implements Effect {}

  /** Resolve the name of an image to its id; answered by {@link Event.ImageResolved}. */
  record ResolveImage(String image) implements Effect {}

  /**
   * Prepare a launch in a zone, under a launch configuration; answered by {@link Event.Prepared}.
   *
   * @param zone in which zone
   * @param profile under which launch configuration
   * @param launch the only launch that it is for, if that has values of its own in its user data
   * @param spec what is launched, with placeholders where such values will stand
   * @param asker when the keeper that asks began, by the monotonic clock
   */
  record Prepare(
      Optional<String> zone, int profile, Optional<LaunchKey> launch, LaunchSpec spec, long asker)
      implements Effect {}

  /**
   * Send a launch; answered by {@link Event.Launched}.
   *
   * @param key under which key
   * @param frozen the sealed request
   * @param count how many machines
   * @param attempt which sending
   * @param total for a group: the least number of machines that it is to have; empty for a launch under a key
   */
  record Launch(LaunchKey key, String frozen, int count, int attempt, OptionalInt total)
      implements Effect {
    @Override
    public boolean writes() {
      return true;
    }

    @Override
    public boolean resizes() {
      return true;
    }
  }

  /**
   * Check how far a launch has come that the cloud runs as an operation; answered by {@link Event.Checked}.
   *
   * @param key the launch's key
   * @param operation the operation
   */
  record Check(LaunchKey key, LaunchOperation operation) implements Effect {}

  /**
   * End machines; answered by {@link Event.Terminated}.
   *
   * @param machines which ones, 1 or as many as the adapter can end by one call
   */
  record Terminate(Set<MachineId> machines) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }

    @Override
    public boolean resizes() {
      return true;
    }
  }

  /**
   * Make and attach what a machine still lacks; answered by {@link Event.Completed}.
   *
   * @param machine which machine
   * @param marks its owner, for the resources
   */
  record Complete(MachineId machine, OwnershipMarks marks) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }

    @Override
    public boolean changesUnrecorded() {
      return true;
    }
  }

  /** List the pool's resources beside machines; answered by {@link Event.ResourcesListed}. */
  record ListResources() implements Effect {}

  /** End a resource; answered by {@link Event.Released}. */
  record Release(ResourceSighting resource) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }

    @Override
    public boolean resizes() {
      return true;
    }

    @Override
    public boolean changesUnrecorded() {
      return true;
    }
  }

  /** Set marks; answered by {@link Event.Marked}. */
  record Mark(MachineId machine, OwnershipMarks marks) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }
  }

  /** Remove marks; answered by {@link Event.Unmarked}. */
  record Unmark(MachineId machine, OwnershipMarks marks) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }
  }

  /** List the machines behind a load balancer; answered by {@link Event.LookedBehind}. */
  record LookBehind(LoadBalancerName balancer) implements Effect {}

  /**
   * Read what a load balancer has found out about the machines behind it; answered by {@link Event.HealthRead}.
   *
   * @param balancer which load balancer
   * @param asker when the keeper that asks began, by the monotonic clock
   */
  record ReadLoadBalancerHealth(LoadBalancerName balancer, long asker) implements Effect {}

  /**
   * Read the cloud's instance status of machines; answered by {@link Event.HealthRead}.
   *
   * @param machines which machines, 1 or more
   * @param asker when the keeper that asks began, by the monotonic clock
   */
  record ReadInstanceStatus(Set<MachineId> machines, long asker) implements Effect {}

  /**
   * Register machines with a load balancer, or deregister them; answered by {@link Event.Registered}.
   *
   * @param balancer which load balancer
   * @param machines which machines, 1 to 100
   * @param in whether they are put there
   */
  record Register(LoadBalancerName balancer, Set<MachineId> machines, boolean in)
      implements Effect {
    @Override
    public boolean writes() {
      return true;
    }

    @Override
    public boolean changesUnrecorded() {
      return true;
    }
  }

  /** Write labels; there is no answer, because nothing depends on it. */
  record Label(MachineId machine, Map<String, String> labels) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }
  }

  /**
   * Run an attempt of an action; answered by {@link Event.Acted}.
   *
   * @param machine to which machine
   * @param action what
   * @param token which attempt; its number is the epoch of the lease
   * @param notAfter when it may not begin any more, by the monotonic clock
   */
  record Act(MachineId machine, Action action, ActionToken token, long notAfter) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }
  }

  /**
   * Start or stop a machine of the warm pool; answered by {@link Event.Powered}. A repetition is harmless.
   *
   * @param machine which machine
   * @param on whether it is started
   * @param token names the request
   * @param notAfter when it may not begin any more, by the monotonic clock
   */
  record Power(MachineId machine, boolean on, ActionToken token, long notAfter) implements Effect {
    @Override
    public boolean writes() {
      return true;
    }
  }

  /**
   * Probe an attempt of an action; answered by {@link Event.Probed}.
   *
   * @param machine of which machine
   * @param action what
   * @param token which attempt
   * @param asked when, by the monotonic clock: the answer shows nothing older
   */
  record Probe(MachineId machine, Action action, ActionToken token, long asked) implements Effect {}

  /** Send a hook message to its receiver; answered by {@link Event.Told}. */
  record Tell(String hook, HookMessage message, HookTarget target) implements Effect {}
}

package io.cloudadapter.core.runtime;

import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Carries out the effects about the service of machines: their load balancers, and their health by the cloud. */
final class ServiceCalls {
  private final MachineProvider provider;
  private final TimedCalls calls;
  private final Clocks clocks;

  ServiceCalls(MachineProvider provider, TimedCalls calls, Clocks clocks) {
    this.provider = provider;
    this.calls = calls;
    this.clocks = clocks;
  }

  /** Carries out an effect; false if it is about something else. */
  boolean run(Effect effect, Consumer<Event> report) {
    if (effect instanceof Effect.LookBehind look) {
      Moment started = clocks.now();
      calls.call(
          RequestKind.READ,
          report,
          call -> feature(LoadBalancerRegistration.class).registered(look.balancer(), call),
          (machines, error) ->
              new Event.LookedBehind(look.balancer(), started, machines.orElse(Set.of()), error));
    } else if (effect instanceof Effect.Register register) {
      calls.<Boolean>call(
          RequestKind.ACT,
          report,
          call -> {
            LoadBalancerRegistration feature = feature(LoadBalancerRegistration.class);
            if (register.in()) {
              feature.register(register.balancer(), register.machines(), call);
            } else {
              feature.deregister(register.balancer(), register.machines(), call);
            }
            return true;
          },
          (done, error) ->
              new Event.Registered(register.balancer(), register.machines(), register.in(), error));
    } else if (effect instanceof Effect.ReadLoadBalancerHealth read) {
      calls.call(
          RequestKind.READ,
          report,
          call -> feature(LoadBalancerHealth.class).health(read.balancer(), call),
          (found, error) -> healthRead(Optional.of(read.balancer()), read.asker(), found, error));
    } else if (effect instanceof Effect.ReadInstanceStatus read) {
      calls.call(
          RequestKind.READ,
          report,
          call -> feature(InstanceStatus.class).statuses(read.machines(), call),
          (found, error) -> healthRead(Optional.empty(), read.asker(), found, error));
    } else {
      return false;
    }
    return true;
  }

  private <F> F feature(Class<F> type) {
    return ProviderCalls.feature(provider, type);
  }

  private static Event healthRead(
      Optional<LoadBalancerName> balancer,
      long asker,
      Optional<List<HealthReport>> found,
      Optional<CloudException> error) {
    return new Event.HealthRead(balancer, asker, found.orElse(List.of()), error);
  }
}

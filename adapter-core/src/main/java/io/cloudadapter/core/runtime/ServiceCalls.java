package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
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
import java.util.stream.Stream;

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
      readStatus(List.copyOf(read.machines()), read.asker(), List.of(), report);
    } else {
      return false;
    }
    return true;
  }

  /**
   * Reads the instance status of machines, a batch at a time. Each batch is a call of its own, with its own deadline;
   * one that fails ends the whole read.
   *
   * @param left the machines that are not read yet, in the order of the batches
   * @param before what the batches so far have found
   */
  private void readStatus(
      List<MachineId> left, long asker, List<HealthReport> before, Consumer<Event> report) {
    int most = provider.profile().maxIdsPerList();
    List<MachineId> batch = left.subList(0, Math.min(most, left.size()));
    List<MachineId> rest = left.subList(batch.size(), left.size());
    calls.call(
        RequestKind.READ,
        event -> {
          if (event instanceof Event.HealthRead read && read.error().isEmpty() && !rest.isEmpty()) {
            readStatus(rest, asker, read.reports(), report);
          } else {
            report.accept(event);
          }
        },
        call -> feature(InstanceStatus.class).statuses(Set.copyOf(batch), call),
        (found, error) -> healthRead(
            Optional.empty(),
            asker,
            found.map(
                reports -> Stream.concat(before.stream(), reports.stream()).toList()),
            error));
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

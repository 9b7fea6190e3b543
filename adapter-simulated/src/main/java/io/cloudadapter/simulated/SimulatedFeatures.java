package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.simulated.notice.GroupHookWaits;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotices;
import io.cloudadapter.spi.feature.WaitingMachine;
import io.cloudadapter.spi.feature.Zones;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the cloud offers beside machines, as features; each call is one exchange. */
final class SimulatedFeatures {

  /** Ways to the cloud and back. */
  interface Way {
    /** Looks, and changes nothing. */
    <T> T look(CallContext call, Function<CloudState, T> question);

    /** Changes something; it may arrive late. */
    <T> T ask(ResourceChange change, CallContext call, Function<CloudState, T> arrival);
  }

  private final Map<Class<?>, Object> features;

  SimulatedFeatures(CloudSettings settings, Way way) {
    Map<Class<?>, Object> all = new java.util.HashMap<>();
    all.put(Instances.class, new Machines(way));
    all.put(LoadBalancers.class, new Balancing(settings, way));
    all.put(LoadBalancerRegistration.class, new Registering(way));
    all.put(LoadBalancerHealth.class, (LoadBalancerHealth) (balancer, call) ->
        way.look(call, world -> new SimulatedLoadBalancers(world).health(balancer)));
    all.put(InstanceStatus.class, (InstanceStatus)
        (machines, call) -> way.look(call, world -> InstanceView.statuses(world, machines)));
    all.put(Zones.class, (Zones)
        call -> way.look(call, world -> InstanceView.zones(world.settings)));
    if (!settings.clusters().isEmpty()) {
      all.put(Clusters.class, (Clusters)
          call -> way.look(call, world -> InstanceView.clusters(world.settings)));
    }
    all.put(Routes.class, new Routing(way));
    all.put(MachineSizeCatalog.class, (MachineSizeCatalog)
        call -> way.look(call, world -> SimulatedCatalog.sizes(world.settings)));
    all.put(Quotas.class, (Quotas) call -> way.look(call, SimulatedCatalog::quotas));
    all.put(SpotNotices.class, new Market(way));
    if (!settings.hasGroups()) {
      // The image of a group's machines is in the group.
      all.put(ImageResolver.class, (ImageResolver)
          (image, call) -> way.look(call, world -> world.images.resolve(image)));
    }
    if (settings.hasGroups()) {
      all.put(GroupLifecycleHooks.class, new Holding(way));
    }
    if (!settings.services()) {
      all.clear();
    }
    if (settings.launchOperations()) {
      all.put(LaunchOperations.class, (LaunchOperations)
          (operation, call) -> way.look(call, world -> LaunchExecutor.progress(world, operation)));
    }
    if (settings.machineResources()) {
      all.put(MachineResources.class, new Besides(way));
    }
    features = Map.copyOf(all);
  }

  <F> Optional<F> feature(Class<F> type) {
    return Optional.ofNullable(features.get(type)).map(type::cast);
  }

  private record Machines(Way way) implements Instances {
    @Override
    public List<Instance> all(CallContext call) {
      return way.look(call, InstanceView::instances);
    }

    @Override
    public boolean addSshKey(SshKey key, CallContext call) {
      return way.ask(new ResourceChange.AddKey(key), call, world -> world.letIn(key));
    }
  }

  private record Market(Way way) implements SpotNotices {
    @Override
    public List<SpotNotice> notices(CallContext call) {
      return way.look(call, world -> world.trouble.notices.some());
    }

    @Override
    public void forget(Collection<SpotNotice> notices, CallContext call) {
      ResourceChange change =
          new ResourceChange.Forget(notices.stream().map(SpotNotice::receipt).toList());
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }

  private record Holding(Way way) implements GroupLifecycleHooks {
    @Override
    public List<WaitingMachine> held(Set<PoolName> pools, CallContext call) {
      return way.look(call, world -> world.groups.held(pools));
    }

    @Override
    public void extend(WaitingMachine machine, CallContext call) {
      answer(machine, true, call);
    }

    @Override
    public void release(WaitingMachine machine, CallContext call) {
      answer(machine, false, call);
    }

    private void answer(WaitingMachine machine, boolean on, CallContext call) {
      ResourceChange change = new ResourceChange.Answer(
          new GroupHookWaits.Hold(machine.machine(), machine.transition()), on);
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }

  /** Resources beside machines: one exchange to look, and one for each that is made or released. */
  private record Besides(Way way) implements MachineResources {

    @Override
    public ListResult resources(
        PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
      List<ResourceSighting> rows = way.look(call, world -> new ResourceTable(world).of(pool));
      rows.forEach(sink);
      return ListResult.all();
    }

    @Override
    public boolean complete(MachineId machine, OwnershipMarks marks, CallContext call) {
      List<String> lacking = way.look(call, world -> new ResourceTable(world).lacking(machine));
      for (String kind : lacking) {
        change(new ResourceChange.MakeResource(kind, machine, marks), call);
      }
      return true;
    }

    @Override
    public void release(ResourceSighting resource, CallContext call) {
      change(new ResourceChange.ReleaseResource(resource.id()), call);
    }

    private void change(ResourceChange change, CallContext call) {
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }

  private record Balancing(CloudSettings settings, Way way) implements LoadBalancers {
    @Override
    public Set<Protocol> protocols() {
      return SimulatedLoadBalancers.protocols(settings);
    }

    @Override
    public Optional<LoadBalancer> find(String region, String name, CallContext call) {
      return way.look(call, world -> new SimulatedLoadBalancers(world).find(region, name));
    }

    @Override
    public LoadBalancer ensure(LoadBalancerSpec spec, CallContext call) {
      return way.ask(
          new ResourceChange.Ensure(spec),
          call,
          world -> new SimulatedLoadBalancers(world).ensure(spec));
    }

    @Override
    public LoadBalancer setHosts(String region, String name, List<String> hosts, CallContext call) {
      List<String> all = LoadBalancerSpec.hosts(hosts);
      return way.ask(
          new ResourceChange.SetHosts(region, name, all),
          call,
          world -> new SimulatedLoadBalancers(world).setHosts(region, name, all));
    }

    @Override
    public void delete(String region, String name, CallContext call) {
      ResourceChange change = new ResourceChange.DeleteBalancer(region, name);
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }

  private record Registering(Way way) implements LoadBalancerRegistration {
    @Override
    public Set<MachineId> registered(LoadBalancerName balancer, CallContext call) {
      return way.look(call, world -> new SimulatedLoadBalancers(world).registered(balancer));
    }

    @Override
    public void register(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
      change(balancer, machines, true, call);
    }

    @Override
    public void deregister(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
      change(balancer, machines, false, call);
    }

    private void change(
        LoadBalancerName balancer, Set<MachineId> machines, boolean in, CallContext call) {
      List<String> ids = machines.stream().map(MachineId::value).sorted().toList();
      boolean done = way.ask(
          new ResourceChange.Register(balancer, ids, in),
          call,
          world -> new SimulatedLoadBalancers(world).register(balancer, ids, in));
      assert done;
    }
  }

  private record Routing(Way way) implements Routes {
    @Override
    public List<Route> routes(String cluster, CallContext call) {
      return way.look(call, world -> new SimulatedRouteTables(world).of(cluster));
    }

    @Override
    public Route create(
        String cluster, String name, String target, Cidr destination, CallContext call) {
      return way.ask(
          new ResourceChange.CreateRoute(cluster, name, target, destination),
          call,
          world -> new SimulatedRouteTables(world).create(cluster, name, target, destination));
    }

    @Override
    public void delete(String cluster, String name, CallContext call) {
      ResourceChange change = new ResourceChange.DeleteRoute(cluster, name);
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }
}

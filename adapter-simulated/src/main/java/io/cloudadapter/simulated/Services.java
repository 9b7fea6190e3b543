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
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.Catalog;
import io.cloudadapter.spi.Clusters;
import io.cloudadapter.spi.GroupHooks;
import io.cloudadapter.spi.HeldMachine;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.QuotaView;
import io.cloudadapter.spi.Registration;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.SpotMarket;
import io.cloudadapter.spi.SpotNotice;
import io.cloudadapter.spi.Zones;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What the cloud offers beside machines, as features; each call is one exchange. */
final class Services {

  /** Ways to the cloud and back. */
  interface Way {
    /** Looks, and changes nothing. */
    <T> T look(CallContext call, Function<World, T> question);

    /** Changes something; it may arrive late. */
    <T> T ask(Change change, CallContext call, Function<World, T> arrival);
  }

  private final Map<Class<?>, Object> features;

  Services(Settings settings, Way way) {
    Map<Class<?>, Object> all = new java.util.HashMap<>();
    all.put(Instances.class, new Machines(way));
    all.put(LoadBalancers.class, new Balancing(settings, way));
    all.put(Registration.class, new Registering(way));
    all.put(Zones.class, (Zones) call -> way.look(call, world -> Seen.zones(world.settings)));
    if (!settings.clusters().isEmpty()) {
      all.put(Clusters.class, (Clusters)
          call -> way.look(call, world -> Seen.clusters(world.settings)));
    }
    all.put(Routes.class, new Routing(way));
    all.put(Catalog.class, (Catalog) call -> way.look(call, world -> Offer.sizes(world.settings)));
    all.put(QuotaView.class, (QuotaView) call -> way.look(call, Offer::quotas));
    all.put(SpotMarket.class, new Market(way));
    if (settings.hasGroups()) {
      all.put(GroupHooks.class, new Holding(way));
    }
    features = settings.services() ? Map.copyOf(all) : Map.of();
  }

  <F> Optional<F> feature(Class<F> type) {
    return Optional.ofNullable(features.get(type)).map(type::cast);
  }

  private record Machines(Way way) implements Instances {
    @Override
    public List<Instance> all(CallContext call) {
      return way.look(call, Seen::instances);
    }

    @Override
    public boolean addSshKey(SshKey key, CallContext call) {
      return way.ask(new Change.AddKey(key), call, world -> world.letIn(key));
    }
  }

  private record Market(Way way) implements SpotMarket {
    @Override
    public List<SpotNotice> notices(CallContext call) {
      return way.look(call, world -> world.trouble.notices.some());
    }

    @Override
    public void forget(Collection<SpotNotice> notices, CallContext call) {
      Change change =
          new Change.Forget(notices.stream().map(SpotNotice::receipt).toList());
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }

  private record Holding(Way way) implements GroupHooks {
    @Override
    public List<HeldMachine> held(Set<PoolName> pools, CallContext call) {
      return way.look(call, world -> world.groups.held(pools));
    }

    @Override
    public void extend(HeldMachine machine, CallContext call) {
      answer(machine, true, call);
    }

    @Override
    public void release(HeldMachine machine, CallContext call) {
      answer(machine, false, call);
    }

    private void answer(HeldMachine machine, boolean on, CallContext call) {
      Change change =
          new Change.Answer(new Holds.Hold(machine.machine(), machine.transition()), on);
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }

  private record Balancing(Settings settings, Way way) implements LoadBalancers {
    @Override
    public Set<Protocol> protocols() {
      return Balancers.protocols(settings);
    }

    @Override
    public Optional<LoadBalancer> find(String region, String name, CallContext call) {
      return way.look(call, world -> new Balancers(world).find(region, name));
    }

    @Override
    public LoadBalancer ensure(LoadBalancerSpec spec, CallContext call) {
      return way.ask(new Change.Ensure(spec), call, world -> new Balancers(world).ensure(spec));
    }

    @Override
    public LoadBalancer setHosts(String region, String name, List<String> hosts, CallContext call) {
      List<String> all = LoadBalancerSpec.hosts(hosts);
      return way.ask(
          new Change.SetHosts(region, name, all),
          call,
          world -> new Balancers(world).setHosts(region, name, all));
    }

    @Override
    public void delete(String region, String name, CallContext call) {
      Change change = new Change.DeleteBalancer(region, name);
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }

  private record Registering(Way way) implements Registration {
    @Override
    public Set<MachineId> registered(LoadBalancerName balancer, CallContext call) {
      return way.look(call, world -> new Balancers(world).registered(balancer));
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
          new Change.Register(balancer, ids, in),
          call,
          world -> new Balancers(world).register(balancer, ids, in));
      assert done;
    }
  }

  private record Routing(Way way) implements Routes {
    @Override
    public List<Route> routes(String cluster, CallContext call) {
      return way.look(call, world -> new RouteTables(world).of(cluster));
    }

    @Override
    public Route create(
        String cluster, String name, String target, Cidr destination, CallContext call) {
      return way.ask(
          new Change.CreateRoute(cluster, name, target, destination),
          call,
          world -> new RouteTables(world).create(cluster, name, target, destination));
    }

    @Override
    public void delete(String cluster, String name, CallContext call) {
      Change change = new Change.DeleteRoute(cluster, name);
      boolean done = way.ask(change, call, world -> {
        change.in(world);
        return true;
      });
      assert done;
    }
  }
}

package io.cloudadapter.simulated;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.SshKey;
import java.util.List;

/** What a caller wants changed beside machines. */
sealed interface Change {

  /** Does it, now. */
  void in(World world);

  /** Make or change a load balancer. */
  record Ensure(LoadBalancerSpec spec) implements Change {
    @Override
    public void in(World world) {
      new Balancers(world).ensure(spec);
    }
  }

  /** Put other hosts behind a load balancer. */
  record SetHosts(String region, String name, List<String> hosts) implements Change {
    @Override
    public void in(World world) {
      new Balancers(world).setHosts(region, name, hosts);
    }
  }

  /** Put machines behind a load balancer, or take them out. */
  record Register(LoadBalancerName balancer, List<String> machines, boolean in) implements Change {
    @Override
    public void in(World world) {
      new Balancers(world).register(balancer, machines, in);
    }
  }

  /** Delete a load balancer. */
  record DeleteBalancer(String region, String name) implements Change {
    @Override
    public void in(World world) {
      new Balancers(world).delete(region, name);
    }
  }

  /** Make a route. */
  record CreateRoute(String cluster, String name, String target, Cidr destination)
      implements Change {
    @Override
    public void in(World world) {
      new RouteTables(world).create(cluster, name, target, destination);
    }
  }

  /** Delete a route. */
  record DeleteRoute(String cluster, String name) implements Change {
    @Override
    public void in(World world) {
      new RouteTables(world).delete(cluster, name);
    }
  }

  /** Forget notices of the spot market. */
  record Forget(List<String> receipts) implements Change {
    public Forget {
      receipts = List.copyOf(receipts);
    }

    @Override
    public void in(World world) {
      world.trouble.notices.forget(receipts);
    }
  }

  /** Hold a machine for longer, or no longer. */
  record Answer(Holds.Hold hold, boolean on) implements Change {
    @Override
    public void in(World world) {
      if (on) {
        world.groups.extend(hold);
      } else {
        world.groups.release(hold);
      }
    }
  }

  /** Let a user in. */
  record AddKey(SshKey key) implements Change {
    @Override
    public void in(World world) {
      world.letIn(key);
    }
  }
}

package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.simulated.notice.GroupHookWaits;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.List;

/** What a caller wants changed beside machines. */
sealed interface ResourceChange {

  /** Does it, now. */
  void in(CloudState world);

  /** Make or change a load balancer. */
  record Ensure(LoadBalancerSpec spec) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new SimulatedLoadBalancers(world).ensure(spec);
    }
  }

  /** Put other hosts behind a load balancer. */
  record SetHosts(String region, String name, List<String> hosts) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new SimulatedLoadBalancers(world).setHosts(region, name, hosts);
    }
  }

  /** Put machines behind a load balancer, or take them out. */
  record Register(LoadBalancerName balancer, List<String> machines, boolean in)
      implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new SimulatedLoadBalancers(world).register(balancer, machines, in);
    }
  }

  /** Delete a load balancer. */
  record DeleteBalancer(String region, String name) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new SimulatedLoadBalancers(world).delete(region, name);
    }
  }

  /** Make a route. */
  record CreateRoute(String cluster, String name, String target, Cidr destination)
      implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new SimulatedRouteTables(world).create(cluster, name, target, destination);
    }
  }

  /** Delete a route. */
  record DeleteRoute(String cluster, String name) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new SimulatedRouteTables(world).delete(cluster, name);
    }
  }

  /** Make a resource beside a machine. */
  record MakeResource(String kind, MachineId machine, OwnershipMarks marks)
      implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new ResourceTable(world).make(kind, machine, marks);
    }
  }

  /** Make the boot disks of a launch. */
  record MakeBootDisks(OwnershipMarks marks, int count) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new ResourceTable(world).makeBootDisks(marks, count);
    }
  }

  /** Release a resource beside machines. */
  record ReleaseResource(String id) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      new ResourceTable(world).release(id);
    }
  }

  /** Forget notices of the spot market. */
  record Forget(List<String> receipts) implements ResourceChange {
    public Forget {
      receipts = List.copyOf(receipts);
    }

    @Override
    public void in(CloudState world) {
      world.trouble.notices.forget(receipts);
    }
  }

  /** Hold a machine for longer, or no longer. */
  record Answer(GroupHookWaits.Hold hold, boolean on) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      if (on) {
        world.groups.extend(hold);
      } else {
        world.groups.release(hold);
      }
    }
  }

  /** Let a user in. */
  record AddKey(SshKey key) implements ResourceChange {
    @Override
    public void in(CloudState world) {
      world.letIn(key);
    }
  }
}

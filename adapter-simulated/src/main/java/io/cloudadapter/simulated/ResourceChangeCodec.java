package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.simulated.SimulatedLoadBalancers.Balancer;
import io.cloudadapter.simulated.notice.GroupHookWaits.Hold;
import io.cloudadapter.simulated.request.TextCodec;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.ResourceSighting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Encodes the cloud's resources beside machines as bytes. */
final class ResourceChangeCodec {
  private ResourceChangeCodec() {}

  static void balancer(DataOutputStream out, Balancer balancer) throws IOException {
    spec(out, balancer.spec());
    TextCodec.write(out, balancer.address());
  }

  static Balancer balancer(DataInputStream in) throws IOException {
    return new Balancer(spec(in), TextCodec.read(in));
  }

  static void route(DataOutputStream out, Route route) throws IOException {
    TextCodec.write(out, route.cluster());
    TextCodec.write(out, route.name());
    TextCodec.write(out, route.target());
    TextCodec.write(out, route.destination().text());
  }

  static Route route(DataInputStream in) throws IOException {
    return new Route(
        TextCodec.read(in),
        TextCodec.read(in),
        TextCodec.read(in),
        new Cidr(TextCodec.read(in)),
        false);
  }

  static void sshKey(DataOutputStream out, SshKey key) throws IOException {
    TextCodec.write(out, key.user());
    TextCodec.write(out, key.text());
  }

  static SshKey sshKey(DataInputStream in) throws IOException {
    return new SshKey(TextCodec.read(in), TextCodec.read(in));
  }

  static void change(DataOutputStream out, ResourceChange change) throws IOException {
    if (change instanceof ResourceChange.Ensure ensure) {
      out.writeByte('E');
      spec(out, ensure.spec());
    } else if (change instanceof ResourceChange.SetHosts hosts) {
      out.writeByte('H');
      TextCodec.write(out, hosts.region());
      TextCodec.write(out, hosts.name());
      TextCodec.writeList(out, hosts.hosts());
    } else if (change instanceof ResourceChange.Register register) {
      out.writeByte('B');
      TextCodec.write(out, register.balancer().toString());
      TextCodec.writeList(out, register.machines());
      out.writeBoolean(register.in());
    } else if (change instanceof ResourceChange.DeleteBalancer delete) {
      out.writeByte('D');
      TextCodec.write(out, delete.region());
      TextCodec.write(out, delete.name());
    } else if (change instanceof ResourceChange.CreateRoute create) {
      out.writeByte('R');
      route(
          out,
          new Route(create.cluster(), create.name(), create.target(), create.destination(), false));
    } else if (change instanceof ResourceChange.DeleteRoute delete) {
      out.writeByte('X');
      TextCodec.write(out, delete.cluster());
      TextCodec.write(out, delete.name());
    } else if (change instanceof ResourceChange.Forget forget) {
      out.writeByte('F');
      TextCodec.writeList(out, forget.receipts());
    } else if (change instanceof ResourceChange.Answer answer) {
      out.writeByte('A');
      hold(out, answer.hold());
      out.writeBoolean(answer.on());
    } else if (change instanceof ResourceChange.MakeResource make) {
      out.writeByte('M');
      making(out, make);
    } else if (change instanceof ResourceChange.MakeBootDisks disks) {
      out.writeByte('O');
      marks(out, disks.marks());
      out.writeInt(disks.count());
    } else if (change instanceof ResourceChange.ReleaseResource release) {
      out.writeByte('Z');
      TextCodec.write(out, release.id());
    } else if (change instanceof ResourceChange.AddKey add) {
      out.writeByte('K');
      sshKey(out, add.key());
    } else {
      throw new IllegalStateException("no byte stands for " + change.getClass().getName());
    }
  }

  static ResourceChange change(DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case 'E' -> new ResourceChange.Ensure(spec(in));
      case 'H' ->
        new ResourceChange.SetHosts(TextCodec.read(in), TextCodec.read(in), TextCodec.readList(in));
      case 'B' ->
        new ResourceChange.Register(
            LoadBalancerName.parse(TextCodec.read(in)), TextCodec.readList(in), in.readBoolean());
      case 'D' -> new ResourceChange.DeleteBalancer(TextCodec.read(in), TextCodec.read(in));
      case 'R' -> {
        Route route = route(in);
        yield new ResourceChange.CreateRoute(
            route.cluster(), route.name(), route.target(), route.destination());
      }
      case 'X' -> new ResourceChange.DeleteRoute(TextCodec.read(in), TextCodec.read(in));
      case 'A' -> new ResourceChange.Answer(hold(in), in.readBoolean());
      case 'F' -> new ResourceChange.Forget(TextCodec.readList(in));
      case 'M' -> making(in);
      case 'O' -> new ResourceChange.MakeBootDisks(marks(in), in.readInt());
      case 'Z' -> new ResourceChange.ReleaseResource(TextCodec.read(in));
      case 'K' -> new ResourceChange.AddKey(sshKey(in));
      default -> throw new IOException("change of unknown kind " + kind);
    };
  }

  static void resource(DataOutputStream out, ResourceSighting resource) throws IOException {
    TextCodec.write(out, resource.id());
    TextCodec.write(out, resource.kind());
    TextCodec.writeOptional(out, resource.machine().map(MachineId::value));
    TextCodec.writeOptional(out, resource.pool().map(PoolName::value));
    TextCodec.writeOptional(out, resource.incarnation().map(PoolIncarnation::value));
    TextCodec.writeOptional(out, resource.key().map(LaunchKey::value));
  }

  static ResourceSighting resource(DataInputStream in) throws IOException {
    return new ResourceSighting(
        TextCodec.read(in),
        TextCodec.read(in),
        TextCodec.readOptional(in).map(MachineId::new),
        TextCodec.readOptional(in).map(PoolName::new),
        TextCodec.readOptional(in).map(PoolIncarnation::new),
        TextCodec.readOptional(in).map(LaunchKey::new));
  }

  static void making(DataOutputStream out, ResourceChange.MakeResource make) throws IOException {
    TextCodec.write(out, make.kind());
    TextCodec.write(out, make.machine().value());
    marks(out, make.marks());
  }

  private static void marks(DataOutputStream out, OwnershipMarks marks) throws IOException {
    TextCodec.write(out, marks.pool().value());
    TextCodec.write(out, marks.incarnation().value());
    TextCodec.writeOptional(out, marks.key().map(LaunchKey::value));
  }

  private static OwnershipMarks marks(DataInputStream in) throws IOException {
    return new OwnershipMarks(
        new PoolName(TextCodec.read(in)),
        new PoolIncarnation(TextCodec.read(in)),
        TextCodec.readOptional(in).map(LaunchKey::new));
  }

  static ResourceChange.MakeResource making(DataInputStream in) throws IOException {
    return new ResourceChange.MakeResource(
        TextCodec.read(in), new MachineId(TextCodec.read(in)), marks(in));
  }

  static void hold(DataOutputStream out, Hold hold) throws IOException {
    TextCodec.write(out, hold.machine().value());
    TextCodec.write(out, hold.transition().name());
  }

  static Hold hold(DataInputStream in) throws IOException {
    return new Hold(
        new MachineId(TextCodec.read(in)), LifecycleTransition.valueOf(TextCodec.read(in)));
  }

  private static void spec(DataOutputStream out, LoadBalancerSpec spec) throws IOException {
    TextCodec.write(out, spec.region());
    TextCodec.write(out, spec.name());
    TextCodec.writeOptional(out, spec.address());
    out.writeInt(spec.listeners().size());
    for (Listener listener : spec.listeners()) {
      TextCodec.write(out, listener.name());
      TextCodec.write(out, listener.protocol().name());
      out.writeInt(listener.port());
      out.writeInt(listener.targetPort());
    }
    TextCodec.writeList(out, spec.hosts());
    TextCodec.write(out, spec.affinity().name());
  }

  private static LoadBalancerSpec spec(DataInputStream in) throws IOException {
    return new LoadBalancerSpec(
        TextCodec.read(in),
        TextCodec.read(in),
        TextCodec.readOptional(in),
        listeners(in),
        TextCodec.readList(in),
        LoadBalancerSpec.Affinity.valueOf(TextCodec.read(in)));
  }

  private static List<Listener> listeners(DataInputStream in) throws IOException {
    List<Listener> listeners = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      listeners.add(new Listener(
          TextCodec.read(in),
          Listener.Protocol.valueOf(TextCodec.read(in)),
          in.readInt(),
          in.readInt()));
    }
    return listeners;
  }
}

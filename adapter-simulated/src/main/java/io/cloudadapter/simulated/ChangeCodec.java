package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.simulated.Balancers.Balancer;
import io.cloudadapter.simulated.Holds.Hold;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the cloud remembers beside machines, as bytes. */
final class ChangeCodec {
  private ChangeCodec() {}

  static void balancer(DataOutputStream out, Balancer balancer) throws IOException {
    spec(out, balancer.spec());
    Texts.write(out, balancer.address());
  }

  static Balancer balancer(DataInputStream in) throws IOException {
    return new Balancer(spec(in), Texts.read(in));
  }

  static void route(DataOutputStream out, Route route) throws IOException {
    Texts.write(out, route.cluster());
    Texts.write(out, route.name());
    Texts.write(out, route.target());
    Texts.write(out, route.destination().text());
  }

  static Route route(DataInputStream in) throws IOException {
    return new Route(
        Texts.read(in), Texts.read(in), Texts.read(in), new Cidr(Texts.read(in)), false);
  }

  static void sshKey(DataOutputStream out, SshKey key) throws IOException {
    Texts.write(out, key.user());
    Texts.write(out, key.text());
  }

  static SshKey sshKey(DataInputStream in) throws IOException {
    return new SshKey(Texts.read(in), Texts.read(in));
  }

  static void change(DataOutputStream out, Change change) throws IOException {
    if (change instanceof Change.Ensure ensure) {
      out.writeByte('E');
      spec(out, ensure.spec());
    } else if (change instanceof Change.SetHosts hosts) {
      out.writeByte('H');
      Texts.write(out, hosts.region());
      Texts.write(out, hosts.name());
      Texts.writeList(out, hosts.hosts());
    } else if (change instanceof Change.Register register) {
      out.writeByte('B');
      Texts.write(out, register.balancer().toString());
      Texts.writeList(out, register.machines());
      out.writeBoolean(register.in());
    } else if (change instanceof Change.DeleteBalancer delete) {
      out.writeByte('D');
      Texts.write(out, delete.region());
      Texts.write(out, delete.name());
    } else if (change instanceof Change.CreateRoute create) {
      out.writeByte('R');
      route(
          out,
          new Route(create.cluster(), create.name(), create.target(), create.destination(), false));
    } else if (change instanceof Change.DeleteRoute delete) {
      out.writeByte('X');
      Texts.write(out, delete.cluster());
      Texts.write(out, delete.name());
    } else if (change instanceof Change.Forget forget) {
      out.writeByte('F');
      Texts.writeList(out, forget.receipts());
    } else if (change instanceof Change.Answer answer) {
      out.writeByte('A');
      hold(out, answer.hold());
      out.writeBoolean(answer.on());
    } else if (change instanceof Change.AddKey add) {
      out.writeByte('K');
      sshKey(out, add.key());
    } else {
      throw new IllegalStateException("no byte stands for " + change.getClass().getName());
    }
  }

  static Change change(DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case 'E' -> new Change.Ensure(spec(in));
      case 'H' -> new Change.SetHosts(Texts.read(in), Texts.read(in), Texts.readList(in));
      case 'B' ->
        new Change.Register(
            LoadBalancerName.parse(Texts.read(in)), Texts.readList(in), in.readBoolean());
      case 'D' -> new Change.DeleteBalancer(Texts.read(in), Texts.read(in));
      case 'R' -> {
        Route route = route(in);
        yield new Change.CreateRoute(
            route.cluster(), route.name(), route.target(), route.destination());
      }
      case 'X' -> new Change.DeleteRoute(Texts.read(in), Texts.read(in));
      case 'A' -> new Change.Answer(hold(in), in.readBoolean());
      case 'F' -> new Change.Forget(Texts.readList(in));
      case 'K' -> new Change.AddKey(sshKey(in));
      default -> throw new IOException("change of unknown kind " + kind);
    };
  }

  static void hold(DataOutputStream out, Hold hold) throws IOException {
    Texts.write(out, hold.machine().value());
    Texts.write(out, hold.transition().name());
  }

  static Hold hold(DataInputStream in) throws IOException {
    return new Hold(new MachineId(Texts.read(in)), Transition.valueOf(Texts.read(in)));
  }

  private static void spec(DataOutputStream out, LoadBalancerSpec spec) throws IOException {
    Texts.write(out, spec.region());
    Texts.write(out, spec.name());
    Texts.writeOptional(out, spec.address());
    out.writeInt(spec.listeners().size());
    for (Listener listener : spec.listeners()) {
      Texts.write(out, listener.name());
      Texts.write(out, listener.protocol().name());
      out.writeInt(listener.port());
      out.writeInt(listener.targetPort());
    }
    Texts.writeList(out, spec.hosts());
    Texts.write(out, spec.affinity().name());
  }

  private static LoadBalancerSpec spec(DataInputStream in) throws IOException {
    return new LoadBalancerSpec(
        Texts.read(in),
        Texts.read(in),
        Texts.readOptional(in),
        listeners(in),
        Texts.readList(in),
        LoadBalancerSpec.Affinity.valueOf(Texts.read(in)));
  }

  private static List<Listener> listeners(DataInputStream in) throws IOException {
    List<Listener> listeners = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      listeners.add(new Listener(
          Texts.read(in), Listener.Protocol.valueOf(Texts.read(in)), in.readInt(), in.readInt()));
    }
    return listeners;
  }
}

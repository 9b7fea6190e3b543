package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.simulated.Memory.Identity;
import io.cloudadapter.simulated.Memory.Late;
import io.cloudadapter.spi.ActionToken;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Failure;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.Incarnation;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Scope;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What the cloud remembers, as bytes. Of a machine's history only the latest version is kept: lists are
 * fresh for a moment after a restart, which the lag allows.
 */
final class Codec {
  private Codec() {}

  static void identity(DataOutputStream out, Identity identity) throws IOException {
    Texts.write(out, identity.account());
    out.writeLong(identity.now());
    out.writeLong(identity.serial());
  }

  static Identity identity(DataInputStream in) throws IOException {
    return new Identity(Texts.read(in), in.readLong(), in.readLong());
  }

  static void machine(DataOutputStream out, Vm vm) throws IOException {
    out.writeLong(vm.serial());
    Texts.write(out, vm.next().name());
    out.writeLong(vm.nextAt());
    out.writeLong(vm.history().get(vm.history().size() - 1).since());
    Facts facts = vm.now();
    Texts.write(out, facts.id().value());
    Texts.write(out, facts.state().name());
    out.writeBoolean(facts.stopped());
    marks(out, facts.marks());
    Texts.write(out, facts.zone());
    Texts.write(out, facts.size());
    Texts.write(out, facts.market().name());
    out.writeLong(facts.launchTime().map(Moments::of).orElse(Moments.NEVER));
    Texts.writeList(out, facts.publicIps());
    Texts.writeList(out, facts.privateIps());
    failure(out, facts.failure());
    Texts.writeMap(out, facts.metadata());
  }

  static Vm machine(DataInputStream in) throws IOException {
    long serial = in.readLong();
    Vm.Next next = Vm.Next.valueOf(Texts.read(in));
    long nextAt = in.readLong();
    long since = in.readLong();
    MachineId id = new MachineId(Texts.read(in));
    MachineState state = MachineState.valueOf(Texts.read(in));
    boolean stopped = in.readBoolean();
    Optional<Marks> marks = marks(in);
    String zone = Texts.read(in);
    String size = Texts.read(in);
    Market market = Market.valueOf(Texts.read(in));
    long launched = in.readLong();
    Facts facts = new Facts(
        id,
        state,
        stopped,
        marks,
        zone,
        size,
        market,
        launched == Moments.NEVER ? Optional.empty() : Optional.of(Moments.instant(launched)),
        Texts.readList(in),
        Texts.readList(in),
        failure(in),
        Texts.readMap(in));
    return new Vm(serial, next, nextAt, List.of(Version.of(since, facts)));
  }

  static void keyUse(DataOutputStream out, KeyUse use) throws IOException {
    Texts.write(out, use.digest());
    out.writeInt(use.count());
    Texts.writeList(out, use.machines().stream().map(MachineId::value).toList());
    failure(out, use.shortfall());
    out.writeLong(use.until());
  }

  static KeyUse keyUse(DataInputStream in) throws IOException {
    return new KeyUse(
        Texts.read(in),
        in.readInt(),
        Texts.readList(in).stream().map(MachineId::new).toList(),
        failure(in),
        in.readLong());
  }

  static void late(DataOutputStream out, Late late) throws IOException {
    out.writeLong(late.at());
    if (late.request() instanceof Request.Launch launch) {
      out.writeByte('L');
      Texts.writeBytes(out, launch.frozen().bytes());
      Texts.write(out, launch.key().value());
      out.writeInt(launch.count());
    } else if (late.request() instanceof Request.Terminate terminate) {
      out.writeByte('T');
      Texts.write(out, terminate.machine().value());
    } else if (late.request() instanceof Request.TerminateAll all) {
      out.writeByte('E');
      Texts.writeList(out, all.machines().stream().map(MachineId::value).toList());
    } else if (late.request() instanceof Request.Mark mark) {
      out.writeByte('M');
      Texts.write(out, mark.machine().value());
      marks(out, Optional.of(mark.marks()));
      out.writeBoolean(mark.on());
    } else if (late.request() instanceof Request.Label label) {
      out.writeByte('B');
      Texts.write(out, label.machine().value());
      Texts.writeMap(out, label.labels());
    } else if (late.request() instanceof Request.Act act) {
      out.writeByte('A');
      Texts.write(out, act.machine().value());
      Texts.write(out, act.action().type());
      Texts.writeMap(out, act.action().parameters());
      token(out, act.token());
    } else if (late.request() instanceof Request.Beside beside) {
      out.writeByte('S');
      ChangeCodec.change(out, beside.change());
    } else if (late.request() instanceof Request.Raise raise) {
      out.writeByte('R');
      Texts.writeBytes(out, raise.frozen().bytes());
      out.writeInt(raise.total());
    } else if (late.request() instanceof Request.Grow grow) {
      out.writeByte('G');
      Texts.write(out, grow.pool());
    } else if (late.request() instanceof Request.Expire expire) {
      out.writeByte('X');
      ChangeCodec.hold(out, expire.hold());
    } else {
      throw new IllegalStateException(
          "no byte stands for " + late.request().getClass().getName());
    }
  }

  static Late late(DataInputStream in) throws IOException {
    long at = in.readLong();
    int kind = in.readUnsignedByte();
    return new Late(
        at,
        switch (kind) {
          case 'L' ->
            new Request.Launch(
                FrozenLaunch.of(Texts.readBytes(in)), new LaunchKey(Texts.read(in)), in.readInt());
          case 'T' -> new Request.Terminate(new MachineId(Texts.read(in)));
          case 'E' ->
            new Request.TerminateAll(
                Texts.readList(in).stream().map(MachineId::new).toList());
          case 'M' ->
            new Request.Mark(
                new MachineId(Texts.read(in)), marks(in).orElseThrow(), in.readBoolean());
          case 'B' -> new Request.Label(new MachineId(Texts.read(in)), Texts.readMap(in));
          case 'A' -> act(in);
          case 'S' -> new Request.Beside(ChangeCodec.change(in));
          case 'R' -> new Request.Raise(FrozenLaunch.of(Texts.readBytes(in)), in.readInt());
          case 'G' -> new Request.Grow(Texts.read(in));
          case 'X' -> new Request.Expire(ChangeCodec.hold(in));
          default -> throw new IOException("request of unknown kind " + kind);
        });
  }

  static void group(DataOutputStream out, Groups.Group group) throws IOException {
    out.writeBoolean(group.frozen().isPresent());
    if (group.frozen().isPresent()) {
      Texts.writeBytes(out, group.frozen().get().bytes());
    }
    out.writeInt(group.target());
    Texts.writeList(out, group.members().stream().map(MachineId::value).toList());
  }

  static Groups.Group group(DataInputStream in) throws IOException {
    return new Groups.Group(
        in.readBoolean() ? Optional.of(FrozenLaunch.of(Texts.readBytes(in))) : Optional.empty(),
        in.readInt(),
        Texts.readList(in).stream().map(MachineId::new).toList());
  }

  static void deed(DataOutputStream out, Deed deed) throws IOException {
    Texts.write(out, deed.machine().value());
    token(out, deed.token());
    out.writeLong(Moments.of(deed.at()));
    Texts.writeMap(out, deed.result());
  }

  static Deed deed(DataInputStream in) throws IOException {
    return new Deed(
        new MachineId(Texts.read(in)),
        token(in),
        Moments.instant(in.readLong()),
        Texts.readMap(in));
  }

  private static void token(DataOutputStream out, ActionToken token) throws IOException {
    Texts.write(out, token.action().toString());
    Texts.write(out, token.type());
    out.writeInt(token.attempt());
    out.writeLong(Moments.of(token.since()));
  }

  private static ActionToken token(DataInputStream in) throws IOException {
    return new ActionToken(
        UUID.fromString(Texts.read(in)),
        Texts.read(in),
        in.readInt(),
        Moments.instant(in.readLong()));
  }

  private static Request.Act act(DataInputStream in) throws IOException {
    MachineId machine = new MachineId(Texts.read(in));
    Action action = Action.of(Texts.read(in), Texts.readMap(in));
    return new Request.Act(machine, action, token(in));
  }

  static void creation(DataOutputStream out, Creation creation) throws IOException {
    Texts.write(out, creation.machine().value());
    Texts.writeOptional(out, creation.key().map(LaunchKey::value));
    out.writeLong(Moments.of(creation.at()));
  }

  static Creation creation(DataInputStream in) throws IOException {
    return new Creation(
        new MachineId(Texts.read(in)),
        Texts.readOptional(in).map(LaunchKey::new),
        Moments.instant(in.readLong()));
  }

  private static void marks(DataOutputStream out, Optional<Marks> marks) throws IOException {
    out.writeBoolean(marks.isPresent());
    if (marks.isPresent()) {
      Texts.write(out, marks.get().pool().value());
      Texts.write(out, marks.get().incarnation().value());
      Texts.writeOptional(out, marks.get().key().map(LaunchKey::value));
    }
  }

  private static Optional<Marks> marks(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? Optional.of(new Marks(
            new PoolName(Texts.read(in)),
            new Incarnation(Texts.read(in)),
            Texts.readOptional(in).map(LaunchKey::new)))
        : Optional.empty();
  }

  private static void failure(DataOutputStream out, Optional<Failure> failure) throws IOException {
    out.writeBoolean(failure.isPresent());
    if (failure.isPresent()) {
      Failure why = failure.get();
      Texts.write(out, why.kind().name());
      Texts.write(out, why.scope().level().name());
      Texts.writeOptional(out, why.scope().zone());
      Texts.writeOptional(out, why.scope().size());
      Texts.writeOptional(out, why.scope().market().map(Market::name));
      Texts.write(out, why.message());
    }
  }

  private static Optional<Failure> failure(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? Optional.of(new Failure(
            CloudException.Kind.valueOf(Texts.read(in)),
            new Scope(
                Scope.Level.valueOf(Texts.read(in)),
                Texts.readOptional(in),
                Texts.readOptional(in),
                Texts.readOptional(in).map(Market::valueOf)),
            Texts.read(in)))
        : Optional.empty();
  }
}

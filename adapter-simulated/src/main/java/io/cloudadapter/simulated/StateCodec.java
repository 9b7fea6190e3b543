package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.simulated.StoredState.Identity;
import io.cloudadapter.simulated.StoredState.Late;
import io.cloudadapter.simulated.machine.EpochNanos;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.MachineVersion;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.simulated.request.LaunchKeyUse;
import io.cloudadapter.simulated.request.TextCodec;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.action.ActionToken;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Encodes the cloud's state as bytes. Of a machine's history it keeps only the latest version: lists are fresh for a
 * moment after a restart, which the lag allows.
 */
final class StateCodec {
  private StateCodec() {}

  static void identity(DataOutputStream out, Identity identity) throws IOException {
    TextCodec.write(out, identity.account());
    out.writeLong(identity.now());
    out.writeLong(identity.serial());
  }

  static Identity identity(DataInputStream in) throws IOException {
    return new Identity(TextCodec.read(in), in.readLong(), in.readLong());
  }

  static void machine(DataOutputStream out, SimulatedMachine vm) throws IOException {
    out.writeLong(vm.serial());
    TextCodec.write(out, vm.next().name());
    out.writeLong(vm.nextAt());
    out.writeLong(vm.history().get(vm.history().size() - 1).since());
    MachineTruth facts = vm.now();
    TextCodec.write(out, facts.id().value());
    TextCodec.write(out, facts.state().name());
    out.writeBoolean(facts.stopped());
    marks(out, facts.marks());
    TextCodec.write(out, facts.zone());
    TextCodec.write(out, facts.size());
    TextCodec.write(out, facts.market().name());
    out.writeLong(facts.launchTime().map(EpochNanos::of).orElse(EpochNanos.NEVER));
    TextCodec.writeList(out, facts.publicIps());
    TextCodec.writeList(out, facts.privateIps());
    failure(out, facts.failure());
    TextCodec.writeMap(out, facts.metadata());
  }

  static SimulatedMachine machine(DataInputStream in) throws IOException {
    long serial = in.readLong();
    SimulatedMachine.Next next = SimulatedMachine.Next.valueOf(TextCodec.read(in));
    long nextAt = in.readLong();
    long since = in.readLong();
    MachineId id = new MachineId(TextCodec.read(in));
    MachineState state = MachineState.valueOf(TextCodec.read(in));
    boolean stopped = in.readBoolean();
    Optional<OwnershipMarks> marks = marks(in);
    String zone = TextCodec.read(in);
    String size = TextCodec.read(in);
    Market market = Market.valueOf(TextCodec.read(in));
    long launched = in.readLong();
    MachineTruth facts = new MachineTruth(
        id,
        state,
        stopped,
        marks,
        zone,
        size,
        market,
        launched == EpochNanos.NEVER ? Optional.empty() : Optional.of(EpochNanos.instant(launched)),
        TextCodec.readList(in),
        TextCodec.readList(in),
        failure(in),
        TextCodec.readMap(in));
    return new SimulatedMachine(serial, next, nextAt, List.of(MachineVersion.of(since, facts)));
  }

  static void keyUse(DataOutputStream out, LaunchKeyUse use) throws IOException {
    TextCodec.write(out, use.digest());
    out.writeInt(use.count());
    TextCodec.writeList(out, use.machines().stream().map(MachineId::value).toList());
    failure(out, use.shortfall());
    out.writeLong(use.until());
  }

  static LaunchKeyUse keyUse(DataInputStream in) throws IOException {
    return new LaunchKeyUse(
        TextCodec.read(in),
        in.readInt(),
        TextCodec.readList(in).stream().map(MachineId::new).toList(),
        failure(in),
        in.readLong());
  }

  static void late(DataOutputStream out, Late late) throws IOException {
    out.writeLong(late.at());
    if (late.request() instanceof CloudRequest.Launch launch) {
      out.writeByte('L');
      TextCodec.writeBytes(out, launch.frozen().bytes());
      TextCodec.write(out, launch.key().value());
      out.writeInt(launch.count());
    } else if (late.request() instanceof CloudRequest.Terminate terminate) {
      out.writeByte('T');
      TextCodec.write(out, terminate.machine().value());
    } else if (late.request() instanceof CloudRequest.TerminateAll all) {
      out.writeByte('E');
      TextCodec.writeList(out, all.machines().stream().map(MachineId::value).toList());
    } else if (late.request() instanceof CloudRequest.Mark mark) {
      out.writeByte('M');
      TextCodec.write(out, mark.machine().value());
      marks(out, Optional.of(mark.marks()));
      out.writeBoolean(mark.on());
    } else if (late.request() instanceof CloudRequest.Label label) {
      out.writeByte('B');
      TextCodec.write(out, label.machine().value());
      TextCodec.writeMap(out, label.labels());
    } else if (late.request() instanceof CloudRequest.Act act) {
      out.writeByte('A');
      TextCodec.write(out, act.machine().value());
      TextCodec.write(out, act.action().type());
      TextCodec.writeMap(out, act.action().parameters());
      token(out, act.token());
    } else if (late.request() instanceof CloudRequest.Beside beside) {
      out.writeByte('S');
      ResourceChangeCodec.change(out, beside.change());
    } else if (late.request() instanceof CloudRequest.Raise raise) {
      out.writeByte('R');
      TextCodec.writeBytes(out, raise.frozen().bytes());
      out.writeInt(raise.total());
    } else if (late.request() instanceof CloudRequest.Grow grow) {
      out.writeByte('G');
      TextCodec.write(out, grow.pool());
    } else if (late.request() instanceof CloudRequest.Expire expire) {
      out.writeByte('X');
      ResourceChangeCodec.hold(out, expire.hold());
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
            new CloudRequest.Launch(
                PreparedLaunch.of(TextCodec.readBytes(in)),
                new LaunchKey(TextCodec.read(in)),
                in.readInt());
          case 'T' -> new CloudRequest.Terminate(new MachineId(TextCodec.read(in)));
          case 'E' ->
            new CloudRequest.TerminateAll(
                TextCodec.readList(in).stream().map(MachineId::new).toList());
          case 'M' ->
            new CloudRequest.Mark(
                new MachineId(TextCodec.read(in)), marks(in).orElseThrow(), in.readBoolean());
          case 'B' ->
            new CloudRequest.Label(new MachineId(TextCodec.read(in)), TextCodec.readMap(in));
          case 'A' -> act(in);
          case 'S' -> new CloudRequest.Beside(ResourceChangeCodec.change(in));
          case 'R' ->
            new CloudRequest.Raise(PreparedLaunch.of(TextCodec.readBytes(in)), in.readInt());
          case 'G' -> new CloudRequest.Grow(TextCodec.read(in));
          case 'X' -> new CloudRequest.Expire(ResourceChangeCodec.hold(in));
          default -> throw new IOException("request of unknown kind " + kind);
        });
  }

  static void group(DataOutputStream out, SimulatedGroups.Group group) throws IOException {
    out.writeBoolean(group.frozen().isPresent());
    if (group.frozen().isPresent()) {
      TextCodec.writeBytes(out, group.frozen().get().bytes());
    }
    out.writeInt(group.target());
    TextCodec.writeList(out, group.members().stream().map(MachineId::value).toList());
  }

  static SimulatedGroups.Group group(DataInputStream in) throws IOException {
    return new SimulatedGroups.Group(
        in.readBoolean()
            ? Optional.of(PreparedLaunch.of(TextCodec.readBytes(in)))
            : Optional.empty(),
        in.readInt(),
        TextCodec.readList(in).stream().map(MachineId::new).toList());
  }

  static void execution(DataOutputStream out, ActionExecution execution) throws IOException {
    TextCodec.write(out, execution.machine().value());
    token(out, execution.token());
    out.writeLong(EpochNanos.of(execution.at()));
    TextCodec.writeMap(out, execution.result());
  }

  static ActionExecution execution(DataInputStream in) throws IOException {
    return new ActionExecution(
        new MachineId(TextCodec.read(in)),
        token(in),
        EpochNanos.instant(in.readLong()),
        TextCodec.readMap(in));
  }

  private static void token(DataOutputStream out, ActionToken token) throws IOException {
    TextCodec.write(out, token.action().toString());
    TextCodec.write(out, token.type());
    out.writeInt(token.attempt());
    out.writeLong(EpochNanos.of(token.since()));
  }

  private static ActionToken token(DataInputStream in) throws IOException {
    return new ActionToken(
        UUID.fromString(TextCodec.read(in)),
        TextCodec.read(in),
        in.readInt(),
        EpochNanos.instant(in.readLong()));
  }

  private static CloudRequest.Act act(DataInputStream in) throws IOException {
    MachineId machine = new MachineId(TextCodec.read(in));
    Action action = Action.of(TextCodec.read(in), TextCodec.readMap(in));
    return new CloudRequest.Act(machine, action, token(in));
  }

  static void creation(DataOutputStream out, MachineCreation creation) throws IOException {
    TextCodec.write(out, creation.machine().value());
    TextCodec.writeOptional(out, creation.key().map(LaunchKey::value));
    out.writeLong(EpochNanos.of(creation.at()));
  }

  static MachineCreation creation(DataInputStream in) throws IOException {
    return new MachineCreation(
        new MachineId(TextCodec.read(in)),
        TextCodec.readOptional(in).map(LaunchKey::new),
        EpochNanos.instant(in.readLong()));
  }

  private static void marks(DataOutputStream out, Optional<OwnershipMarks> marks)
      throws IOException {
    out.writeBoolean(marks.isPresent());
    if (marks.isPresent()) {
      TextCodec.write(out, marks.get().pool().value());
      TextCodec.write(out, marks.get().incarnation().value());
      TextCodec.writeOptional(out, marks.get().key().map(LaunchKey::value));
    }
  }

  private static Optional<OwnershipMarks> marks(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? Optional.of(new OwnershipMarks(
            new PoolName(TextCodec.read(in)),
            new PoolIncarnation(TextCodec.read(in)),
            TextCodec.readOptional(in).map(LaunchKey::new)))
        : Optional.empty();
  }

  private static void failure(DataOutputStream out, Optional<LaunchFailure> failure)
      throws IOException {
    out.writeBoolean(failure.isPresent());
    if (failure.isPresent()) {
      LaunchFailure why = failure.get();
      TextCodec.write(out, why.kind().name());
      TextCodec.write(out, why.scope().level().name());
      TextCodec.writeOptional(out, why.scope().zone());
      TextCodec.writeOptional(out, why.scope().size());
      TextCodec.writeOptional(out, why.scope().market().map(Market::name));
      TextCodec.write(out, why.message());
    }
  }

  private static Optional<LaunchFailure> failure(DataInputStream in) throws IOException {
    return in.readBoolean()
        ? Optional.of(new LaunchFailure(
            CloudException.Kind.valueOf(TextCodec.read(in)),
            new ErrorScope(
                ErrorScope.Level.valueOf(TextCodec.read(in)),
                TextCodec.readOptional(in),
                TextCodec.readOptional(in),
                TextCodec.readOptional(in).map(Market::valueOf)),
            TextCodec.read(in)))
        : Optional.empty();
  }
}

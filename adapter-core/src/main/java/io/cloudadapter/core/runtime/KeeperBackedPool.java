package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.Command;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A pool whose questions go to a keeper: what people decide about machines that they did not ask for is the same for
 * a pool that is kept here and for a copy, but for who carries it out.
 */
abstract class KeeperBackedPool implements MachinePool {
  /** The keeper's answer. */
  abstract <T> T ask(Function<Keeper, T> question);

  /** Has a person's decision carried out, or refuses it. */
  abstract void decide(Command decision, WriteOptions options);

  @Override
  public final List<QuarantinedMachine> quarantine() {
    return ask(Keeper::quarantine);
  }

  @Override
  public final void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(options, "options");
    decide(new Command.Settle(machine, decision), options);
  }

  @Override
  public final void adopt(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    decide(new Command.Adopt(), options);
  }

  @Override
  public final void disown(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    decide(new Command.Disown(), options);
  }

  @Override
  public final void thaw(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    decide(new Command.Thaw(), options);
  }
}

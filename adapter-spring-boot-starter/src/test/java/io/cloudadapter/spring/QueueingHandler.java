package io.cloudadapter.spring;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.action.ActionToken;
import java.util.concurrent.LinkedBlockingQueue;

/** A type of actions that does nothing but note the machine. */
final class QueueingHandler implements ActionHandler {
  final LinkedBlockingQueue<MachineId> machines = new LinkedBlockingQueue<>();

  @Override
  public String type() {
    return "Queue";
  }

  @Override
  public void check(Action.Custom action) {
    // All parameters are right.
  }

  @Override
  public ActionProgress run(
      MachineId machine,
      Action.Custom action,
      ActionToken token,
      MachineProvider cloud,
      CallContext call) {
    machines.add(machine);
    return ActionProgress.done();
  }

  @Override
  public void close() {
    // It holds nothing.
  }
}

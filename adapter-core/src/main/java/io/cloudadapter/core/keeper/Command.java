package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.ServiceState;

/** What a caller may ask of a pool. */
public sealed interface Command {

  /** Set the desired size. */
  record Resize(int desiredSize) implements Command {}

  /** End a machine. */
  record Terminate(MachineId machine, boolean decrement) implements Command {}

  /** Report a service state. */
  record SetServiceState(MachineId machine, ServiceState state) implements Command {}

  /** Let a machine go alive. */
  record Detach(MachineId machine, boolean decrement) implements Command {}

  /** Take a machine in. */
  record Attach(MachineId machine) implements Command {}

  /** Protect a machine from shrinking, or not. */
  record Protect(MachineId machine, boolean isProtected) implements Command {}

  /** Take in what a fresh ledger met. */
  record Adopt() implements Command {}

  /** Leave alone what a fresh ledger met. */
  record Disown() implements Command {}

  /** Go on after a freeze. */
  record Thaw() implements Command {}
}

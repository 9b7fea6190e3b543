package io.cloudadapter.spi.action;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.feature.ActionFeature;

/**
 * Runs actions of one custom type. {@link java.util.ServiceLoader} finds it, and all pools may use it.
 *
 * <p>Several threads may call it at once, for different actions. The rules of {@link ActionFeature} apply here: a
 * call that would take long answers UNDER_WAY, and an error has effect NONE only if provably nothing was done.
 */
public interface ActionHandler extends AutoCloseable {

  /**
   * Returns the type's name.
   *
   * @return 1 to 40 letters and digits, the first a capital; not that of a built-in type
   */
  String type();

  /**
   * Checks the parameters of an action. Does no I/O.
   *
   * @param action its parameters have the right syntax, and any values
   * @throws IllegalArgumentException naming the parameter, its value and what is allowed
   */
  void check(Action.Custom action);

  /**
   * Returns how the core treats actions of this type; the same at each call.
   *
   * @return {@link ActionTraits#careful} unless overridden
   */
  default ActionTraits traits() {
    return ActionTraits.careful();
  }

  /**
   * Runs one attempt of an action. The core does not call it for a type that executors run.
   *
   * @param machine the machine's id
   * @param action the action
   * @param token names this attempt
   * @param cloud the adapter of the machine's account, for its features
   * @param call deadline, rate limit and cancellation of this call
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException if it could not be done, or the outcome is unknown
   */
  ActionProgress run(
      MachineId machine,
      Action.Custom action,
      ActionToken token,
      MachineProvider cloud,
      CallContext call);

  /**
   * Returns what became of an attempt, as {@link ActionFeature#progress} does. The core calls it for types that are
   * TRACEABLE, and after UNDER_WAY.
   *
   * @param machine the machine's id
   * @param action the action
   * @param token the attempt
   * @param cloud the adapter of the machine's account, for its features
   * @param call deadline, rate limit and cancellation of this call
   * @return how far it is; UNKNOWN unless overridden
   * @throws CloudException if it could not be found out
   */
  default ActionProgress progress(
      MachineId machine,
      Action.Custom action,
      ActionToken token,
      MachineProvider cloud,
      CallContext call) {
    return ActionProgress.unknown();
  }

  /** Releases threads and connections. Does nothing unless overridden. */
  @Override
  default void close() {}
}

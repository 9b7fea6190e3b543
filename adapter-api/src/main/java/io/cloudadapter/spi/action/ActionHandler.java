package io.cloudadapter.spi.action;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.feature.ActionFeature;

/**
 * Does actions of one type that is not built in. Found by {@link java.util.ServiceLoader}, for all pools.
 *
 * <p>Called by several threads at once, for different actions. What holds for {@link ActionFeature} holds
 * here: a call that would take long answers UNDER_WAY, and an error says effect NONE only if provably nothing
 * was done.
 */
public interface ActionHandler extends AutoCloseable {

  /**
   * The type's name.
   *
   * @return 1 to 40 letters and digits, the first a capital; none that is built in
   */
  String type();

  /**
   * Whether a request makes sense. Does no I/O.
   *
   * @param action its parameters are of the right form, and may be any
   * @throws IllegalArgumentException naming the parameter, its value and what is allowed
   */
  void check(Action.Custom action);

  /**
   * How actions of this type are to be treated; the same whenever it is asked.
   *
   * @return {@link ActionTraits#careful} unless overridden
   */
  default ActionTraits traits() {
    return ActionTraits.careful();
  }

  /**
   * Does it. Not called if it is done outside.
   *
   * @param machine to which machine
   * @param action what
   * @param token names this attempt
   * @param cloud the adapter of the machine's account, for its features
   * @param call time, cancellation, budget
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException if it could not be done, or nobody knows
   */
  ActionProgress run(
      MachineId machine,
      Action.Custom action,
      ActionToken token,
      MachineProvider cloud,
      CallContext call);

  /**
   * What became of an attempt, as {@link ActionFeature#progress}. Asked of types that are TRACEABLE, and
   * after UNDER_WAY.
   *
   * @param machine of which machine
   * @param action what
   * @param token which attempt
   * @param cloud the adapter of the machine's account, for its features
   * @param call time, cancellation, budget
   * @return how far it is; UNKNOWN unless overridden
   * @throws CloudException if it could not be asked
   */
  default ActionProgress progress(
      MachineId machine,
      Action.Custom action,
      ActionToken token,
      MachineProvider cloud,
      CallContext call) {
    return ActionProgress.unknown();
  }

  /** Lets go of threads and connections. Does nothing unless overridden. */
  @Override
  default void close() {}
}

package io.cloudadapter.spi.action;

import io.cloudadapter.api.MachineState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * How actions of a type are to be treated.
 *
 * @param exclusive whether no other exclusive action of its machine may be under way meanwhile, and the pool
 *     must not choose the machine to shrink
 * @param disrupts whether the machine may do its work less well meanwhile, so that only so many of a pool are
 *     under one at once
 * @param repeat when it may be tried again after nobody knows what an attempt did
 * @param states in which states a machine may be for it; TERMINATED stands for one that is stopped
 * @param outside whether it is done by executors outside of this process, who claim it and report on it
 */
public record ActionTraits(
    boolean exclusive, boolean disrupts, Repeat repeat, Set<MachineState> states, boolean outside) {

  /** When an action may be tried again after nobody knows what an attempt did. */
  public enum Repeat {
    /** Always: doing it twice comes to the same. */
    SAFE,
    /** When it was looked for, and it was not done. */
    TRACEABLE,
    /** Never. */
    ONCE
  }

  /** Copies the states. */
  public ActionTraits {
    Objects.requireNonNull(repeat, "repeat");
    EnumSet<MachineState> copy = EnumSet.noneOf(MachineState.class);
    copy.addAll(states);
    states = Collections.unmodifiableSet(copy);
  }

  /**
   * The most careful treatment: exclusive, disrupting, never tried again after an unknown outcome, of
   * machines that run, in this process.
   *
   * @return traits
   */
  public static ActionTraits careful() {
    return new ActionTraits(true, true, Repeat.ONCE, EnumSet.of(MachineState.RUNNING), false);
  }

  /**
   * The same beside other actions, without disturbing the machine.
   *
   * @return other traits
   */
  public ActionTraits harmless() {
    return new ActionTraits(false, false, repeat, states, outside);
  }

  /**
   * The same with another answer to unknown outcomes.
   *
   * @param when an action may be tried again
   * @return other traits
   */
  public ActionTraits repeat(Repeat when) {
    return new ActionTraits(exclusive, disrupts, when, states, outside);
  }

  /**
   * The same for machines in other states.
   *
   * @param allowed at least one; TERMINATED stands for a machine that is stopped
   * @return other traits
   */
  public ActionTraits states(Set<MachineState> allowed) {
    return new ActionTraits(exclusive, disrupts, repeat, allowed, outside);
  }

  /**
   * The same, done by executors outside of this process.
   *
   * @return other traits
   */
  public ActionTraits doneOutside() {
    return new ActionTraits(exclusive, disrupts, repeat, states, true);
  }
}

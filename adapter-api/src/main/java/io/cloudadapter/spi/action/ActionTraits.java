package io.cloudadapter.spi.action;

import io.cloudadapter.api.MachineState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * How the core treats actions of a type.
 *
 * @param exclusive whether no other exclusive action of its machine may run at the same time, and the pool must not
 *     choose the machine as a victim meanwhile
 * @param disrupts whether it may impair the machine's work meanwhile, so that the pool limits how many run at once
 * @param repeat when the core may try again after an attempt with an unknown outcome
 * @param states the states that a machine may be in; TERMINATED stands for a stopped machine
 * @param outside whether executors outside of this process claim it and report on it
 */
public record ActionTraits(
    boolean exclusive, boolean disrupts, Repeat repeat, Set<MachineState> states, boolean outside) {

  /** When the core may try again after an attempt with an unknown outcome. */
  public enum Repeat {
    /** Always: doing it twice has the same effect as once. */
    SAFE,
    /** After a probe has found that it was not done. */
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
   * Returns the most careful treatment: exclusive, disrupting, never tried again after an unknown outcome, of
   * machines that run, in this process.
   *
   * @return traits
   */
  public static ActionTraits careful() {
    return new ActionTraits(true, true, Repeat.ONCE, EnumSet.of(MachineState.RUNNING), false);
  }

  /**
   * Returns the same traits, not exclusive and not disrupting.
   *
   * @return other traits
   */
  public ActionTraits harmless() {
    return new ActionTraits(false, false, repeat, states, outside);
  }

  /**
   * Returns the same traits with another rule for unknown outcomes.
   *
   * @param when when the core may try again
   * @return other traits
   */
  public ActionTraits repeat(Repeat when) {
    return new ActionTraits(exclusive, disrupts, when, states, outside);
  }

  /**
   * Returns the same traits for machines in other states.
   *
   * @param allowed at least one; TERMINATED stands for a stopped machine
   * @return other traits
   */
  public ActionTraits states(Set<MachineState> allowed) {
    return new ActionTraits(exclusive, disrupts, repeat, allowed, outside);
  }

  /**
   * Returns the same traits, for a type that executors outside of this process run.
   *
   * @return other traits
   */
  public ActionTraits doneOutside() {
    return new ActionTraits(exclusive, disrupts, repeat, states, true);
  }
}

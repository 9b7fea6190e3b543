package io.cloudadapter.core.keeper.state;

import java.util.Set;
import java.util.TreeSet;

/** The machines that have ended and are still shown to readers for a while. */
public final class EndedMachines {
  public final Set<String> shown = new TreeSet<>();

  /** Those of them that a complete list has passed without. */
  public final Set<String> unlisted = new TreeSet<>();
}

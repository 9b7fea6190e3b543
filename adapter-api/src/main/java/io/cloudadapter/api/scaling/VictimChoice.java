package io.cloudadapter.api.scaling;

import java.util.List;

/**
 * The victims of a deletion policy, and why each was chosen.
 *
 * @param victims the victims, in the order in which they go
 * @param missing how many more were asked for than may be chosen
 */
public record VictimChoice(List<Victim> victims, int missing) {

  /**
   * A machine that was chosen.
   *
   * @param machine the machine
   * @param reason a few words on why this one was chosen
   */
  public record Victim(VictimCandidate machine, String reason) {}

  /** Copies the list. */
  public VictimChoice {
    victims = List.copyOf(victims);
  }

  /**
   * Returns the ids of the victims.
   *
   * @return ids in the order in which the machines go
   */
  public List<String> ids() {
    return victims.stream().map(victim -> victim.machine().id()).toList();
  }
}

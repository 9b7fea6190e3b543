package io.cloudadapter.api.scaling;

import java.util.List;

/**
 * The machines that go, and why each of them.
 *
 * @param victims those chosen, in the order in which they go
 * @param missing how many more were asked for than may go
 */
public record VictimChoice(List<Victim> victims, int missing) {

  /**
   * A machine that was chosen.
   *
   * @param machine the machine
   * @param reason a few words on why this one
   */
  public record Victim(VictimCandidate machine, String reason) {}

  /** Copies the list. */
  public VictimChoice {
    victims = List.copyOf(victims);
  }

  /**
   * The ids of those chosen.
   *
   * @return ids in the order in which the machines go
   */
  public List<String> ids() {
    return victims.stream().map(victim -> victim.machine().id()).toList();
  }
}

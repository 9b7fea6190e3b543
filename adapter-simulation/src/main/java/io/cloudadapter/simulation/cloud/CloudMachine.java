package io.cloudadapter.simulation.cloud;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ProviderProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One machine of the hostile cloud: everything that was ever true of it, so that lists can be late. */
public final class CloudMachine {

  /** What was true from a moment on, and how a list shows it. */
  public static final class Fact {
    final long at;
    public final MachineState state;
    final MachineSighting.End end;
    public final Optional<OwnershipMarks> marks;

    @Nullable
    MachineSighting row;

    Fact(long at, MachineState state, MachineSighting.End end, Optional<OwnershipMarks> marks) {
      this.at = at;
      this.state = state;
      this.end = end;
      this.marks = marks;
    }

    @Override
    public String toString() {
      return state + " " + end + " " + marks;
    }
  }

  public final MachineId id;
  public final @Nullable String key;
  final Optional<String> zone;
  public final long born;
  private final List<Fact> facts = new ArrayList<>(4);
  private Fact truth;
  private boolean stoppedByOthers;

  CloudMachine(
      String id,
      @Nullable String key,
      Optional<String> zone,
      long at,
      MachineState state,
      Optional<OwnershipMarks> marks) {
    this.id = new MachineId(id);
    this.key = key;
    this.zone = zone;
    this.born = at;
    truth = new Fact(at, state, MachineSighting.End.NOT_ENDED, marks);
    facts.add(truth);
  }

  public Fact truth() {
    return truth;
  }

  /** When it first ran, or -1. */
  public long ranAt() {
    for (Fact fact : facts) {
      if (fact.state == MachineState.RUNNING) {
        return fact.at;
      }
    }
    return -1;
  }

  /** Until when it ran: the end of time if it runs, the beginning of time if it never did. */
  public long ranUntil() {
    if (truth.state == MachineState.RUNNING) {
      return Long.MAX_VALUE;
    }
    long until = Long.MIN_VALUE;
    for (int i = 1; i < facts.size(); i++) {
      boolean ends = facts.get(i - 1).state == MachineState.RUNNING;
      until = ends && facts.get(i).state != MachineState.RUNNING ? facts.get(i).at : until;
    }
    return until;
  }

  public boolean alive() {
    return truth.end != MachineSighting.End.FINAL;
  }

  public boolean stopped() {
    return truth.end == MachineSighting.End.STOPPED;
  }

  /** Whether it is stopped, and no request has asked for that. */
  public boolean stoppedByOthers() {
    return stopped() && stoppedByOthers;
  }

  void stopByOthers() {
    stoppedByOthers = true;
  }

  void become(long at, MachineState state, MachineSighting.End end) {
    add(new Fact(at, state, end, truth.marks));
  }

  void mark(long at, Optional<OwnershipMarks> marks) {
    add(new Fact(at, truth.state, truth.end, marks));
  }

  private void add(Fact fact) {
    truth = fact;
    facts.add(fact);
  }

  /**
   * What a list shows of it that began at some time and looks at the truth of another, as far as the
   * cloud's promises allow.
   */
  @Nullable
  Fact seen(long started, long looksAt, ProviderProfile profile) {
    Fact seen = null;
    for (Fact fact : facts) {
      boolean ends = fact.end == MachineSighting.End.FINAL;
      long within = seen == null || !seen.marks.equals(fact.marks)
          ? profile.visibleWithin().toNanos()
          : ends ? profile.goneWithin().toNanos() : profile.listLag().toNanos();
      if (fact.at <= looksAt || fact.at + within <= started) {
        seen = fact;
      }
    }
    return seen;
  }
}

package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.spi.ActionToken;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Verb;
import java.util.List;
import java.util.Map;

/** What a caller wants done, as it travels to the cloud and may arrive late. */
sealed interface Request {

  Verb verb();

  /** How many machines it makes or ends, as the cloud meters them. */
  default int machineCount() {
    return 0;
  }

  /** Make machines. */
  record Launch(FrozenLaunch frozen, LaunchKey key, int count) implements Request {
    @Override
    public Verb verb() {
      return Verb.LAUNCH;
    }

    @Override
    public int machineCount() {
      return count;
    }
  }

  /** Raise a group. */
  record Raise(FrozenLaunch frozen, int total) implements Request {
    @Override
    public Verb verb() {
      return Verb.LAUNCH;
    }
  }

  /** Make what a group lacks; asked by the group itself. */
  record Grow(String pool) implements Request {
    @Override
    public Verb verb() {
      return Verb.LAUNCH;
    }
  }

  /** End a machine that nobody has released in time; asked by its group itself. */
  record Expire(Holds.Hold hold) implements Request {
    @Override
    public Verb verb() {
      return Verb.TERMINATE;
    }
  }

  /** End a machine. */
  record Terminate(MachineId machine) implements Request {
    @Override
    public Verb verb() {
      return Verb.TERMINATE;
    }

    @Override
    public int machineCount() {
      return 1;
    }
  }

  /** End several machines. */
  record TerminateAll(List<MachineId> machines) implements Request {
    public TerminateAll {
      machines = List.copyOf(machines);
    }

    @Override
    public Verb verb() {
      return Verb.TERMINATE;
    }

    @Override
    public int machineCount() {
      return machines.size();
    }
  }

  /** Set marks, or take them off. */
  record Mark(MachineId machine, Marks marks, boolean on) implements Request {
    @Override
    public Verb verb() {
      return Verb.MARK;
    }
  }

  /** Act on a machine. */
  record Act(MachineId machine, Action action, ActionToken token) implements Request {
    @Override
    public Verb verb() {
      return Verb.ACT;
    }
  }

  /** Change something beside machines. */
  record Beside(Change change) implements Request {
    @Override
    public Verb verb() {
      return Verb.ACT;
    }
  }

  /** Set labels. */
  record Label(MachineId machine, Map<String, String> labels) implements Request {
    @Override
    public Verb verb() {
      return Verb.MARK;
    }
  }
}

package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.simulated.notice.GroupHookWaits;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import java.util.List;
import java.util.Map;

/** What a caller wants done, as it travels to the cloud and may arrive late. */
sealed interface CloudRequest {

  RequestKind verb();

  /** How many machines it makes or ends, as the cloud meters them. */
  default int machineCount() {
    return 0;
  }

  /** Make machines. */
  record Launch(PreparedLaunch frozen, LaunchKey key, int count) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.LAUNCH;
    }

    @Override
    public int machineCount() {
      return count;
    }
  }

  /** Raise a group. */
  record Raise(PreparedLaunch frozen, int total) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.LAUNCH;
    }
  }

  /** Make what a group lacks; asked by the group itself. */
  record Grow(String pool) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.LAUNCH;
    }
  }

  /** End a machine that was not released in time; its group asks for it. */
  record Expire(GroupHookWaits.Hold hold) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.TERMINATE;
    }
  }

  /** End a machine. */
  record Terminate(MachineId machine) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.TERMINATE;
    }

    @Override
    public int machineCount() {
      return 1;
    }
  }

  /** End several machines. */
  record TerminateAll(List<MachineId> machines) implements CloudRequest {
    public TerminateAll {
      machines = List.copyOf(machines);
    }

    @Override
    public RequestKind verb() {
      return RequestKind.TERMINATE;
    }

    @Override
    public int machineCount() {
      return machines.size();
    }
  }

  /** Set marks, or take them off. */
  record Mark(MachineId machine, OwnershipMarks marks, boolean on) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.MARK;
    }
  }

  /** Act on a machine. */
  record Act(MachineId machine, Action action, ActionToken token) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.ACT;
    }
  }

  /** Change something beside machines. */
  record Beside(ResourceChange change) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.ACT;
    }
  }

  /** Set labels. */
  record Label(MachineId machine, Map<String, String> labels) implements CloudRequest {
    @Override
    public RequestKind verb() {
      return RequestKind.MARK;
    }
  }
}

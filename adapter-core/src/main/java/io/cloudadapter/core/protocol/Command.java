package io.cloudadapter.core.protocol;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.OperatingState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** A caller's request to a pool. */
public sealed interface Command {

  /** What was asked, in the words of the request; tells any two commands apart. */
  String canonicalForm();

  /** Whether what comes of it depends on how many machines there are and are promised. */
  default boolean decidesByNumbers() {
    return false;
  }

  /** Whether it takes a machine into the pool that the pool has not launched. */
  default boolean joins() {
    return false;
  }

  /** Whether it asks for machines: by a size, or by taking one in. */
  default boolean grows() {
    return joins();
  }

  /** Set the desired size. */
  record SetDesiredSize(int desiredSize) implements Command {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public String canonicalForm() {
      return "{\"desiredSize\": " + desiredSize + "}";
    }
  }

  /** Raise the desired size by a number of machines. */
  record IncreaseDesiredSize(int machines) implements Command {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public String canonicalForm() {
      return "increase {\"machines\": " + machines + "}";
    }
  }

  /** Lower the desired size by machines whose launches were not sent. */
  record CancelLaunches(int machines) implements Command {
    @Override
    public String canonicalForm() {
      return "cancel launches {\"machines\": " + machines + "}";
    }
  }

  /** Scale as policies decide. */
  record Scale(ScalingRequest request, PolicySelector by) implements Command {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public String canonicalForm() {
      return ScalingRequestText.of(request, by);
    }

    @Override
    public boolean decidesByNumbers() {
      return true;
    }
  }

  /** Change the size, the limits, or both. */
  record Resize(io.cloudadapter.api.scaling.ResizeRequest resize) implements Command {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public String canonicalForm() {
      return ScalingRequestText.of(resize);
    }

    @Override
    public boolean decidesByNumbers() {
      return true;
    }
  }

  /** End a machine. */
  record Terminate(MachineId machine, boolean decrement) implements Command {
    @Override
    public String canonicalForm() {
      return "terminate " + machine + " {\"decrementDesiredSize\": " + decrement + "}";
    }
  }

  /** Report a service state. */
  record SetServiceState(MachineId machine, ServiceState state) implements Command {
    @Override
    public String canonicalForm() {
      return "serviceState " + machine + " {\"serviceState\": \"" + state + "\"}";
    }
  }

  /**
   * Take reports about the health of machines.
   *
   * @param source a program that watches machines, or the pool's probe
   * @param reports at most one for each machine
   */
  record ReportHealth(HealthSource source, List<HealthReport> reports) implements Command {
    /** Copies the list. */
    public ReportHealth {
      reports = List.copyOf(reports);
    }

    @Override
    public String canonicalForm() {
      StringBuilder text = new StringBuilder("health by ").append(source.word());
      reports.forEach(report -> text.append(' ')
          .append(report.machine())
          .append(' ')
          .append(report.verdict())
          .append(' ')
          .append(report.reason()));
      return text.toString();
    }
  }

  /** Remove a machine without ending it. */
  record Detach(MachineId machine, boolean decrement) implements Command {
    @Override
    public String canonicalForm() {
      return "detach " + machine + " {\"decrementDesiredSize\": " + decrement + "}";
    }
  }

  /** Attach a machine. */
  record Attach(MachineId machine) implements Command {
    @Override
    public boolean joins() {
      return true;
    }

    @Override
    public String canonicalForm() {
      return "attach " + machine;
    }
  }

  /** Protect a machine from shrinking, or end the protection. */
  record Protect(MachineId machine, boolean isProtected) implements Command {
    @Override
    public String canonicalForm() {
      return "protection " + machine + " {\"protected\": " + isProtected + "}";
    }
  }

  /** Set whether a machine counts, and whether the pool may end it. */
  record SetMembershipStatus(MachineId machine, MembershipStatus status) implements Command {
    @Override
    public String canonicalForm() {
      return "membershipStatus " + machine + " {\"active\": " + status.active()
          + ", \"evictable\": " + status.evictable() + "}";
    }
  }

  /**
   * Note that the cloud takes a machine back.
   *
   * @param machine which
   * @param at when, by the cloud's clock, if it reports it
   * @param byGroup whether its group has decided so, and counts it no more
   */
  record ReclaimNotice(MachineId machine, Optional<Instant> at, boolean byGroup)
      implements Command {
    @Override
    public String canonicalForm() {
      return "heed " + machine + at.map(moment -> " " + moment).orElse("")
          + (byGroup ? " by its group" : "");
    }
  }

  /**
   * Ask whether a machine that waits in its group may go on. Changes nothing.
   *
   * @param machine which
   * @param transition before what it is held
   */
  record GroupHookQuery(MachineId machine, LifecycleTransition transition) implements Command {
    @Override
    public String canonicalForm() {
      return "held " + machine + " before " + transition.word();
    }
  }

  /** Adopt the machines that a fresh ledger met. */
  record Adopt() implements Command {
    @Override
    public String canonicalForm() {
      return "adopt";
    }
  }

  /** Disown the machines that a fresh ledger met. */
  record Disown() implements Command {
    @Override
    public String canonicalForm() {
      return "disown";
    }
  }

  /** Complete a waiting hook. */
  record Answer(UUID token, HookResult result) implements Command {
    @Override
    public String canonicalForm() {
      return (result == HookResult.CONTINUE ? "complete hook " : "abandon hook ") + token;
    }
  }

  /** Extend a waiting hook. */
  record Heartbeat(UUID token) implements Command {
    @Override
    public String canonicalForm() {
      return "heartbeat of hook " + token;
    }
  }

  /** Report what keeps the receiver of a waiting hook from its work; empty once nothing does. */
  record ReportHook(UUID token, Optional<String> trouble) implements Command {
    @Override
    public String canonicalForm() {
      return "report about hook " + token + trouble.map(text -> ": " + text).orElse("");
    }
  }

  /** Submit an action of a machine. */
  record Submit(ActionRequest request) implements Command {
    @Override
    public String canonicalForm() {
      return "action " + request.machine() + " {\"type\": \"" + request.action().type()
          + "\", \"parameters\": " + new TreeMap<>(request.action().parameters())
          + ", \"machineUid\": " + request.machineUid().map(UUID::toString).orElse("any")
          + ", \"delay\": " + request.delay() + ", \"within\": " + request.within()
          + ", \"attempts\": " + request.attempts() + ", \"labels\": "
          + request.labels() + "}";
    }
  }

  /** Cancel an action. */
  record CancelAction(UUID uid) implements Command {
    @Override
    public String canonicalForm() {
      return "cancel action " + uid;
    }
  }

  /** Claim an action for an executor, or renew the claim. */
  record ClaimAction(UUID uid, String holder, Duration lease) implements Command {
    @Override
    public String canonicalForm() {
      return "claim action " + uid + " for " + holder + " for " + TimeSpan.rounded(lease);
    }
  }

  /** Report on a claimed action. */
  record ReportAction(UUID uid, int epoch, ActionProgress progress) implements Command {
    @Override
    public String canonicalForm() {
      return "report on action " + uid + ", epoch " + epoch + ": " + progress;
    }
  }

  /** Decide about a machine in quarantine. */
  record Settle(MachineId machine, QuarantineDecision decision) implements Command {
    @Override
    public boolean joins() {
      return decision == QuarantineDecision.ADOPT;
    }

    @Override
    public String canonicalForm() {
      return decision.word() + " quarantined " + machine;
    }

    @Override
    public boolean decidesByNumbers() {
      return decision == QuarantineDecision.ADOPT;
    }
  }

  /** Go on after a restore. */
  record AcceptRestore() implements Command {
    @Override
    public String canonicalForm() {
      return "accept the restore";
    }
  }

  /** Set what an operator lets the pool do. */
  record SetState(OperatingState state) implements Command {
    @Override
    public String canonicalForm() {
      return "{\"state\": \"" + state.word() + "\"}";
    }
  }

  /** Delete the pool. */
  record Delete(DeletionMode mode) implements Command {
    @Override
    public String canonicalForm() {
      return "delete {\"mode\": \"" + mode.word() + "\"}";
    }
  }

  /** Start a refresh. */
  record StartRefresh(RefreshRequest request) implements Command {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public String canonicalForm() {
      return "start " + request;
    }
  }

  /** Pause, resume or cancel the refresh, or have it roll back. */
  record ControlRefresh(RefreshControl control) implements Command {
    @Override
    public boolean grows() {
      return control == RefreshControl.ROLLBACK;
    }

    @Override
    public String canonicalForm() {
      return control + " the refresh";
    }
  }

  /** Go on after a freeze. */
  record Thaw() implements Command {
    @Override
    public String canonicalForm() {
      return "thaw";
    }
  }
}

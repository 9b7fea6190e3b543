package io.cloudadapter.core.protocol;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** What a caller may ask of a pool. */
public sealed interface Command {

  /** What was asked, in the words of the request; tells any two commands apart. */
  String words();

  /** Whether what comes of it depends on how many machines there are and are promised. */
  default boolean decidesByNumbers() {
    return false;
  }

  /** Set the desired size. */
  record Resize(int desiredSize) implements Command {
    @Override
    public String words() {
      return "{\"desiredSize\": " + desiredSize + "}";
    }
  }

  /** Scale as policies decide. */
  record Scale(ScalingRequest request, PolicySelector by) implements Command {
    @Override
    public String words() {
      return ScalingRequestText.of(request, by);
    }

    @Override
    public boolean decidesByNumbers() {
      return true;
    }
  }

  /** Change the size, the limits, or both. */
  record Adjust(io.cloudadapter.api.scaling.ResizeRequest resize) implements Command {
    @Override
    public String words() {
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
    public String words() {
      return "terminate " + machine + " {\"decrementDesiredSize\": " + decrement + "}";
    }
  }

  /** Report a service state. */
  record SetServiceState(MachineId machine, ServiceState state) implements Command {
    @Override
    public String words() {
      return "serviceState " + machine + " {\"serviceState\": \"" + state + "\"}";
    }
  }

  /** Let a machine go alive. */
  record Detach(MachineId machine, boolean decrement) implements Command {
    @Override
    public String words() {
      return "detach " + machine + " {\"decrementDesiredSize\": " + decrement + "}";
    }
  }

  /** Take a machine in. */
  record Attach(MachineId machine) implements Command {
    @Override
    public String words() {
      return "attach " + machine;
    }
  }

  /** Protect a machine from shrinking, or not. */
  record Protect(MachineId machine, boolean isProtected) implements Command {
    @Override
    public String words() {
      return "protection " + machine + " {\"protected\": " + isProtected + "}";
    }
  }

  /**
   * Heed that the cloud takes a machine back.
   *
   * @param machine which
   * @param at when, by the cloud's clock, if it reports it
   * @param byGroup whether its group has decided so, and counts it no more
   */
  record Heed(MachineId machine, Optional<Instant> at, boolean byGroup) implements Command {
    @Override
    public String words() {
      return "heed " + machine + at.map(moment -> " " + moment).orElse("")
          + (byGroup ? " by its group" : "");
    }
  }

  /**
   * Say whether a machine may go on that its group holds. Changes nothing.
   *
   * @param machine which
   * @param transition before what it is held
   */
  record Held(MachineId machine, LifecycleTransition transition) implements Command {
    @Override
    public String words() {
      return "held " + machine + " before " + transition.word();
    }
  }

  /** Take in what a fresh ledger met. */
  record Adopt() implements Command {
    @Override
    public String words() {
      return "adopt";
    }
  }

  /** Leave alone what a fresh ledger met. */
  record Disown() implements Command {
    @Override
    public String words() {
      return "disown";
    }
  }

  /** End the pause of a machine. */
  record Answer(UUID token, HookResult result) implements Command {
    @Override
    public String words() {
      return (result == HookResult.CONTINUE ? "complete hook " : "abandon hook ") + token;
    }
  }

  /** Put off the deadline of a machine's pause. */
  record Heartbeat(UUID token) implements Command {
    @Override
    public String words() {
      return "heartbeat of hook " + token;
    }
  }

  /** Do something to a machine. */
  record Submit(ActionRequest request) implements Command {
    @Override
    public String words() {
      return "action " + request.machine() + " {\"type\": \"" + request.action().type()
          + "\", \"parameters\": " + new TreeMap<>(request.action().parameters())
          + ", \"machineUid\": " + request.machineUid().map(UUID::toString).orElse("any")
          + ", \"delay\": " + request.delay() + ", \"within\": " + request.within()
          + ", \"attempts\": " + request.attempts() + ", \"labels\": "
          + request.labels() + "}";
    }
  }

  /** Take an action back. */
  record CancelAction(UUID uid) implements Command {
    @Override
    public String words() {
      return "cancel action " + uid;
    }
  }

  /** Take up an action that is done outside, or keep it. */
  record ClaimAction(UUID uid, String holder, Duration lease) implements Command {
    @Override
    public String words() {
      return "claim action " + uid + " for " + holder + " for " + TimeSpan.rounded(lease);
    }
  }

  /** Say what became of an action that was claimed. */
  record ReportAction(UUID uid, int epoch, ActionProgress progress) implements Command {
    @Override
    public String words() {
      return "report on action " + uid + ", epoch " + epoch + ": " + progress;
    }
  }

  /** Decide about a machine in quarantine. */
  record Settle(MachineId machine, QuarantineDecision decision) implements Command {
    @Override
    public String words() {
      return decision.word() + " quarantined " + machine;
    }

    @Override
    public boolean decidesByNumbers() {
      return decision == QuarantineDecision.ADOPT;
    }
  }

  /** Go on after a freeze. */
  record Thaw() implements Command {
    @Override
    public String words() {
      return "thaw";
    }
  }
}

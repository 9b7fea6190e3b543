package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.InstanceStateChange;

/**
 * Ends of several instances by one request.
 *
 * <p>EC2 refuses the whole request for one instance that does not exist or that a policy denies, and all of a zone
 * for a protected one in it; instances of the other zones end, although the answer is an error. Only a text for
 * people names the instance. So a refused request is cut in two, and each half is sent separately, down to single
 * instances.
 */
final class BatchTerminator implements BatchTerminate {
  /** EC2 takes a thousand. As with launches, AWS advises to send fewer: an error then concerns fewer. */
  static final int MOST = 100;

  private static final int MOST_DENIED = 3;

  /** How one instance ends. */
  interface Single {
    void terminate(MachineId machine, CallContext call);
  }

  private final AwsClient api;
  private final Single single;

  BatchTerminator(AwsClient api, Single single) {
    this.api = api;
    this.single = single;
  }

  @Override
  public int most() {
    return MOST;
  }

  @Override
  public TerminateResult terminate(Collection<MachineId> machines, CallContext call) {
    api.checkOpen();
    if (machines.isEmpty() || machines.size() > MOST) {
      throw AwsErrorClassifier.invalid(
          "a call ends 1 to " + MOST + " instances, was asked for " + machines.size());
    }
    return new Run(call).of(List.copyOf(machines));
  }

  /** One call, on one thread. */
  private final class Run {
    private final CallContext call;
    private final Set<MachineId> accepted = new HashSet<>();
    private final Map<MachineId, CloudException> refused = new HashMap<>();
    private final Deque<List<MachineId>> parts = new ArrayDeque<>();
    private int denied;

    Run(CallContext call) {
      this.call = call;
    }

    TerminateResult of(List<MachineId> machines) {
      List<MachineId> ids = machines.stream()
          .filter(machine -> InstanceParser.isId(machine.value()))
          .toList();
      accepted.addAll(machines);
      accepted.removeAll(ids);
      if (!ids.isEmpty()) {
        parts.add(ids);
      }
      boolean whole = true;
      while (!parts.isEmpty()) {
        List<MachineId> part = parts.remove();
        try {
          send(part);
        } catch (CloudException e) {
          if (!maybeOfOne(e)) {
            if (whole) {
              throw e;
            }
            giveUp(part, e);
          } else if (part.size() > 1) {
            parts.addFirst(part.subList(part.size() / 2, part.size()));
            parts.addFirst(part.subList(0, part.size() / 2));
          } else {
            refused.put(part.get(0), e);
            denied += e.kind() == Kind.DENIED ? 1 : 0;
          }
        }
        whole = false;
      }
      return new TerminateResult(accepted, refused);
    }

    /**
     * A policy by tags denies the whole request for one instance; but an account without any permission must not ask
     * for each.
     */
    private boolean maybeOfOne(CloudException e) {
      return e.effect() == Effect.NONE
          && (e.scope().level() == ErrorScope.Level.MACHINE
              || (e.kind() == Kind.DENIED && denied < MOST_DENIED));
    }

    private void send(List<MachineId> part) {
      if (part.size() == 1) {
        single.terminate(part.get(0), call);
        accepted.add(part.get(0));
        return;
      }
      String about = part.size() + " instances";
      ApiCall asked =
          ApiCall.write(RequestKind.TERMINATE, "TerminateInstances", about, "instancesSet");
      Set<String> wanted = new HashSet<>();
      part.forEach(machine -> wanted.add(machine.value()));
      for (InstanceStateChange each : api.ec2(
              asked,
              call,
              (ec2, with) -> ec2.terminateInstances(
                  ask -> ask.overrideConfiguration(with).instanceIds(wanted)))
          .terminatingInstances()) {
        // An instance that the answer omits is in neither part.
        if (each.instanceId() != null && wanted.contains(each.instanceId())) {
          accepted.add(new MachineId(each.instanceId()));
        }
      }
    }

    /** What stands against one request would stand against the next one as well. */
    private void giveUp(List<MachineId> part, CloudException e) {
      parts.addFirst(part);
      for (List<MachineId> left : parts) {
        left.forEach(machine -> refused.put(machine, doubtful(e)));
      }
      parts.clear();
    }
  }

  /** An earlier request, that was refused for another one, may have ended it. */
  private static CloudException doubtful(CloudException e) {
    CloudException.Builder doubt = CloudException.of(
            e.kind(), Effect.UNKNOWN, String.valueOf(e.getMessage()))
        .scope(e.scope())
        .cause(e);
    e.retryAfter().ifPresent(doubt::retryAfter);
    e.code().ifPresent(doubt::code);
    e.requestId().ifPresent(doubt::requestId);
    return doubt.build();
  }
}

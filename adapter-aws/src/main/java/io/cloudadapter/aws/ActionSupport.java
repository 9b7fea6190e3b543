package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.ec2.model.Instance;

/**
 * What all actions have in common. They do not look at their machine first: lists lag, and what EC2 answers to an
 * action goes by the machine as it is.
 */
final class ActionSupport {
  private static final Optional<String> WRONG_STATE = Optional.of("IncorrectInstanceState");

  private final AwsClient api;
  private final InstantSource clock;
  private final Duration listLag;
  private final RecentLaunches newborns;

  ActionSupport(AwsClient api, InstantSource clock, Duration listLag, RecentLaunches newborns) {
    this.api = api;
    this.newborns = newborns;
    this.clock = clock;
    this.listLag = listLag;
  }

  /** Acts; NOT_FOUND if there is no such machine, or it has ended. */
  <T> T on(MachineId machine, CallContext call, Supplier<T> write) {
    if (!InstanceParser.isId(machine.value())) {
      throw AwsErrorClassifier.noMachine(machine.value());
    }
    try {
      return write.get();
    } catch (CloudException e) {
      boolean ended = e.code().equals(WRONG_STATE)
          && InstanceLister.instance(api, machine, call)
              .filter(InstanceParser::isEnded)
              .isPresent();
      throw ended ? AwsErrorClassifier.noMachine(machine.value(), e) : newborns.judged(machine, e);
    }
  }

  /** How far an attempt is by what its machine shows, once lists must show what came of it. */
  ActionProgress progress(
      MachineId machine,
      ActionToken token,
      CallContext call,
      Function<Instance, ActionProgress> shown) {
    boolean settled = hasPassed(listLag, token);
    Optional<Instance> row = InstanceLister.instance(api, machine, call);
    if (!settled) {
      return ActionProgress.underWay();
    }
    return row.filter(each -> !InstanceParser.isEnded(each))
        .map(shown)
        .orElseThrow(() -> AwsErrorClassifier.noMachine(machine.value()));
  }

  /** How long ago an attempt was, by the core's own clock, which has also stamped it. */
  boolean hasPassed(Duration time, ActionToken token) {
    return Duration.between(token.since(), clock.instant()).compareTo(time) >= 0;
  }
}

package io.cloudadapter.proof;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.LaunchOperations;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Chapter 9: bugs in following launches that the cloud runs as operations. */
final class OperationFlaws {
  private OperationFlaws() {}

  static List<GroupFlaw> all() {
    return List.of(
        flaw("MP-9.50", "follows only operations that it began itself", "Unknown", OwnOnly::new),
        flaw("MP-9.50", "takes a failed check for the end", "Unknown", CarelessReader::new),
        failing(
            "shows a failed operation as unknown",
            "its progress is Unknown",
            failed -> new LaunchProgress.Unknown(),
            "MP-3.8",
            "MP-4.5"),
        failing(
            "shows every failure as unclassified",
            "shows UNCLASSIFIED",
            failed -> failed(Kind.UNCLASSIFIED, failed.failure().scope())),
        failing(
            "shows a failure in another size",
            "another place",
            failed -> failed(failed.failure().kind(), ErrorScope.size("other", Optional.empty())),
            "MP-2.23"),
        flaw("MP-9.52", "draws the ids of operations itself", "the same launch", OwnIds::new),
        flaw(
            "MP-9.52",
            "sends a launch again under a new key",
            "the same launch",
            NewKeys::new,
            "MP-2.13",
            "MP-2.21",
            "MP-2.4",
            "MP-2.5"),
        forgetful(
            "takes a forgotten operation for a failed one",
            "has forgotten operation",
            operation -> failed(Kind.UNCLASSIFIED, ErrorScope.account())),
        forgetful("reports a forgotten operation as an error", "NOT_FOUND", operation -> {
          throw CloudException.of(Kind.NOT_FOUND, Effect.NONE, "there is no operation " + operation)
              .build();
        }));
  }

  static List<AdapterMutant> mutants() {
    return all().stream().map(GroupFlaw::mutant).toList();
  }

  private static GroupFlaw flaw(
      String rule,
      String bug,
      String says,
      UnaryOperator<MachineProvider> broken,
      String... drags) {
    return new GroupFlaw(AdapterMutant.of(rule, bug, says).drags(drags), broken);
  }

  private static GroupFlaw failing(
      String bug,
      String says,
      Function<LaunchProgress.Failed, LaunchProgress> shown,
      String... drags) {
    UnaryOperator<MachineProvider> broken = right -> new Follower(right) {
      @Override
      public LaunchProgress check(LaunchOperation operation, CallContext call) {
        LaunchProgress progress = super.check(operation, call);
        return progress instanceof LaunchProgress.Failed failed ? shown.apply(failed) : progress;
      }
    };
    return flaw("MP-9.51", bug, says, broken, drags);
  }

  private static GroupFlaw forgetful(
      String bug, String says, Function<LaunchOperation, LaunchProgress> shown) {
    return flaw("MP-9.53", bug, says, right -> new Follower(right) {
      @Override
      public LaunchProgress check(LaunchOperation operation, CallContext call) {
        LaunchProgress progress = super.check(operation, call);
        return progress instanceof LaunchProgress.Unknown ? shown.apply(operation) : progress;
      }
    });
  }

  private static LaunchProgress failed(Kind kind, ErrorScope scope) {
    return new LaunchProgress.Failed(new LaunchFailure(kind, scope, "the operation failed"));
  }

  /** Right operations, but for what is overridden. */
  private static class Follower extends GroupFlaw.Bent implements LaunchOperations {
    private final LaunchOperations right;

    Follower(MachineProvider right) {
      super(right);
      this.right = right.feature(LaunchOperations.class).orElseThrow();
    }

    @Override
    public LaunchProgress check(LaunchOperation operation, CallContext call) {
      return right.check(operation, call);
    }
  }

  private static final class OwnOnly extends Follower {
    private final Set<LaunchOperation> begun = ConcurrentHashMap.newKeySet();

    OwnOnly(MachineProvider right) {
      super(right);
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      LaunchResult result = super.launch(request, key, count, call);
      result.operation().ifPresent(begun::add);
      return result;
    }

    @Override
    public LaunchProgress check(LaunchOperation operation, CallContext call) {
      return begun.contains(operation)
          ? super.check(operation, call)
          : new LaunchProgress.Unknown();
    }
  }

  private static final class CarelessReader extends Follower {
    CarelessReader(MachineProvider right) {
      super(right);
    }

    @Override
    public LaunchProgress check(LaunchOperation operation, CallContext call) {
      try {
        return super.check(operation, call);
      } catch (CloudException unreadable) {
        return new LaunchProgress.Unknown();
      }
    }
  }

  private static final class OwnIds extends Follower {
    private final AtomicInteger drawn = new AtomicInteger();

    OwnIds(MachineProvider right) {
      super(right);
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      LaunchResult result = super.launch(request, key, count, call);
      return result
          .operation()
          .map(operation -> new LaunchOperation(operation + "#" + drawn.incrementAndGet()))
          .map(operation -> LaunchResult.accepted(operation, result.machines()))
          .orElse(result);
    }

    @Override
    public LaunchProgress check(LaunchOperation operation, CallContext call) {
      return super.check(new LaunchOperation(operation.id().replaceFirst("#.*", "")), call);
    }
  }

  private static final class NewKeys extends Follower {
    private final Set<LaunchKey> sent = new HashSet<>();

    NewKeys(MachineProvider right) {
      super(right);
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      return super.launch(request, isNew(key) ? key : next(key), count, call);
    }

    private synchronized boolean isNew(LaunchKey key) {
      return sent.add(key);
    }

    private static LaunchKey next(LaunchKey key) {
      return new LaunchKey(new StringBuilder(key.value()).reverse().toString());
    }
  }
}

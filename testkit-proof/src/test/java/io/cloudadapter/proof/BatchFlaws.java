package io.cloudadapter.proof;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chapter 9: bugs in ends of several machines, which the example adapter ends one by one. */
final class BatchFlaws {
  private BatchFlaws() {}

  static List<FeatureFlaw<?>> all() {
    return List.of(
        batches(
            "MP-9.30",
            "drops the last of several machines",
            "lives on",
            right -> (ids, call) -> {
              List<MachineId> some = new ArrayList<>(ids);
              MachineId last = some.remove(some.size() - 1);
              TerminateResult result = right.terminate(some, call);
              return new TerminateResult(with(result.accepted(), last), result.refused());
            },
            "MP-9.31",
            "MP-9.32"),
        batches("MP-9.31", "refuses all for one", "were hindered", right -> (ids, call) -> {
          TerminateResult result = right.terminate(ids, call);
          if (result.refused().isEmpty()) {
            return result;
          }
          throw result.refused().values().iterator().next();
        }),
        batches(
            "MP-9.31",
            "takes one that is guarded for ended",
            "is guarded",
            right -> (ids, call) -> {
              TerminateResult unused = right.terminate(ids, call);
              return new TerminateResult(Set.copyOf(ids), Map.of());
            }),
        batches("MP-9.32", "calls a lost reply a refusal", "effect NONE", right -> (ids, call) -> {
          try {
            return right.terminate(ids, call);
          } catch (CloudException error) {
            if (error.effect() == Effect.NONE) {
              throw error;
            }
            Map<MachineId, CloudException> refused = new HashMap<>();
            ids.forEach(id -> refused.put(id, surely(error)));
            return new TerminateResult(Set.of(), refused);
          }
        }),
        new FeatureFlaw<>(
            AdapterMutant.of("MP-9.33", "takes more than it says", "must be INVALID"),
            BatchTerminate.class,
            right -> new Bent(right, right::terminate) {
              @Override
              public int most() {
                return 2;
              }
            }),
        batches(
            "MP-9.33",
            "ends what it can and then says that it was too much",
            "has ended",
            right -> (ids, call) -> {
              if (ids.size() > right.most()) {
                TerminateResult unused =
                    right.terminate(List.copyOf(ids).subList(0, right.most()), call);
              }
              return right.terminate(ids, call);
            }));
  }

  private static CloudException surely(CloudException error) {
    return CloudException.of(error.kind(), Effect.NONE, String.valueOf(error.getMessage()))
        .build();
  }

  private static Set<MachineId> with(Set<MachineId> some, MachineId one) {
    List<MachineId> more = new ArrayList<>(some);
    more.add(one);
    return Set.copyOf(more);
  }

  /** How several machines end. */
  private interface Ending {
    TerminateResult of(Collection<MachineId> machines, CallContext call);
  }

  /** How they end in a broken adapter. */
  private interface Bug {
    Ending in(BatchTerminate right);
  }

  private static FeatureFlaw<BatchTerminate> batches(
      String rule, String bug, String says, Bug broken, String... drags) {
    AdapterMutant mutant = AdapterMutant.of(rule, bug, says);
    return new FeatureFlaw<>(
        drags.length == 0 ? mutant : mutant.drags(drags),
        BatchTerminate.class,
        right -> new Bent(right, broken.in(right)));
  }

  private static class Bent implements BatchTerminate {
    private final BatchTerminate right;
    private final Ending ending;

    Bent(BatchTerminate right, Ending ending) {
      this.right = right;
      this.ending = ending;
    }

    @Override
    public int most() {
      return right.most();
    }

    @Override
    public TerminateResult terminate(Collection<MachineId> machines, CallContext call) {
      return ending.of(machines, call);
    }
  }
}

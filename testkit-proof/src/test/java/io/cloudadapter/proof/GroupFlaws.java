package io.cloudadapter.proof;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.proof.GroupFlaw.Bent;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Chapter 13: bugs in groups, which the example adapter does not have. */
final class GroupFlaws {
  private static final int FEW = 2;
  private static final PoolName POOL = new PoolName("adapter-kit");
  private static final PoolName MISSING = new PoolName("missing");

  private GroupFlaws() {}

  static List<GroupFlaw> all() {
    return Stream.concat(ofGroups().stream(), GroupHookFlaws.all().stream()).toList();
  }

  private static List<GroupFlaw> ofGroups() {
    return List.of(
        new GroupFlaw(
            AdapterMutant.of("MP-13.1", "asks for two machines at most", "has 2 machines")
                .drags(
                    "MP-12.61",
                    "MP-13.2",
                    "MP-3.1",
                    "MP-4.1",
                    "MP-4.6",
                    "MP-9.30",
                    "MP-9.31",
                    "MP-9.32"),
            right -> new Bent(right) {
              @Override
              public void raise(PreparedLaunch request, int total, CallContext call) {
                super.raise(request, Math.min(total, FEW), call);
              }
            }),
        new GroupFlaw(
            AdapterMutant.of("MP-13.2", "asks for one more when it is asked again", "machines"),
            right -> new Bent(right) {
              private final Map<PreparedLaunch, Integer> last = new ConcurrentHashMap<>();

              @Override
              public void raise(PreparedLaunch request, int total, CallContext call) {
                boolean again = Objects.equals(last.put(request, total), total);
                super.raise(request, again ? total + 1 : total, call);
              }
            }),
        new GroupFlaw(
            AdapterMutant.of("MP-13.3", "ends what is too many", "has 1 machines"),
            right -> new Bent(right) {
              @Override
              public void raise(PreparedLaunch request, int total, CallContext call) {
                super.raise(request, total, call);
                living().stream().skip(total).forEach(one -> terminate(one.id(), call));
              }

              private List<MachineSighting> living() {
                return cloud().machines().stream()
                    .filter(one -> one.state().allocated() && one.pool().isPresent())
                    .toList();
              }
            }),
        new GroupFlaw(
            AdapterMutant.of("MP-13.4", "cuts a total down to what is allowed", "and was accepted"),
            right -> new Bent(right) {
              @Override
              public void raise(PreparedLaunch request, int total, CallContext call) {
                super.raise(request, Math.max(1, Math.min(total, 20)), call);
              }
            }),
        new GroupFlaw(
            AdapterMutant.of("MP-13.5", "is sure that its group was not told", "raise said")
                .drags("MP-5.12"),
            right -> new Bent(right) {
              @Override
              public void raise(PreparedLaunch request, int total, CallContext call) {
                try {
                  super.raise(request, total, call);
                } catch (CloudException e) {
                  throw sure(e);
                }
              }
            }),
        new GroupFlaw(
            AdapterMutant.of("MP-13.5", "believes that it was heard", "raise to 2 returned")
                .drags("MP-5.12"),
            right -> new Bent(right) {
              @Override
              public void raise(PreparedLaunch request, int total, CallContext call) {
                try {
                  super.raise(request, total, call);
                } catch (CloudException e) {
                  if (e.effect() == Effect.NONE) {
                    throw e;
                  }
                }
              }
            }),
        new GroupFlaw(
            AdapterMutant.of("MP-13.6", "ends machines beside their group", "has 3 machines"),
            right -> new Bent(right) {
              @Override
              public void terminate(MachineId machine, CallContext call) {
                boolean lives = cloud()
                    .machine(machine)
                    .filter(one -> one.state().allocated())
                    .isPresent();
                if (lives) {
                  cloud().kill(machine);
                }
                super.terminate(machine, call);
              }
            }),
        new GroupFlaw(
            AdapterMutant.of(
                    "MP-13.7", "marks what it asked for, and not what comes", "has 1 machines")
                .drags("MP-13.20", "MP-13.21", "MP-13.8", "MP-3.3"),
            right -> new Bent(right) {
              @Override
              public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
                return super.prepare(with(spec, MISSING, spec.zone()), call);
              }

              @Override
              public void raise(PreparedLaunch request, int total, CallContext call) {
                super.raise(request, total, call);
                cloud().machines().stream()
                    .filter(one -> one.pool().equals(Optional.of(MISSING)))
                    .forEach(one -> cloud()
                        .remark(
                            one.id(),
                            Optional.of(new OwnershipMarks(
                                POOL, one.incarnation().orElseThrow(), Optional.empty()))));
              }
            }),
        new GroupFlaw(
            AdapterMutant.of(
                "MP-13.8", "marks machines that are not in their group", "has 3 machines"),
            right -> new Bent(right) {
              @Override
              public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
                boolean free = cloud()
                    .machine(machine)
                    .filter(one ->
                        one.end() != MachineSighting.End.FINAL && one.pool().isEmpty())
                    .isPresent();
                if (free) {
                  cloud().remark(machine, Optional.of(marks));
                }
                super.mark(machine, marks, call);
              }
            }),
        new GroupFlaw(
            AdapterMutant.of("MP-13.9", "passes over zones", "and was accepted"),
            right -> new Bent(right) {
              @Override
              public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
                return super.prepare(with(spec, spec.pool(), Optional.empty()), call);
              }
            }));
  }

  private static CloudException sure(CloudException e) {
    CloudException.Builder error =
        CloudException.of(e.kind(), Effect.NONE, String.valueOf(e.getMessage())).scope(e.scope());
    e.retryAfter().ifPresent(error::retryAfter);
    e.code().ifPresent(error::code);
    return error.build();
  }

  static List<AdapterMutant> mutants() {
    return all().stream().map(GroupFlaw::mutant).toList();
  }

  private static LaunchSpec with(LaunchSpec spec, PoolName pool, Optional<String> zone) {
    return new LaunchSpec(
        pool,
        spec.incarnation(),
        zone,
        spec.size(),
        spec.image(),
        spec.market(),
        spec.tags(),
        spec.userData(),
        spec.template());
  }
}

package io.cloudadapter.proof;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.WaitingMachine;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Chapter 13: bugs in what is said of machines that groups hold. */
final class GroupHookFlaws {
  private GroupHookFlaws() {}

  static List<GroupFlaw> all() {
    return List.of(
        flaw(
            "MP-13.20",
            "tells only who goes",
            "the adapter has not returned it",
            right -> new Bent(right) {
              @Override
              public List<WaitingMachine> held(Set<PoolName> pools, CallContext call) {
                return super.held(pools, call).stream()
                    .filter(one -> one.transition() == LifecycleTransition.TERMINATE)
                    .toList();
              }
            }),
        flaw(
            "MP-13.20",
            "tells each machine once",
            "the adapter has not returned it",
            right -> new Bent(right) {
              private final Set<MachineId> told = ConcurrentHashMap.newKeySet();

              @Override
              public List<WaitingMachine> held(Set<PoolName> pools, CallContext call) {
                return super.held(pools, call).stream()
                    .filter(one -> told.add(one.machine()))
                    .toList();
              }
            },
            "MP-13.21"),
        flaw(
            "MP-13.20",
            "tells a group nothing",
            "ended although",
            right -> new Bent(right) {
              @Override
              public void extend(WaitingMachine machine, CallContext call) {}
            },
            "MP-13.21"),
        flaw(
            "MP-13.20",
            "takes a failure for released",
            "still returned as waiting",
            right -> new Bent(right) {
              @Override
              public void release(WaitingMachine machine, CallContext call) {
                try {
                  super.release(machine, call);
                } catch (CloudException lost) {
                  // It will have arrived.
                }
              }
            }),
        flaw(
            "MP-13.21",
            "tells only who comes",
            "the adapter has not returned it",
            right -> new Bent(right) {
              @Override
              public List<WaitingMachine> held(Set<PoolName> pools, CallContext call) {
                return super.held(pools, call).stream()
                    .filter(one -> one.transition() == LifecycleTransition.LAUNCH)
                    .toList();
              }
            }),
        flaw(
            "MP-13.21",
            "releases no machine",
            "was released before its end",
            right -> new Bent(right) {
              @Override
              public void release(WaitingMachine machine, CallContext call) {
                if (machine.transition() == LifecycleTransition.LAUNCH) {
                  super.release(machine, call);
                }
              }
            }),
        new GroupFlaw(
            AdapterMutant.of(
                "MP-13.21", "ends every machine that is ending already", "ended although"),
            right -> new GroupFlaw.Bent(right) {
              private final Set<MachineId> ended = ConcurrentHashMap.newKeySet();

              @Override
              public void terminate(MachineId machine, CallContext call) {
                super.terminate(machine, call);
                boolean again = !ended.add(machine);
                if (again
                    && cloud()
                        .machine(machine)
                        .filter(m -> m.state().allocated())
                        .isPresent()) {
                  cloud().kill(machine);
                }
              }
            }),
        flaw(
            "MP-13.22",
            "wants to be asked in time",
            "must change nothing",
            right -> new Bent(right) {
              private final Set<WaitingMachine> released = ConcurrentHashMap.newKeySet();

              @Override
              public void release(WaitingMachine machine, CallContext call) {
                if (released.contains(machine)) {
                  throw CloudException.of(Kind.NOT_FOUND, Effect.NONE, "no such pause")
                      .build();
                }
                super.release(machine, call);
                released.add(machine);
              }
            }));
  }

  private static GroupFlaw flaw(
      String rule,
      String bug,
      String says,
      Function<GroupLifecycleHooks, GroupLifecycleHooks> bent,
      String... drags) {
    AdapterMutant mutant = AdapterMutant.of(rule, bug, says);
    return new GroupFlaw(
        drags.length == 0 ? mutant : mutant.drags(drags), right -> adapter(right, bent));
  }

  private static MachineProvider adapter(
      MachineProvider right, Function<GroupLifecycleHooks, GroupLifecycleHooks> bent) {
    GroupLifecycleHooks hooks =
        bent.apply(right.feature(GroupLifecycleHooks.class).orElseThrow());
    return new GroupFlaw.Bent(right) {
      @Override
      public <T> Optional<T> feature(Class<T> type) {
        return type == GroupLifecycleHooks.class
            ? Optional.of(type.cast(hooks))
            : super.feature(type);
      }
    };
  }

  private static class Bent implements GroupLifecycleHooks {
    private final GroupLifecycleHooks right;

    Bent(GroupLifecycleHooks right) {
      this.right = right;
    }

    @Override
    public List<WaitingMachine> held(Set<PoolName> pools, CallContext call) {
      return right.held(pools, call);
    }

    @Override
    public void extend(WaitingMachine machine, CallContext call) {
      right.extend(machine, call);
    }

    @Override
    public void release(WaitingMachine machine, CallContext call) {
      right.release(machine, call);
    }
  }
}

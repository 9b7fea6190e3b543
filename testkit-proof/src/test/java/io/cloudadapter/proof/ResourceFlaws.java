package io.cloudadapter.proof;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.testkit.run.TestBench;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Chapters 2 and 9: bugs in what stands beside machines, most of which show only after a crash. */
final class ResourceFlaws {
  private ResourceFlaws() {}

  static List<GroupFlaw> all() {
    return List.of(
        flaw(
            "MP-2.25",
            "leaves a launch to the process that began it",
            "after 2 exchanges of launch",
            ForeignLaunches::new),
        flaw("MP-9.54", "shows resources without their launch", "should carry", Keyless::new),
        flaw(
            "MP-9.54",
            "makes resources without the mark of their launch",
            "should carry",
            Unmarked::new,
            "MP-9.55"),
        flaw(
            "MP-9.55",
            "takes a machine with one resource for complete",
            "after 3 exchanges of complete",
            OneIsEnough::new),
        flaw(
            "MP-9.56",
            "takes an unreadable list for an empty one",
            "and the pool has",
            CarelessReader::new),
        flaw("MP-9.56", "lists the resources of all pools", "of a machine of pool", AllPools::new),
        flaw(
            "MP-9.57",
            "releases all resources of a kind",
            "were released, and machine",
            WholeKind::new),
        flaw("MP-9.57", "fails to release what is gone", "its release again is", Strict::new),
        flaw(
            "MP-9.58",
            "lists no disk that has no machine",
            "after 1 exchange of launch",
            Attached::new,
            "MP-2.8"));
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

  /** Right resources, but for what is overridden. */
  private static class Beside extends GroupFlaw.Bent implements MachineResources {
    final MachineResources right;

    Beside(MachineProvider provider) {
      super(provider);
      this.right = provider.feature(MachineResources.class).orElseThrow();
    }

    @Override
    public ListResult resources(
        PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
      return right.resources(pool, sink, call);
    }

    @Override
    public boolean complete(MachineId machine, OwnershipMarks marks, CallContext call) {
      return right.complete(machine, marks, call);
    }

    @Override
    public void release(ResourceSighting resource, CallContext call) {
      right.release(resource, call);
    }

    /** The pool's resources. */
    List<ResourceSighting> rows(PoolName pool, CallContext call) {
      List<ResourceSighting> rows = new ArrayList<>();
      ListResult unused = right.resources(pool, rows::add, call);
      return rows;
    }
  }

  private static final class ForeignLaunches extends Beside {
    private final Set<LaunchKey> begun = ConcurrentHashMap.newKeySet();

    ForeignLaunches(MachineProvider right) {
      super(right);
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      boolean mine = begun.contains(key);
      boolean theirs = !mine
          && rows(TestBench.POOL, call).stream()
              .anyMatch(
                  row -> row.key().equals(Optional.of(key)) && row.machine().isEmpty());
      if (theirs) {
        throw CloudException.of(Kind.CONFLICT, Effect.NONE, "another process makes launch " + key)
            .build();
      }
      begun.add(key);
      return super.launch(request, key, count, call);
    }
  }

  private static final class Keyless extends Beside {
    Keyless(MachineProvider right) {
      super(right);
    }

    @Override
    public ListResult resources(
        PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
      return super.resources(
          pool,
          row -> sink.accept(new ResourceSighting(
              row.id(),
              row.kind(),
              row.machine(),
              row.pool(),
              row.incarnation(),
              Optional.empty())),
          call);
    }
  }

  private static final class Unmarked extends Beside {
    Unmarked(MachineProvider right) {
      super(right);
    }

    @Override
    public boolean complete(MachineId machine, OwnershipMarks marks, CallContext call) {
      return super.complete(
          machine, new OwnershipMarks(marks.pool(), marks.incarnation(), Optional.empty()), call);
    }
  }

  private static final class OneIsEnough extends Beside {
    OneIsEnough(MachineProvider right) {
      super(right);
    }

    @Override
    public boolean complete(MachineId machine, OwnershipMarks marks, CallContext call) {
      boolean begun = rows(marks.pool(), call).stream()
          .anyMatch(
              row -> row.kind().equals("address") && row.machine().equals(Optional.of(machine)));
      return begun || super.complete(machine, marks, call);
    }
  }

  private static final class CarelessReader extends Beside {
    CarelessReader(MachineProvider right) {
      super(right);
    }

    @Override
    public ListResult resources(
        PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
      try {
        return super.resources(pool, sink, call);
      } catch (CloudException unreadable) {
        return ListResult.all();
      }
    }
  }

  private static final class AllPools extends Beside {
    AllPools(MachineProvider right) {
      super(right);
    }

    @Override
    public ListResult resources(
        PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
      cloud().resources().stream()
          .filter(row -> !row.pool().equals(Optional.of(pool)))
          .forEach(sink);
      return super.resources(pool, sink, call);
    }
  }

  private static final class WholeKind extends Beside {
    WholeKind(MachineProvider right) {
      super(right);
    }

    @Override
    public void release(ResourceSighting resource, CallContext call) {
      for (ResourceSighting row : rows(resource.pool().orElse(TestBench.POOL), call)) {
        if (row.kind().equals(resource.kind())) {
          super.release(row, call);
        }
      }
    }
  }

  private static final class Strict extends Beside {
    Strict(MachineProvider right) {
      super(right);
    }

    @Override
    public void release(ResourceSighting resource, CallContext call) {
      boolean there = rows(resource.pool().orElse(TestBench.POOL), call).stream()
          .anyMatch(row -> row.id().equals(resource.id()));
      if (!there) {
        throw CloudException.of(Kind.INVALID, Effect.NONE, "there is no " + resource)
            .build();
      }
      super.release(resource, call);
    }
  }

  private static final class Attached extends Beside {
    Attached(MachineProvider right) {
      super(right);
    }

    @Override
    public ListResult resources(
        PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
      return super.resources(
          pool,
          row -> {
            if (row.machine().isPresent()) {
              sink.accept(row);
            }
          },
          call);
    }
  }
}

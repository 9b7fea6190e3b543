package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.subject.UnsupportedByCloudException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The cloud as it is in truth, for a rule to look at and to change behind the adapter's back: what the console of the
 * test cloud shows and does.
 */
public final class CloudTruth {
  private final TestBench bench;
  private final Set<MachineId> strangers = new TreeSet<>();

  CloudTruth(TestBench bench) {
    this.bench = bench;
  }

  /** Lets time pass until a machine has really ended, and says whether it did within five minutes. */
  public boolean ends(MachineId machine) {
    bench.time().passUntil(() -> !lives(machine), Duration.ofMinutes(5));
    return !lives(machine);
  }

  public TestCloudConsole console() {
    return bench
        .cloud()
        .console()
        .orElseThrow(() -> new NotTestableException(
            "this cloud has no console: " + bench.setting().mode()));
  }

  /** Machines that live and carry our pool's mark, in truth where there is a console. */
  public List<CloudResource> ours() {
    return resources().stream().filter(CloudTruth::isOurs).toList();
  }

  public List<CloudResource> resources() {
    return console().resources().stream().filter(CloudResource::exists).toList();
  }

  private static boolean isOurs(CloudResource resource) {
    return resource.isMachine()
        && TestBench.POOL.value().equals(resource.tags().get(OwnershipMarks.POOL_TAG));
  }

  /** Whether a machine exists in truth, in any state. */
  public boolean lives(MachineId machine) {
    return resources().stream().anyMatch(t -> t.isMachine() && t.id().equals(machine.value()));
  }

  /** The live machines that answer to a key, in truth. */
  public List<CloudResource> of(LaunchKey key) {
    if (bench.hasGroup()) {
      return bench.making().made(key).stream()
          .flatMap(id -> resource(id).stream())
          .toList();
    }
    return resources().stream()
        .filter(t -> t.isMachine() && key.value().equals(t.tags().get(OwnershipMarks.KEY_TAG)))
        .toList();
  }

  /** Has the cloud do what no adapter can ask for. The rule is untested, or not claimed, where it cannot. */
  public <T> T provoke(Function<TestCloudConsole, T> power) {
    try {
      return power.apply(console());
    } catch (UnsupportedByCloudException nothing) {
      throw NotTestableException.notThere(String.valueOf(nothing.getMessage()));
    } catch (UnsupportedOperationException lacking) {
      throw new NotTestableException(String.valueOf(lacking.getMessage()));
    }
  }

  /** Tries a part of a rule, which is left out where the cloud does not have what it is about. */
  public void unlessNotThere(String what, Runnable part) {
    try {
      part.run();
    } catch (NotTestableException lacking) {
      if (lacking.verdict() != Verdict.NOT_CLAIMED) {
        throw lacking;
      }
      bench.leavesOut(what, lacking.why());
    }
  }

  public void provoking(Consumer<TestCloudConsole> power) {
    boolean done = provoke(console -> {
      power.accept(console);
      return true;
    });
    assert done;
  }

  /** An id of the same form as a machine's, but for its last letter or digit. */
  public static MachineId neverWas(MachineId machine) {
    String id = machine.value();
    char last = id.charAt(id.length() - 1);
    return new MachineId(id.substring(0, id.length() - 1) + (last == '7' ? '8' : '7'));
  }

  /** As {@link #provoking}, and says whether the cloud can do it; if not, that part of the rule is left out. */
  public boolean attempts(String part, Consumer<TestCloudConsole> power) {
    if (bench.cloud().console().isEmpty()) {
      bench.leavesOut(part, "this cloud has no console: " + bench.setting().mode());
      return false;
    }
    try {
      power.accept(console());
      return true;
    } catch (UnsupportedOperationException lacking) {
      bench.leavesOut(part, String.valueOf(lacking.getMessage()));
      return false;
    }
  }

  /** Returns a machine of another owner, with these tags. */
  public MachineId stranger(Map<String, String> tags) {
    MachineId made = provoke(console -> console.create(tags));
    strangers.add(made);
    return made;
  }

  /** Counts a machine as another owner's from now on: it may be without marks. */
  public void disown(MachineId machine) {
    strangers.add(machine);
  }

  /**
   * Machines with our marks, each with a key of its own: made from outside if the cloud can, as that needs
   * no exchanges of the adapter that could be spoilt.
   */
  public Set<MachineId> plant(int count) {
    Set<MachineId> planted = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      planted.add(plant());
    }
    return planted;
  }

  private MachineId plant() {
    LaunchKey key = bench.key();
    return plant(key).orElseGet(() -> new CoreRetryModel(bench).launch().id());
  }

  /** Returns a machine with the pool's marks and this key; maybe none where a machine cannot be made from outside. */
  public Optional<MachineId> plant(LaunchKey key) {
    try {
      return Optional.of(stranger(
          new OwnershipMarks(TestBench.POOL, bench.incarnation(), Optional.of(key)).toTags()));
    } catch (NotTestableException cannot) {
      return new CoreRetryModel(bench).launch(key).map(MachineSighting::id);
    }
  }

  /** A machine as it is in truth; empty if it has ended. */
  public Optional<CloudResource> resource(MachineId machine) {
    return resources().stream()
        .filter(resource -> resource.isMachine() && resource.id().equals(machine.value()))
        .findFirst();
  }

  Set<MachineId> strangers() {
    return strangers;
  }
}

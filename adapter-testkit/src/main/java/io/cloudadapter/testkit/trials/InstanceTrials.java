package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.NodeAddress.Kind;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Chapter 12: all machines of an account, found by name. */
public final class InstanceTrials {
  /** Machines for some pages of a list. */
  private static final int MANY = 7;

  private InstanceTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-12.1", InstanceTrials::tellsAll).withFaults(),
            Trial.of("MP-12.2", InstanceTrials::agrees).needs("MP-12.1"),
            Trial.of("MP-12.3", InstanceTrials::neverTellsThatOneIsGone).needs("MP-12.2"),
            Trial.of("MP-12.4", InstanceTrials::letsIn)
                .withFaults(EnumSet.of(
                    WireFault.RESET,
                    WireFault.LOST_REPLY,
                    WireFault.ERROR_BEFORE,
                    WireFault.ERROR_AFTER,
                    WireFault.THROTTLED,
                    WireFault.SLOW_BEFORE,
                    WireFault.GARBAGE)))
        .map(trial -> trial.of(Instances.class).needs("MP-9.1"))
        .toList();
  }

  private static void tellsAll(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    bench.sweep(false);
    List<MachineId> made = new ArrayList<>(bench.truth().plant(MANY));
    List<MachineId> theirs = new ArrayList<>();
    boolean strange = bench
        .truth()
        .attempts("another owner's machine", console -> theirs.add(console.create(Map.of())));
    assert strange == !theirs.isEmpty();
    theirs.forEach(bench.truth()::disown);
    made.addAll(theirs);
    MachineId stopped = made.get(0);
    boolean stops =
        bench.truth().attempts("a machine that is stopped", console -> console.stop(stopped));
    MachineId last = made.get(1);
    boolean ends =
        bench.truth().attempts("a machine that has ended", console -> console.kill(last));
    if (ends) {
      made.remove(last);
    }
    bench.time().passLag();
    bench.sweep(true);

    CloudResourceFixture.Answer<List<Instance>> told = beside.attempt(beside::instances);

    told.value().ifPresent(all -> {
      List<MachineId> ids = all.stream().map(Instance::id).toList();
      Set<MachineId> lacking = new TreeSet<>(made);
      lacking.removeAll(ids);
      bench.require(lacking.isEmpty(), "the list of all instances lacks " + lacking);
      bench.require(
          !ends || !ids.contains(last), "a machine that has ended is among the instances: " + last);
      bench.require(Set.copyOf(ids).size() == ids.size(), "an instance occurs twice among " + ids);
      bench.require(
          !stops
              || all.stream()
                  .allMatch(one ->
                      one.shutDown() == one.id().equals(stopped) || !made.contains(one.id())),
          "of the instances only " + stopped + " is shut down, and told are so "
              + all.stream().filter(Instance::shutDown).map(Instance::id).toList());
      bench.sweep(false);
      List<MachineId> again =
          beside.instances().stream().map(Instance::id).filter(ids::contains).toList();
      bench.require(
          again.equals(ids), "the instances come in another order: " + again + " after " + ids);
    });
  }

  private static void agrees(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> made = new ArrayList<>(bench.truth().plant(3));
    bench.time().passLag();
    List<Instance> all = beside.instances();
    for (Instance one : all.stream().filter(one -> made.contains(one.id())).toList()) {
      is(bench, "its name " + one.name(), one, beside.named(one.name()));
      is(bench, "its id", one, beside.identified(one.id()));
      hosts(one).filter(host -> answering(all, host) == 1).forEach(host -> {
        is(bench, "its host name " + host, one, beside.hosted(host));
        String loud = host.toUpperCase(Locale.ROOT);
        is(bench, "its host name " + loud, one, beside.hosted(loud));
      });
      asItsRow(bench, one);
      String almost = one.name().substring(0, one.name().length() - 1) + ".";
      none(bench, "the name " + almost, beside.named(almost));
      none(bench, "the name " + one.name() + "0", beside.named(one.name() + "0"));
      none(
          bench,
          "an id that never was",
          beside.identified(new MachineId(one.id().value() + "0")));
    }
    none(bench, "a host that never was", beside.hosted("kit-missing.example"));
    Instance ended = all.stream()
        .filter(one -> one.id().equals(made.get(0)))
        .findFirst()
        .orElseThrow(() -> new RuleViolation("the instances lack " + made.get(0)));
    if (bench.truth().attempts("a machine that has ended", console -> console.kill(ended.id()))) {
      bench.time().passLag();
      none(bench, "the name of one that has ended", beside.named(ended.name()));
      none(bench, "the id of one that has ended", beside.identified(ended.id()));
    }
  }

  /** All names that a host may be asked for by. */
  private static Stream<String> hosts(Instance one) {
    Stream<String> others = one.addresses().stream()
        .filter(address -> address.kind() != Kind.INTERNAL_IP && address.kind() != Kind.EXTERNAL_IP)
        .map(NodeAddress::address);
    return Stream.concat(Stream.of(one.hostName()), others).distinct();
  }

  private static long answering(List<Instance> all, String host) {
    return all.stream().filter(one -> one.answersTo(host)).count();
  }

  private static void is(TestBench bench, String how, Instance one, Optional<Instance> found) {
    bench.require(
        found
            .filter(other -> other.id().equals(one.id())
                && other.name().equals(one.name())
                && other.hostName().equals(one.hostName())
                && other.zone().equals(one.zone()))
            .isPresent(),
        "among all there is " + one + ", and by " + how + " there is " + found);
  }

  private static void none(TestBench bench, String how, Optional<Instance> found) {
    bench.require(found.isEmpty(), "by " + how + " there must be no instance, and is " + found);
  }

  private static void asItsRow(TestBench bench, Instance one) {
    MachineSighting row = bench
        .lists()
        .ids(List.of(one.id()))
        .row(one.id())
        .orElseThrow(() -> new RuleViolation("a list by its id does not show " + one.id()));
    Set<String> addresses = new TreeSet<>();
    one.addresses().forEach(address -> addresses.add(address.address()));
    bench.require(
        one.zone().map(Zone::name).equals(row.zone())
            && one.size().equals(row.size())
            && addresses.containsAll(row.publicIps())
            && addresses.containsAll(row.privateIps()),
        "an instance is " + one + ", and its row has zone " + row.zone() + ", size " + row.size()
            + ", addresses " + row.publicIps() + row.privateIps());
  }

  private static void neverTellsThatOneIsGone(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    MachineId machine = bench.truth().plant(1).iterator().next();
    bench.time().passLag();
    Instance there = beside
        .identified(machine)
        .orElseThrow(() -> new RuleViolation("there is no instance of id " + machine));
    ProxyErrorPages.inAnswerToLooks(
        bench, "a look by name", () -> beside.named(there.name()).isPresent());
    ProxyErrorPages.inAnswerToLooks(
        bench, "a look by host name", () -> beside.hosted(there.hostName()).isPresent());
    ProxyErrorPages.inAnswerToLooks(
        bench, "a look by id", () -> beside.identified(machine).isPresent());
    ProxyErrorPages.inAnswerToLooks(
        bench,
        "a list of all instances",
        () -> beside.instances().stream().anyMatch(one -> one.id().equals(machine)));
  }

  private static void letsIn(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    bench.sweep(false);
    List<MachineId> made = new ArrayList<>(bench.truth().plant(2));
    bench.time().passLag();
    bench.sweep(true);
    String text = "ssh-ed25519 AAAA" + bench.token();
    bench.keepsSecret("an SSH key", text);
    SshKey key = new SshKey("kit", text);

    CloudResourceFixture.Answer<Boolean> first = beside.attempt(() -> beside.letsIn(key));

    if (first.attempt().is(CloudException.Kind.UNSUPPORTED) && first.attempt().sure()) {
      throw NotTestableException.notThere(
          "no machine of the cloud accepts a key: " + first.attempt());
    }
    bench.sweep(false);
    beside.settles();
    bench.require(
        !first.attempt().sure() || made.stream().allMatch(one -> times(bench, one, key) == 0),
        "addSshKey said " + first.attempt() + ", and the key is there");
    bench.sweep(true);
    for (int i = 0; i < 2; i++) {
      boolean all = (i == 0 && first.value().isPresent())
          ? first.value().get()
          : beside.settled("addSshKey", () -> beside.letsIn(key));
      for (MachineId machine : made) {
        int times = times(bench, machine, key);
        bench.require(
            times == 1 || (!all && times == 0),
            "addSshKey said " + all + ", and " + machine + " has the key " + times + " times");
      }
    }
  }

  private static int times(TestBench bench, MachineId machine, SshKey key) {
    return (int) bench.truth().provoke(console -> console.sshKeysOf(machine)).stream()
        .filter(key::equals)
        .count();
  }
}

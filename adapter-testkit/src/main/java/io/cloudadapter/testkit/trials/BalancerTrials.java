package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Chapter 12: load balancers. */
public final class BalancerTrials {
  /** The faults after which a careful client asks again. */
  static final Set<WireFault> REPEATED = EnumSet.of(
      WireFault.LOST_REPLY,
      WireFault.TRUNCATED,
      WireFault.ERROR_AFTER,
      WireFault.THROTTLED,
      WireFault.SLOW_BEFORE);

  private static final Duration STEP = Duration.ofSeconds(5);
  private static final int STEPS = 120;

  private BalancerTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-12.10", CloudResourceFixture.tidied(BalancerTrials::asAskedFor)),
            Trial.of("MP-12.11", CloudResourceFixture.tidied(BalancerTrials::onlyOne))
                .needs("MP-12.10")
                .withFaults(),
            Trial.of("MP-12.12", CloudResourceFixture.tidied(BalancerTrials::theseHosts))
                .needs("MP-12.10")
                .withFaults(REPEATED),
            Trial.of("MP-12.13", CloudResourceFixture.tidied(BalancerTrials::refuses))
                .needs("MP-12.10"),
            Trial.of("MP-12.14", CloudResourceFixture.tidied(BalancerTrials::deletes))
                .needs("MP-12.10")
                .withFaults(REPEATED),
            Trial.of("MP-12.15", CloudResourceFixture.tidied(BalancerTrials::noneIsCertain))
                .needs("MP-12.10")
                .withFaults(),
            Trial.of(
                    "MP-12.16",
                    CloudResourceFixture.tidied(BalancerTrials::neverTellsThatOneIsGone))
                .needs("MP-12.10"))
        .map(trial -> trial.of(LoadBalancers.class).needs("MP-9.1"))
        .toList();
  }

  private static void asAskedFor(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<String> hosts = beside.hosts(3);
    LoadBalancerSpec first = beside.spec("web", hosts.subList(0, 2));
    none(bench, "before it was made", beside.find("web"));
    LoadBalancer made = beside.ensure(first);
    told(bench, "ensure", first, made);
    found(bench, beside, first);
    List<Ingress> ingress = awaitsIngress(bench, beside);

    List<Listener> others =
        List.of(first.listeners().get(0), new Listener("other", protocol(first), 8443, 31443));
    LoadBalancerSpec second = with(first, others, List.of(hosts.get(2), hosts.get(0)));
    told(bench, "ensure of what is there already", second, beside.ensure(second));
    found(bench, beside, second);
    bench.require(
        awaitsIngress(bench, beside).equals(ingress),
        "a load balancer that was changed is reached at " + awaitsIngress(bench, beside)
            + " instead of " + ingress);
    affine(bench, beside, second);
    none(bench, "of another name", beside.find("we"));
    none(bench, "of another region", beside.find("no-such-region", "web"));
  }

  private static void affine(TestBench bench, CloudResourceFixture beside, LoadBalancerSpec spec) {
    LoadBalancerSpec loyal = new LoadBalancerSpec(
        spec.region(),
        spec.name(),
        spec.address(),
        spec.listeners(),
        spec.hosts(),
        Affinity.CLIENT_IP);
    CloudResourceFixture.Answer<LoadBalancer> answer = beside.attempt(() -> beside.ensure(loyal));
    if (answer.value().isPresent()) {
      told(bench, "ensure with affinity", loyal, answer.value().get());
      found(bench, beside, loyal);
    } else {
      bench.require(
          answer.attempt().is(Kind.UNSUPPORTED) && answer.attempt().sure(),
          "affinity must be heeded, or UNSUPPORTED with effect NONE, and was " + answer.attempt());
      found(bench, beside, spec);
      bench.leavesOut("affinity", "the cloud does not support it");
    }
  }

  private static Protocol protocol(LoadBalancerSpec spec) {
    return spec.listeners().get(0).protocol();
  }

  private static LoadBalancerSpec with(
      LoadBalancerSpec spec, List<Listener> listeners, List<String> hosts) {
    return new LoadBalancerSpec(
        spec.region(), spec.name(), spec.address(), listeners, hosts, spec.affinity());
  }

  private static void none(TestBench bench, String which, Optional<LoadBalancer> found) {
    bench.require(found.isEmpty(), "a load balancer " + which + " must be none, and is " + found);
  }

  /** Checks a load balancer as an answer shows it. */
  private static void told(
      TestBench bench, String who, LoadBalancerSpec wanted, LoadBalancer told) {
    bench.require(
        same(told.spec(), wanted), who + " was asked for " + wanted + ", and tells " + told.spec());
    bench.require(
        told.targets().stream().map(Target::host).toList().equals(told.spec().hosts()),
        who + " returns the hosts " + told.spec().hosts() + ", and the targets " + told.targets());
  }

  /** Checks a load balancer as find shows it, and in truth. */
  private static void found(TestBench bench, CloudResourceFixture beside, LoadBalancerSpec wanted) {
    bench.time().passLag();
    LoadBalancer found = beside
        .find("web")
        .orElseThrow(
            () -> new RuleViolation("find does not return " + wanted.name() + ", which was made"));
    told(bench, "find, after ensure", wanted, found);
    inTruth(bench, beside, List.of(wanted));
  }

  private static void inTruth(
      TestBench bench, CloudResourceFixture beside, List<LoadBalancerSpec> wanted) {
    List<LoadBalancerSpec> there = beside.balancers();
    boolean well = there.size() == wanted.size()
        && wanted.stream().allMatch(one -> there.stream().anyMatch(is -> same(is, one)));
    bench.require(well, "in truth there is " + there + " instead of " + wanted);
  }

  private static List<Ingress> awaitsIngress(TestBench bench, CloudResourceFixture beside) {
    for (int i = 0; i < STEPS; i++) {
      List<Ingress> ingress = beside.find("web").map(LoadBalancer::ingress).orElse(List.of());
      if (!ingress.isEmpty()) {
        return ingress;
      }
      bench.time().pass(STEP);
    }
    throw new RuleViolation("a load balancer cannot be reached ten minutes after it was made");
  }

  private static void onlyOne(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    LoadBalancerSpec spec = beside.spec("web", beside.hosts(1));
    told(bench, "ensure", spec, beside.settled("ensure", () -> beside.ensure(spec)));
    CloudResourceFixture other = CloudResourceFixture.by(bench, bench.another());
    told(bench, "a second ensure", spec, other.settled("ensure", () -> other.ensure(spec)));
    beside.settles();
    inTruth(bench, beside, List.of(spec));
  }

  private static void theseHosts(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<String> hosts = beside.hosts(3);
    bench.sweep(false);
    LoadBalancerSpec spec = beside.spec("web", hosts.subList(0, 2));
    told(bench, "ensure", spec, beside.ensure(spec));
    bench.time().passLag();
    bench.sweep(true);
    for (List<String> next : List.of(
        List.of(hosts.get(2), hosts.get(1)),
        List.of(hosts.get(2), hosts.get(1)),
        List.of(hosts.get(0)))) {
      LoadBalancerSpec wanted = with(spec, spec.listeners(), next);
      LoadBalancer told = beside.settled("setHosts", () -> beside.setHosts("web", next));
      told(bench, "setHosts", wanted, told);
      inTruth(bench, beside, List.of(wanted));
      bench.sweep(false);
      bench.time().passLag();
      bench.sweep(true);
    }
    bench.sweep(false);
    LoadBalancerSpec empty = with(spec, spec.listeners(), List.of());
    told(bench, "setHosts without any", empty, beside.setHosts("web", List.of()));
    inTruth(bench, beside, List.of(empty));
    CallOutcome missing = bench.attempt(() -> asked(() -> beside.setHosts("none", hosts)));
    bench.require(
        missing.is(Kind.NOT_FOUND) && missing.sure(),
        "setHosts of a load balancer that is not there must be NOT_FOUND, effect NONE, and was "
            + missing);
  }

  private static void asked(Supplier<?> call) {
    Object unused = call.get();
  }

  private static void refuses(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<String> hosts = beside.hosts(2);
    LoadBalancerSpec spec = beside.spec("web", hosts);
    told(bench, "ensure", spec, beside.ensure(spec));
    bench.time().passLag();
    String ghost = hosts.get(0) + "0";
    List<String> some = List.of(hosts.get(1), ghost);
    LoadBalancerSpec fresh = beside.spec("new", some);
    unknown(bench, "ensure", ghost, () -> beside.ensure(fresh));
    unknown(
        bench,
        "ensure of what is there already",
        ghost,
        () -> beside.ensure(with(spec, spec.listeners(), some)));
    unknown(bench, "setHosts", ghost, () -> beside.setHosts("web", some));
    LoadBalancerSpec away = new LoadBalancerSpec(
        "no-such-region",
        beside.name("new"),
        Optional.empty(),
        spec.listeners(),
        hosts,
        spec.affinity());
    refused(bench, "a region that never was", Set.of(Kind.NOT_FOUND), () -> beside.ensure(away));
    protocols(bench, beside, spec);
    taken(bench, beside, hosts);
    inTruth(bench, beside, List.of(spec));
    gone(bench, beside, spec);
  }

  private static void unknown(TestBench bench, String what, String ghost, Supplier<?> call) {
    CallOutcome attempt =
        refused(bench, what + " with a host that is no instance", Set.of(Kind.NOT_FOUND), call);
    bench.require(
        attempt
            .error()
            .filter(error -> String.valueOf(error.getMessage()).contains(ghost))
            .isPresent(),
        what + " with the host " + ghost + ", which is no instance, does not name it: " + attempt);
  }

  private static CallOutcome refused(
      TestBench bench, String what, Set<Kind> kinds, Supplier<?> call) {
    CallOutcome attempt = bench.attempt(() -> asked(call));
    bench.require(
        kinds.stream().anyMatch(attempt::is) && attempt.sure(),
        what + " must be "
            + String.join(" or ", kinds.stream().map(Kind::name).sorted().toList())
            + ", effect NONE, and was " + attempt);
    return attempt;
  }

  private static void protocols(
      TestBench bench, CloudResourceFixture beside, LoadBalancerSpec spec) {
    Set<Protocol> spoken = beside.feature().protocols();
    bench.require(
        spoken.equals(beside.feature().protocols()) && !spoken.isEmpty(),
        "protocols are at first " + spoken + ", then " + beside.feature().protocols());
    for (Protocol protocol : Protocol.values()) {
      if (!spoken.contains(protocol)) {
        LoadBalancerSpec other =
            with(spec, List.of(new Listener("odd", protocol, 53, 30053)), spec.hosts());
        refused(
            bench,
            protocol + ", which is not among the protocols",
            Set.of(Kind.UNSUPPORTED),
            () -> beside.ensure(other));
      }
    }
  }

  /** Asks for an address that another load balancer has. Many clouds let no client choose one. */
  private static void taken(TestBench bench, CloudResourceFixture beside, List<String> hosts) {
    Optional<String> address = awaitsIngress(bench, beside).stream()
        .filter(ingress -> ingress.kind() == Ingress.Kind.IP)
        .map(Ingress::value)
        .findFirst();
    if (address.isEmpty()) {
      bench.leavesOut("an address that is taken", "load balancers have no addresses here");
      return;
    }
    LoadBalancerSpec plain = beside.spec("new", hosts);
    LoadBalancerSpec greedy = new LoadBalancerSpec(
        plain.region(), plain.name(), address, plain.listeners(), hosts, plain.affinity());
    refused(
        bench,
        "the address of another load balancer",
        Set.of(Kind.CONFLICT, Kind.UNSUPPORTED),
        () -> beside.ensure(greedy));
  }

  /** What was accepted once may be repeated, also when a host has gone meanwhile. */
  private static void gone(TestBench bench, CloudResourceFixture beside, LoadBalancerSpec spec) {
    List<MachineId> first = bench.truth().ours().stream()
        .map(resource -> new MachineId(resource.id()))
        .filter(id -> bench.cloud().nameOf(id).equals(spec.hosts().get(0)))
        .toList();
    if (!bench.truth().attempts("hosts that have ended", console -> first.forEach(console::kill))) {
      return;
    }
    bench.time().passLag();
    CallOutcome again = bench.attempt(() -> asked(() -> beside.ensure(spec)));
    bench.require(
        again.accepted(),
        "ensure of what is there already, of whose hosts one has ended, was " + again);
  }

  private static void deletes(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<String> hosts = beside.hosts(1);
    bench.sweep(false);
    LoadBalancerSpec kept = beside.spec("kept", hosts);
    for (LoadBalancerSpec spec : List.of(kept, beside.spec("web", hosts))) {
      told(bench, "ensure", spec, beside.ensure(spec));
    }
    bench.time().passLag();
    bench.sweep(true);
    for (String end : List.of("web", "web", "never")) {
      beside.settled("delete", () -> beside.delete(beside.name(end)));
      inTruth(bench, beside, List.of(kept));
      bench.sweep(false);
      bench.time().passLag();
      none(bench, "that was deleted", beside.find(end));
      bench.sweep(true);
    }
  }

  /** Compares an effect NONE with the truth, after the longest time. */
  private static void noneIsCertain(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<String> hosts = beside.hosts(2);
    bench.sweep(false);
    LoadBalancerSpec spec = beside.spec("web", hosts.subList(0, 1));
    told(bench, "ensure", spec, beside.ensure(spec));
    bench.time().passLag();
    bench.sweep(true);
    List<LoadBalancerSpec> before = new ArrayList<>(beside.balancers());
    certain(bench, beside, "ensure", before, () -> beside.ensure(beside.spec("new", hosts)));
    certain(bench, beside, "setHosts", before, () -> beside.setHosts("web", hosts));
    certain(bench, beside, "delete", before, () -> {
      beside.delete(beside.name("web"));
      return true;
    });
  }

  private static void certain(
      TestBench bench,
      CloudResourceFixture beside,
      String what,
      List<LoadBalancerSpec> before,
      Supplier<?> call) {
    CallOutcome attempt = bench.attempt(() -> asked(call));
    bench.sweep(false);
    beside.settles();
    bench.sweep(true);
    List<LoadBalancerSpec> after = beside.balancers();
    bench.require(
        !attempt.sure() || after.equals(before),
        what + " said " + attempt + ", and made of " + before + " " + after);
    before.clear();
    before.addAll(after);
  }

  private static void neverTellsThatOneIsGone(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    LoadBalancerSpec spec = beside.spec("web", beside.hosts(1));
    told(bench, "ensure", spec, beside.ensure(spec));
    bench.time().passLag();
    ProxyErrorPages.inAnswerToLooks(bench, "find", () -> beside.find("web").isPresent());
    ProxyErrorPages.inAnswerToActs(bench, "delete", () -> {
      beside.delete(beside.name("web"));
      return beside.balancers().isEmpty();
    });
  }

  /** Whether two are the same to those who connect; the cloud may keep listeners and hosts in another order. */
  static boolean same(LoadBalancerSpec one, LoadBalancerSpec other) {
    return one.region().equals(other.region())
        && one.name().equals(other.name())
        && Set.copyOf(one.listeners()).equals(Set.copyOf(other.listeners()))
        && Set.copyOf(one.hosts()).equals(Set.copyOf(other.hosts()))
        && one.affinity() == other.affinity();
  }
}

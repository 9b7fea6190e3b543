package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The resources beside machines, as rules ask for them and see them in truth. The names of everything that it makes
 * begin with a text that no other run uses. Used by the thread of the run.
 */
public final class CloudResourceFixture {
  private static final int ENOUGH = 10;

  private final TestBench bench;
  private final ObservedProvider adapter;
  private final String prefix;

  private CloudResourceFixture(TestBench bench, ObservedProvider adapter) {
    this.bench = bench;
    this.adapter = adapter;
    this.prefix = "kit-" + bench.incarnation().value().substring(0, ENOUGH) + "-";
  }

  public static CloudResourceFixture of(TestBench bench) {
    return by(bench, bench.provider());
  }

  /** By another adapter on the same account. */
  public static CloudResourceFixture by(TestBench bench, ObservedProvider adapter) {
    return new CloudResourceFixture(bench, adapter);
  }

  /** A check that leaves nothing behind where clouds outlive their runs. */
  public static Trial.Check tidied(Trial.Check check) {
    return bench -> {
      try {
        check.on(bench);
      } finally {
        if (bench.subject().outlivesRuns() && bench.cloud().console().isPresent()) {
          of(bench).tidies();
        }
      }
    };
  }

  private void tidies() {
    bench.sweep(false);
    if (bench.claims(LoadBalancers.class)) {
      balancers().forEach(balancer -> delete(balancer.name()));
    }
    if (bench.claims(Routes.class)) {
      routesInTruth().forEach(route -> delete(route.cluster(), route.name()));
    }
  }

  /** A name that this run alone uses. */
  public String name(String end) {
    return prefix + end;
  }

  // ---- instances

  public List<Instance> instances() {
    return reads("instances", Instances.class, Instances::all);
  }

  public Optional<Instance> named(String name) {
    return reads("named", Instances.class, (all, call) -> all.named(name, call));
  }

  public Optional<Instance> hosted(String host) {
    return reads("hosted", Instances.class, (all, call) -> all.hosted(host, call));
  }

  public Optional<Instance> identified(MachineId id) {
    return reads("identified", Instances.class, (all, call) -> all.identified(id, call));
  }

  public boolean letsIn(SshKey key) {
    return writes("addSshKey", Instances.class, (all, call) -> all.addSshKey(key, call));
  }

  // ---- load balancers

  public LoadBalancers feature() {
    return feature(LoadBalancers.class);
  }

  /** Returns a spec with two ports and the protocol that most clouds support. */
  public LoadBalancerSpec spec(String end, List<String> hosts) {
    Protocol spoken = feature().protocols().iterator().next();
    return new LoadBalancerSpec(
        region(),
        name(end),
        Optional.empty(),
        List.of(new Listener("http", spoken, 80, 30080), new Listener("https", spoken, 443, 30443)),
        hosts,
        Affinity.NONE);
  }

  public String region() {
    return bench.cloud().region();
  }

  /** Names of so many machines that run, for load balancers and routes. No fault strikes that. */
  public List<String> hosts(int count) {
    return machines(count).stream().map(bench.cloud()::nameOf).toList();
  }

  /** So many machines that run. No fault strikes that. */
  public List<MachineId> machines(int count) {
    bench.sweep(false);
    List<MachineId> machines = List.copyOf(bench.truth().plant(count));
    bench.time().passLag();
    bench.sweep(true);
    return machines;
  }

  public Set<MachineId> registered(String end) {
    return reads(
        "registered",
        LoadBalancerRegistration.class,
        (all, call) -> all.registered(new LoadBalancerName(region(), name(end)), call));
  }

  /** Puts machines behind a load balancer, or takes them out. */
  public boolean register(String end, Set<MachineId> machines, boolean in) {
    LoadBalancerName balancer = new LoadBalancerName(region(), name(end));
    return writes(in ? "register" : "deregister", LoadBalancerRegistration.class, (all, call) -> {
      if (in) {
        all.register(balancer, machines, call);
      } else {
        all.deregister(balancer, machines, call);
      }
      return true;
    });
  }

  public Optional<LoadBalancer> find(String end) {
    return find(region(), end);
  }

  public Optional<LoadBalancer> find(String region, String end) {
    return reads(
        "find", LoadBalancers.class, (balancers, call) -> balancers.find(region, name(end), call));
  }

  public LoadBalancer ensure(LoadBalancerSpec spec) {
    return writes("ensure", LoadBalancers.class, (balancers, call) -> balancers.ensure(spec, call));
  }

  public LoadBalancer setHosts(String end, List<String> hosts) {
    return writes(
        "setHosts",
        LoadBalancers.class,
        (balancers, call) -> balancers.setHosts(region(), name(end), hosts, call));
  }

  /** Deletes the load balancer of that whole name. */
  public void delete(String name) {
    boolean done = writes("delete", LoadBalancers.class, (balancers, call) -> {
      balancers.delete(region(), name, call);
      return true;
    });
    assert done;
  }

  /** The load balancers of this run, in truth. */
  public List<LoadBalancerSpec> balancers() {
    return bench.truth().provoke(TestCloudConsole::loadBalancers).stream()
        .filter(spec -> spec.name().startsWith(prefix))
        .toList();
  }

  // ---- zones and clusters

  public List<Zone> zones() {
    return reads("zones", Zones.class, Zones::zones);
  }

  public List<Cluster> clusters() {
    return reads("clusters", Clusters.class, Clusters::clusters);
  }

  // ---- sizes and quotas

  public List<MachineSize> sizes() {
    return reads("sizes", MachineSizeCatalog.class, MachineSizeCatalog::sizes);
  }

  public List<Quota> quotas() {
    return reads("quotas", Quotas.class, Quotas::quotas);
  }

  // ---- routes

  public List<Route> routes(String cluster) {
    return reads("routes", Routes.class, (routes, call) -> routes.routes(name(cluster), call));
  }

  public Route create(String cluster, String name, String target, String block) {
    return writes(
        "create",
        Routes.class,
        (routes, call) -> routes.create(name(cluster), name, target, new Cidr(block), call));
  }

  /** Deletes a route of the cluster of that whole name. */
  public void delete(String cluster, String route) {
    boolean done = writes("delete", Routes.class, (routes, call) -> {
      routes.delete(cluster, route, call);
      return true;
    });
    assert done;
  }

  /** The routes of this run, in truth. */
  public List<Route> routesInTruth() {
    return bench.truth().provoke(TestCloudConsole::routes).stream()
        .filter(route -> route.cluster().startsWith(prefix))
        .toList();
  }

  // ---- asking

  /** Calls of each feature that reaches the cloud, that leave nothing behind when all were made. */
  public Map<String, Consumer<CallContext>> calls() {
    Map<String, Consumer<CallContext>> calls = new LinkedHashMap<>();
    if (bench.claims(Instances.class)) {
      calls.put(
          "instances", call -> told(reads("instances", Instances.class, Instances::all, call)));
    }
    if (bench.claims(LoadBalancers.class)) {
      LoadBalancerSpec spec = spec("call", List.of());
      calls.put(
          "find",
          call -> told(reads(
              "find", LoadBalancers.class, (all, c) -> all.find(region(), spec.name(), c), call)));
      calls.put(
          "ensure",
          call ->
              told(writes("ensure", LoadBalancers.class, (all, c) -> all.ensure(spec, c), call)));
      if (bench.claims(LoadBalancerRegistration.class)) {
        calls.putAll(registrations(new LoadBalancerName(region(), spec.name())));
      }
      if (bench.claims(LoadBalancerHealth.class)) {
        LoadBalancerName balancer = new LoadBalancerName(region(), spec.name());
        calls.put(
            "health",
            call -> told(reads(
                "health", LoadBalancerHealth.class, (all, c) -> all.health(balancer, c), call)));
      }
      calls.put(
          "delete",
          call -> told(writes(
              "delete",
              LoadBalancers.class,
              (all, c) -> {
                all.delete(region(), spec.name(), c);
                return true;
              },
              call)));
    }
    if (bench.claims(MachineSizeCatalog.class)) {
      calls.put(
          "sizes",
          call -> told(reads("sizes", MachineSizeCatalog.class, MachineSizeCatalog::sizes, call)));
    }
    if (bench.claims(Quotas.class)) {
      calls.put("quotas", call -> told(reads("quotas", Quotas.class, Quotas::quotas, call)));
    }
    if (bench.claims(ImageResolver.class)) {
      bench
          .sample()
          .image()
          .ifPresent(image -> calls.put(
              "resolve",
              call -> told(
                  reads("resolve", ImageResolver.class, (all, c) -> all.resolve(image, c), call))));
    }
    if (bench.claims(InstanceStatus.class)) {
      Set<MachineId> machines = Set.copyOf(machines(1));
      calls.put(
          "statuses",
          call -> told(reads(
              "statuses", InstanceStatus.class, (all, c) -> all.statuses(machines, c), call)));
    }
    if (bench.claims(Routes.class)) {
      calls.put(
          "routes",
          call ->
              told(reads("routes", Routes.class, (all, c) -> all.routes(name("call"), c), call)));
    }
    return calls;
  }

  /** Calls for a load balancer that is there, which leave it as it was. */
  private Map<String, Consumer<CallContext>> registrations(LoadBalancerName balancer) {
    Set<MachineId> machines = Set.copyOf(machines(1));
    Map<String, Consumer<CallContext>> calls = new LinkedHashMap<>();
    calls.put(
        "register",
        call -> told(writes(
            "register",
            LoadBalancerRegistration.class,
            (all, c) -> {
              all.register(balancer, machines, c);
              return true;
            },
            call)));
    calls.put(
        "registered",
        call -> told(reads(
            "registered",
            LoadBalancerRegistration.class,
            (all, c) -> all.registered(balancer, c),
            call)));
    calls.put(
        "deregister",
        call -> told(writes(
            "deregister",
            LoadBalancerRegistration.class,
            (all, c) -> {
              all.deregister(balancer, machines, c);
              return true;
            },
            call)));
    return calls;
  }

  private static void told(Object answer) {
    Object unused = answer;
  }

  /** Does a write, repeating it as often as necessary; all its requests have arrived when it returns. */
  public <T> T settled(String what, Supplier<T> write) {
    return new CoreRetryModel(bench).settled(what, write);
  }

  public void settled(String what, Runnable write) {
    boolean done = settled(what, () -> {
      write.run();
      return true;
    });
    assert done;
  }

  /** Lets enough time pass for everything that was sent to arrive and show, or to be lost for good. */
  public void settles() {
    new CoreRetryModel(bench).settles();
  }

  /** What came of a call, with its answer if there was one. */
  public record Answer<T>(CallOutcome attempt, Optional<T> value) {}

  public <T> Answer<T> attempt(Supplier<T> call) {
    List<T> answers = new ArrayList<>();
    CallOutcome attempt = bench.attempt(() -> answers.add(call.get()));
    return new Answer<>(attempt, answers.stream().findFirst());
  }

  private interface Asked<F, T> {
    T of(F feature, CallContext call);
  }

  private <F, T> T reads(String what, Class<F> type, Asked<F, T> asked) {
    return reads(what, type, asked, bench.call());
  }

  private <F, T> T reads(String what, Class<F> type, Asked<F, T> asked, CallContext call) {
    return adapter.reads(what, call, () -> asked.of(feature(type), call));
  }

  private <F, T> T writes(String what, Class<F> type, Asked<F, T> asked) {
    return writes(what, type, asked, bench.call());
  }

  private <F, T> T writes(String what, Class<F> type, Asked<F, T> asked, CallContext call) {
    return adapter.changes(what, call, () -> asked.of(feature(type), call));
  }

  private <F> F feature(Class<F> type) {
    return adapter
        .feature(type)
        .orElseThrow(() ->
            new RuleViolation("the adapter claims " + type.getSimpleName() + " and has none"));
  }
}

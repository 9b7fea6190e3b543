package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Clusters;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderConfig;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.QuotaView;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Registration;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.Sighting;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Verb;
import io.cloudadapter.spi.Zones;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** One project of one OpenStack, in one region. */
final class OpenStackProvider implements MachineProvider {
  private static final int MOST_IDS = 20;

  private final Wire wire;
  private final Api api;
  private final Map<Class<?>, Object> features;
  private final ProviderProfile profile;

  OpenStackProvider(Wire wire, Api api, ProviderConfig config) {
    this.profile = profile(config);
    this.wire = wire;
    this.api = api;
    Tags tags = new Tags(api);
    Acts acts = new Acts(api);
    Servers servers = new Servers(api);
    Hosts hosts = new Hosts(api, servers);
    Offer offer = new Offer(api);
    this.features = Map.ofEntries(
        Map.entry(io.cloudadapter.spi.Catalog.class, offer),
        Map.entry(QuotaView.class, offer),
        Map.entry(Adoption.class, tags),
        Map.entry(Relabel.class, tags),
        Map.entry(Reboot.class, acts),
        Map.entry(StartStop.class, acts),
        Map.entry(Snapshots.class, acts),
        Map.entry(Instances.class, servers),
        Map.entry(Zones.class, servers),
        Map.entry(
            LoadBalancers.class, new Balancers(api, hosts, word(config, "loadBalancerNetwork"))),
        Map.entry(Registration.class, new Registrations(api, hosts)),
        Map.entry(Routes.class, new Extraroutes(api, hosts, word(config, "router"))),
        Map.entry(Clusters.class, new Magnum(api)),
        Map.entry(HookChannel.class, new Zaqar(api)));
  }

  private static Optional<String> word(ProviderConfig config, String key) {
    return config.has(key) ? Optional.of(config.text(key)) : Optional.empty();
  }

  /**
   * What a cloud keeps, as far as its account does not say otherwise. Nova has no idempotency tokens, and by default
   * allows two servers of one name. Requests that a load balancer gave up may still be in its queue. Lists are read
   * from its own databases, or from replicas that lag by seconds. There is no metering unless a proxy does it, and then
   * it says so by 429.
   */
  static ProviderProfile profile(ProviderConfig config) {
    return ProviderProfile.builder()
        .keySupport(KeySupport.none())
        .maxPerKey(1)
        .callTimeout(config.duration("callTimeout"))
        .lateAcceptance(config.duration("lateAcceptance"))
        .visibleWithin(config.duration("listLag"))
        .goneWithin(config.duration("listLag"))
        .maxIdsPerList(MOST_IDS)
        .build();
  }

  @Override
  public ProviderProfile profile() {
    return profile;
  }

  /** The project as Keystone tells it of our token, and the region in which its machines are looked for. */
  @Override
  public String identity(CallContext call) {
    wire.checkOpen();
    Request request = Request.get(Service.IDENTITY, "/auth/tokens?nocatalog");
    Reply reply = api.exchange(
        token -> new Request(
            Service.IDENTITY,
            Verb.READ,
            "GET",
            request.path(),
            Map.of("X-Subject-Token", token.reveal()),
            Optional.empty()),
        call);
    JsonNode project = Refusals.expect(200, request, reply).path("token").path("project");
    String id = Reply.text(project, "id")
        .filter(text -> text.length() <= 64)
        .orElseThrow(() -> Refusals.notUnderstood(request, reply, "project"));
    return id + "@" + api.grant(call).region();
  }

  @Override
  public FrozenLaunch prepare(LaunchSpec spec, CallContext call) {
    wire.checkOpen();
    Order.check(spec);
    return Order.of(spec, new Catalog(api, call)).freeze();
  }

  /** Looks first whether the key has a server already: somebody who was believed dead may have sent it. */
  @Override
  public LaunchResult launch(FrozenLaunch frozen, LaunchKey key, int count, CallContext call) {
    wire.checkOpen();
    if (count != 1) {
      throw Refusals.invalid("Nova makes 1 server for a key, was asked for " + count);
    }
    Order order = Order.thaw(frozen);
    List<Sighting> there = new ArrayList<>();
    ListQuery query = ListQuery.keys(new PoolName(order.pool()), Set.of(key));
    try {
      new Lists(api, query, there::add, call).readPages();
    } catch (CloudException e) {
      throw Refusals.before("the look for a server that this launch has made before failed", e);
    }
    if (!there.isEmpty()) {
      return LaunchResult.of(there.subList(0, 1));
    }
    JsonNode body = order.bodyFor(key);
    Request request = Request.write(Service.COMPUTE, Verb.LAUNCH, "POST", "/servers", body);
    Reply reply = api.exchange(request, call);
    JsonNode row = Refusals.expect(202, request, reply).path("server");
    MachineId id = Rows.id(row).orElseThrow(() -> Refusals.notUnderstood(request, reply, "server"));
    Sighting.Builder machine = Sighting.of(id, MachineState.REQUESTED);
    Tags.read(body.path("server").path("tags")).ifPresent(machine::marks);
    order.zone().ifPresent(machine::zone);
    machine.size(order.size());
    return LaunchResult.of(List.of(machine.build()));
  }

  @Override
  public ListResult list(ListQuery query, Consumer<? super Sighting> sink, CallContext call) {
    wire.checkOpen();
    int named = query.ids().size() + query.keys().size();
    if (named > MOST_IDS) {
      throw Refusals.invalid("a list may name " + MOST_IDS + " ids or keys, was " + named);
    }
    return new Lists(api, query, sink, call).read();
  }

  /** Ports and volumes that Nova made go with the server. */
  @Override
  public void terminate(MachineId machine, CallContext call) {
    wire.checkOpen();
    // No other form names a server, and dots would lead elsewhere.
    if (!Rows.isId(machine.value())) {
      return;
    }
    Request request = new Request(
        Service.COMPUTE,
        Verb.TERMINATE,
        "DELETE",
        "/servers/" + machine.value(),
        Map.of(),
        Optional.empty());
    Reply reply = api.exchange(request, call);
    if (!Refusals.isNoMachine(reply, machine.value())) {
      Refusals.expectNothing(204, request, reply);
    }
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    return Optional.ofNullable(features.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    wire.close();
  }
}

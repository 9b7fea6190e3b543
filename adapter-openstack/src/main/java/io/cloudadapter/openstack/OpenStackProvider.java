package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** One project of one OpenStack, in one region. */
final class OpenStackProvider implements MachineProvider {
  private static final int MOST_IDS = 20;

  private final OpenStackClient api;
  private final Map<Class<?>, Object> features;
  private final ProviderProfile profile;

  OpenStackProvider(OpenStackClient api, ProviderConfig config) {
    this.profile = profile(config);
    this.api = api;
    ServerTags tags = new ServerTags(api);
    ServerActions acts = new ServerActions(api);
    ServerInventory servers = new ServerInventory(api);
    HostLookup hosts = new HostLookup(api, servers);
    PoolMembers members = new PoolMembers(api, hosts);
    FlavorCatalog offer = new FlavorCatalog(api);
    this.features = Map.ofEntries(
        Map.entry(io.cloudadapter.spi.feature.MachineSizeCatalog.class, offer),
        Map.entry(Quotas.class, offer),
        Map.entry(ImageResolver.class, (ImageResolver) this::resolve),
        Map.entry(Adoption.class, tags),
        Map.entry(Labeling.class, tags),
        Map.entry(Reboot.class, acts),
        Map.entry(StartStop.class, acts),
        Map.entry(Snapshots.class, acts),
        Map.entry(Instances.class, servers),
        Map.entry(Zones.class, servers),
        Map.entry(
            LoadBalancers.class,
            new OctaviaLoadBalancers(api, hosts, word(config, "loadBalancerNetwork"))),
        Map.entry(LoadBalancerRegistration.class, members),
        Map.entry(LoadBalancerHealth.class, members),
        Map.entry(Routes.class, new RouterRoutes(api, hosts, word(config, "router"))),
        Map.entry(Clusters.class, new MagnumClusters(api)),
        Map.entry(HookChannel.class, new ZaqarChannel(api)));
  }

  private String resolve(String image, CallContext call) {
    api.checkOpen();
    return new OpenStackResourceResolver(api, call).image(image).id();
  }

  private static Optional<String> word(ProviderConfig config, String key) {
    return config.has(key) ? Optional.of(config.text(key)) : Optional.empty();
  }

  /**
   * The bounds of a cloud, unless its account's configuration has others. Nova has no idempotency tokens, and by
   * default allows two servers of one name. Requests that a load balancer gave up may still be in its queue. Lists
   * come from its own databases, or from replicas that lag by seconds. There is no rate limit unless a proxy has one,
   * and then it answers 429.
   */
  static ProviderProfile profile(ProviderConfig config) {
    return ProviderProfile.builder()
        .keySupport(LaunchKeySupport.none())
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

  /** Returns the project that Keystone reports for the token, and the region of its machines. */
  @Override
  public String identity(CallContext call) {
    api.checkOpen();
    ApiRequest request = ApiRequest.get(ServiceType.IDENTITY, "/auth/tokens?nocatalog");
    OpenStackResponse reply = api.exchange(
        token -> new ApiRequest(
            ServiceType.IDENTITY,
            RequestKind.READ,
            "GET",
            request.path(),
            Map.of("X-Subject-Token", token.reveal()),
            Optional.empty()),
        call);
    JsonNode project =
        OpenStackErrorClassifier.expect(200, request, reply).path("token").path("project");
    String id = OpenStackResponse.text(project, "id")
        .filter(text -> text.length() <= 64)
        .orElseThrow(() -> OpenStackErrorClassifier.notUnderstood(request, reply, "project"));
    return id + "@" + api.grant(call).region();
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    api.checkOpen();
    ServerRequest.check(spec);
    return ServerRequest.of(spec, new OpenStackResourceResolver(api, call)).freeze();
  }

  /** Checks first whether the key has a server already: a process that was believed dead may have sent it. */
  @Override
  public LaunchResult launch(PreparedLaunch frozen, LaunchKey key, int count, CallContext call) {
    api.checkOpen();
    if (count != 1) {
      throw OpenStackErrorClassifier.invalid(
          "Nova makes 1 server for a key, was asked for " + count);
    }
    ServerRequest order = ServerRequest.thaw(frozen);
    List<MachineSighting> there = new ArrayList<>();
    ListQuery query = ListQuery.keys(new PoolName(order.pool()), Set.of(key));
    try {
      new ServerLister(api, query, there::add, call).readPages();
    } catch (CloudException e) {
      throw OpenStackErrorClassifier.before(
          "the look for a server that this launch has made before failed", e);
    }
    if (!there.isEmpty()) {
      return LaunchResult.of(there.subList(0, 1));
    }
    JsonNode body = order.bodyFor(key);
    ApiRequest request =
        ApiRequest.write(ServiceType.COMPUTE, RequestKind.LAUNCH, "POST", "/servers", body);
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode row = OpenStackErrorClassifier.expect(202, request, reply).path("server");
    MachineId id = ServerParser.id(row)
        .orElseThrow(() -> OpenStackErrorClassifier.notUnderstood(request, reply, "server"));
    MachineSightingBuilder machine = MachineSighting.of(id, MachineState.REQUESTED);
    ServerTags.read(body.path("server").path("tags")).ifPresent(machine::marks);
    order.zone().ifPresent(machine::zone);
    machine.size(order.size());
    return LaunchResult.of(List.of(machine.build()));
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    api.checkOpen();
    int named = query.ids().size() + query.keys().size();
    if (named > MOST_IDS) {
      throw OpenStackErrorClassifier.invalid(
          "a list may name " + MOST_IDS + " ids or keys, was " + named);
    }
    return new ServerLister(api, query, sink, call).read();
  }

  /** Ports and volumes that Nova made go with the server. */
  @Override
  public void terminate(MachineId machine, CallContext call) {
    api.checkOpen();
    // No other form names a server, and dots would lead elsewhere.
    if (!ServerParser.isId(machine.value())) {
      return;
    }
    ApiRequest request = new ApiRequest(
        ServiceType.COMPUTE,
        RequestKind.TERMINATE,
        "DELETE",
        "/servers/" + machine.value(),
        Map.of(),
        Optional.empty());
    OpenStackResponse reply = api.exchange(request, call);
    if (!OpenStackErrorClassifier.isNoMachine(reply, machine.value())) {
      OpenStackErrorClassifier.expectNothing(204, request, reply);
    }
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    return Optional.ofNullable(features.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    api.close();
  }
}

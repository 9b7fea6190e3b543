package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** One account of Larch. */
final class LarchProvider implements MachineProvider {
  /** Larch's own promises, see larch-api.md. */
  private static final ProviderProfile PROFILE = ProviderProfile.builder()
      .keySupport(LaunchKeySupport.token(Duration.ofHours(24)))
      .maxPerKey(1)
      .callTimeout(Duration.ofSeconds(30))
      .lateAcceptance(Duration.ofSeconds(10))
      .visibleWithin(Duration.ofSeconds(10))
      .goneWithin(Duration.ofSeconds(10))
      .maxIdsPerList(20)
      .bucket(RequestKind.READ, new TokenBucket(100, 20))
      .bucket(RequestKind.LAUNCH, new TokenBucket(20, 5))
      .bucket(RequestKind.TERMINATE, new TokenBucket(50, 10))
      .bucket(RequestKind.MARK, new TokenBucket(50, 10))
      .bucket(RequestKind.ACT, new TokenBucket(50, 10))
      .build();

  private final LarchApi api;
  private final LarchTags tags;
  private final LarchActions actions;
  private final LarchBalancers balancers;

  LarchProvider(LarchApi api) {
    this.api = api;
    this.tags = new LarchTags(api);
    this.actions = new LarchActions(api);
    this.balancers = new LarchBalancers(api);
  }

  @Override
  public ProviderProfile profile() {
    return PROFILE;
  }

  @Override
  public String identity(CallContext call) {
    api.checkOpen();
    LarchRequest request = LarchRequest.get("/v1/account");
    LarchReply reply = api.exchange(request, call);
    JsonNode account = LarchErrors.expect(200, request, reply);
    return LarchReply.text(account, "id")
        .filter(id -> !id.isEmpty() && id.length() <= 256)
        .orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "id"));
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    api.checkOpen();
    LarchLaunchRequest.check(spec);
    LarchCatalog catalog = LarchCatalog.read(api, call);
    return LarchLaunchRequest.of(spec, catalog).freeze();
  }

  @Override
  public LaunchResult launch(PreparedLaunch frozen, LaunchKey key, int count, CallContext call) {
    api.checkOpen();
    if (count != 1) {
      throw LarchLimits.invalid("Larch makes 1 machine for a key, was asked for " + count);
    }
    LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
    LarchRequest request = new LarchRequest(
        RequestKind.LAUNCH,
        "POST",
        "/v1/machines",
        Map.of("Idempotency-Key", key.value()),
        Optional.of(order.bodyFor(key)));
    LarchReply reply = api.exchange(request, call);
    JsonNode row = LarchErrors.expect(201, request, reply);
    MachineSighting machine = LarchRows.sighting(row)
        .orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "machine"));
    return LaunchResult.of(List.of(machine));
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    api.checkOpen();
    int named = query.ids().size() + query.keys().size();
    if (named > PROFILE.maxIdsPerList()) {
      throw LarchLimits.invalid(
          "a list may name " + PROFILE.maxIdsPerList() + " ids or keys, was " + named);
    }
    return new LarchLists(api, query, sink, call).read();
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    api.checkOpen();
    LarchRequest request = new LarchRequest(
        RequestKind.TERMINATE,
        "DELETE",
        "/v1/machines/" + machine.value() + "?disk=delete",
        Map.of(),
        Optional.empty());
    LarchReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_MACHINE")) {
      return;
    }
    LarchErrors.expect(202, request, reply);
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    if (type == Adoption.class || type == Labeling.class) {
      return Optional.of(type.cast(tags));
    }
    if (type == LoadBalancers.class) {
      return Optional.of(type.cast(balancers));
    }
    if (type == Zones.class) {
      return Optional.of(type.cast((Zones) this::zones));
    }
    if (type == ImageResolver.class) {
      return Optional.of(type.cast((ImageResolver) this::image));
    }
    boolean acts = type == Reboot.class || type == Snapshots.class || type == StartStop.class;
    return acts ? Optional.of(type.cast(actions)) : Optional.empty();
  }

  private String image(String image, CallContext call) {
    api.checkOpen();
    return LarchCatalog.read(api, call).imageId(image);
  }

  private List<Zone> zones(CallContext call) {
    api.checkOpen();
    return LarchCatalog.read(api, call).zones().stream()
        .map(zone -> new Zone(zone, LarchBalancers.REGION))
        .toList();
  }

  @Override
  public void close() {
    api.close();
  }
}

package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
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
import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.spi.feature.MachineResources;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** One project of Cedar. Its launches are operations, and each machine gets a floating address once it runs. */
final class CedarProvider implements MachineProvider {
  /** How late Cedar may carry out a request whose connection broke. */
  private static final Duration LATE_REQUEST = Duration.ofSeconds(10);

  /** How long an operation takes that makes a machine. */
  private static final Duration OPERATION = Duration.ofSeconds(20);

  /** What cedar-api.md promises. */
  private static final ProviderProfile PROFILE = ProviderProfile.builder()
      .keySupport(LaunchKeySupport.token(Duration.ofHours(24)))
      .maxPerKey(1)
      .callTimeout(Duration.ofSeconds(30))
      // The core may give a launch up only when its operation, begun late, would have ended.
      .lateAcceptance(LATE_REQUEST.plus(OPERATION))
      .visibleWithin(Duration.ZERO)
      .goneWithin(Duration.ZERO)
      .maxIdsPerList(20)
      .bucket(RequestKind.READ, new TokenBucket(100, 20))
      .bucket(RequestKind.LAUNCH, new TokenBucket(20, 5))
      .bucket(RequestKind.TERMINATE, new TokenBucket(50, 10))
      .build();

  private final CedarApi api;
  private final CedarOperations operations;
  private final CedarAddresses addresses;

  CedarProvider(CedarApi api) {
    this.api = api;
    this.operations = new CedarOperations(api);
    this.addresses = new CedarAddresses(api);
  }

  @Override
  public ProviderProfile profile() {
    return PROFILE;
  }

  @Override
  public String identity(CallContext call) {
    api.checkOpen();
    CedarRequest request = CedarRequest.get("/v1/project");
    CedarReply reply = api.exchange(request, call);
    JsonNode project = CedarErrors.expect(200, request, reply);
    return CedarReply.text(project, "id")
        .filter(id -> !id.isEmpty() && id.length() <= 256)
        .orElseThrow(() -> CedarErrors.notUnderstood(request, reply, "id"));
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    api.checkOpen();
    CedarLaunchRequest.check(spec);
    CedarCatalog catalog = CedarCatalog.read(api, call);
    return CedarLaunchRequest.of(spec, catalog).freeze();
  }

  @Override
  public LaunchResult launch(PreparedLaunch frozen, LaunchKey key, int count, CallContext call) {
    api.checkOpen();
    if (count != 1) {
      throw CedarLimits.invalid("Cedar makes 1 machine for a key, was asked for " + count);
    }
    return operations.begin(CedarLaunchRequest.thaw(frozen), key, call);
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    api.checkOpen();
    int named = query.ids().size() + query.keys().size();
    if (named > PROFILE.maxIdsPerList()) {
      throw CedarLimits.invalid(
          "a list may name " + PROFILE.maxIdsPerList() + " ids or keys, was " + named);
    }
    return new CedarLists(api, query, sink, call).read();
  }

  /** Returns when Cedar has accepted the end: if its operation fails, the machine shows up again. */
  @Override
  public void terminate(MachineId machine, CallContext call) {
    api.checkOpen();
    CedarRequest request = new CedarRequest(
        RequestKind.TERMINATE,
        "DELETE",
        "/v1/machines/" + machine.value(),
        Map.of(),
        Optional.empty());
    CedarReply reply = api.exchange(request, call);
    if (!reply.is(404, "NO_SUCH_MACHINE")) {
      CedarErrors.expect(202, request, reply);
    }
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    if (type == LaunchOperations.class) {
      return Optional.of(type.cast(operations));
    }
    return type == MachineResources.class ? Optional.of(type.cast(addresses)) : Optional.empty();
  }

  @Override
  public void close() {
    api.close();
  }
}

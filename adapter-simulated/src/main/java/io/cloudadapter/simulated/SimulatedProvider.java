package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.request.BoundedCall;
import io.cloudadapter.simulated.request.LaunchRequestLimits;
import io.cloudadapter.simulated.request.ProviderLifecycle;
import io.cloudadapter.simulated.request.SimulatedLaunch;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The simulated cloud as a pool sees it. */
final class SimulatedProvider
    implements MachineProvider,
        MachineGroup,
        Adoption,
        Labeling,
        BatchTerminate,
        Reboot,
        Snapshots,
        StartStop {
  private final SimulatedCloud cloud;
  private final CloudStateGuard host;
  private final SimulatedNetwork wire;
  private final Runnable whenClosed;
  private final ProviderLifecycle closing = new ProviderLifecycle();
  private final ProviderProfile profile;
  private final SimulatedFeatures services;

  SimulatedProvider(
      SimulatedCloud cloud, CloudStateGuard host, CallLatency waiting, Runnable whenClosed) {
    this.cloud = cloud;
    this.host = host;
    this.wire = new SimulatedNetwork(host, waiting);
    this.whenClosed = whenClosed;
    this.profile = host.settings().profile();
    this.services = new SimulatedFeatures(host.settings(), new ByWire());
  }

  @Override
  public ProviderProfile profile() {
    return profile;
  }

  @Override
  public String identity(CallContext call) {
    return during(
        call,
        mine -> wire.look(
            false,
            mine,
            (world, struck) ->
                struck.contains(CloudFault.WRONG_ACCOUNT) ? "another-account" : world.account()));
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    return during(call, mine -> wire.look(false, mine, (world, struck) -> prepared(world, spec)));
  }

  private static PreparedLaunch prepared(CloudState world, LaunchSpec spec) {
    CloudSettings settings = world.settings;
    if (settings.hasGroups() && spec.zone().isPresent()) {
      throw CloudErrors.unsupported(
          "a group chooses the zones of its machines; it does not accept zone "
              + spec.zone().get());
    }
    spec.zone().filter(zone -> !settings.zones().contains(zone)).ifPresent(zone -> {
      throw CloudErrors.notFound("zone", zone + "; there are " + settings.zones());
    });
    String size = spec.size().orElse(settings.sizes().get(0));
    if (!settings.sizes().contains(size)) {
      throw CloudErrors.notFound("machine size", size + "; there are " + settings.sizes());
    }
    LaunchRequestLimits.check(spec);
    try {
      return SimulatedLaunch.of(spec, size, spec.image().map(world.images::resolve))
          .freeze();
    } catch (IllegalArgumentException tooLong) {
      throw CloudErrors.invalid(String.valueOf(tooLong.getMessage()));
    }
  }

  @Override
  public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    if (host.settings().hasGroups()) {
      throw CloudErrors.unsupported("machines of a group are not launched, its target is raised");
    }
    CloudRequest.Launch launch = new CloudRequest.Launch(request, key, count);
    return during(call, mine -> {
      if (host.settings().machineResources()) {
        makeBootDisks(launch, mine);
      }
      return wire.ask(
          launch, mine, (world, struck) -> RequestExecutor.launch(world, launch, struck));
    });
  }

  /** The first of the two requests of a launch: a second try finds what this one has made. */
  private void makeBootDisks(CloudRequest.Launch launch, CallContext call) {
    SimulatedLaunch order = SimulatedLaunch.thaw(launch.frozen().bytes());
    CloudRequest.Beside request = new CloudRequest.Beside(new ResourceChange.MakeBootDisks(
        new OwnershipMarks(order.pool(), order.incarnation(), Optional.of(launch.key())),
        launch.count()));
    boolean done = wire.ask(request, call, (world, struck) -> {
      request.change().in(world);
      return true;
    });
    assert done;
  }

  @Override
  public void raise(PreparedLaunch request, int total, CallContext call) {
    ask(new CloudRequest.Raise(request, total), call);
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    int named = query.ids().size() + query.keys().size();
    if (named > profile.maxIdsPerList()) {
      throw CloudErrors.invalid(
          "a list may name " + profile.maxIdsPerList() + " ids or keys, was " + named);
    }
    return during(call, mine -> pages(query, sink, mine));
  }

  private ListResult pages(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    Set<ListGap> gaps = new LinkedHashSet<>();
    boolean complete = true;
    long after = 0;
    while (true) {
      long from = after;
      ListPage.Page page = wire.look(
          true,
          call,
          (world, struck) -> struck.contains(CloudFault.WRONG_ACCOUNT)
              ? new ListPage.Page(List.of(), from, true, true, List.of())
              : new ListPage(world, query, struck).after(from));
      page.rows().forEach(sink);
      gaps.addAll(page.gaps());
      complete &= page.complete();
      if (page.last()) {
        return complete ? ListResult.all() : ListResult.partial(List.copyOf(gaps));
      }
      after = page.after();
    }
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    ask(new CloudRequest.Terminate(machine), call);
  }

  @Override
  public int most() {
    return host.settings().maxPerEnd();
  }

  @Override
  public TerminateResult terminate(Collection<MachineId> machines, CallContext call) {
    if (machines.isEmpty() || machines.size() > most()) {
      throw CloudErrors.invalid("1 to " + most() + " machines may end, was " + machines.size());
    }
    CloudRequest.TerminateAll request = new CloudRequest.TerminateAll(List.copyOf(machines));
    return during(
        call,
        mine -> wire.ask(
            request, mine, (world, struck) -> RequestExecutor.terminate(world, request, struck)));
  }

  @Override
  public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
    ask(new CloudRequest.Mark(machine, marks, true), call);
  }

  @Override
  public void unmark(MachineId machine, OwnershipMarks marks, CallContext call) {
    ask(new CloudRequest.Mark(machine, marks, false), call);
  }

  @Override
  public void label(MachineId machine, Map<String, String> labels, CallContext call) {
    ask(new CloudRequest.Label(machine, Map.copyOf(labels)), call);
  }

  @Override
  public boolean traceable() {
    return host.settings().traceable();
  }

  @Override
  public ActionProgress reboot(
      MachineId machine, Action.Mode mode, ActionToken token, CallContext call) {
    return act(machine, new Action.Reboot(mode), token, call);
  }

  @Override
  public ActionProgress snapshot(
      MachineId machine, String name, ActionToken token, CallContext call) {
    return act(machine, new Action.Snapshot(name), token, call);
  }

  @Override
  public ActionProgress restore(
      MachineId machine, String snapshot, ActionToken token, CallContext call) {
    return act(machine, new Action.Restore(snapshot), token, call);
  }

  @Override
  public ActionProgress start(MachineId machine, ActionToken token, CallContext call) {
    return act(machine, new Action.Start(), token, call);
  }

  @Override
  public ActionProgress stop(MachineId machine, ActionToken token, CallContext call) {
    return act(machine, new Action.Stop(), token, call);
  }

  private ActionProgress act(
      MachineId machine, Action action, ActionToken token, CallContext call) {
    CloudRequest.Act request = new CloudRequest.Act(machine, action, token);
    return during(
        call,
        mine ->
            wire.ask(request, mine, (world, struck) -> new SimulatedActions(world).act(request)));
  }

  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    return during(
        call,
        mine -> wire.look(
            false, mine, (world, struck) -> new SimulatedActions(world).progress(machine, token)));
  }

  /**
   * The features, and the cloud itself: {@code feature(SimulatedCloud.class)} gives a program that was
   * handed a provider the way to its console.
   */
  @Override
  public <F> Optional<F> feature(Class<F> type) {
    CloudSettings settings = host.settings();
    if (type == SimulatedCloud.class) {
      return Optional.of(type.cast(cloud));
    }
    boolean acts = type == Reboot.class || type == Snapshots.class || type == StartStop.class;
    boolean offered = (acts && settings.actions())
        || (type == MachineGroup.class && settings.hasGroups())
        || (type == Adoption.class && settings.adoption())
        || (type == Labeling.class && settings.relabel())
        || (type == BatchTerminate.class && settings.maxPerEnd() > 1);
    return offered ? Optional.of(type.cast(this)) : services.feature(type);
  }

  @Override
  public void close() {
    if (closing.close()) {
      whenClosed.run();
    }
  }

  /** Carries what concerns no machine of a pool. */
  private final class ByWire implements SimulatedFeatures.Way {
    @Override
    public <T> T look(CallContext call, Function<CloudState, T> question) {
      return during(call, mine -> wire.look(false, mine, (world, struck) -> question.apply(world)));
    }

    @Override
    public <T> T ask(ResourceChange change, CallContext call, Function<CloudState, T> arrival) {
      return during(
          call,
          mine -> wire.ask(
              new CloudRequest.Beside(change), mine, (world, struck) -> arrival.apply(world)));
    }
  }

  private void ask(CloudRequest request, CallContext call) {
    boolean done = during(
        call,
        mine -> wire.ask(request, mine, (world, struck) -> {
          RequestExecutor.what(world, request, struck);
          return true;
        }));
    assert done;
  }

  private <T> T during(CallContext call, Function<CallContext, T> exchanges) {
    try (BoundedCall mine = new BoundedCall(call, closing, host.clock(), profile.callTimeout())) {
      return exchanges.apply(mine);
    } catch (ClosedCloudException gone) {
      throw CloudException.of(Kind.CANCELLED, Effect.UNKNOWN, "the provider was closed meanwhile")
          .cause(gone)
          .build();
    }
  }
}

package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.ActionToken;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.BatchTerminate;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.Gap;
import io.cloudadapter.spi.Group;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Sighting;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.TerminateResult;
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
        Group,
        Adoption,
        Relabel,
        BatchTerminate,
        Reboot,
        Snapshots,
        StartStop {
  private final SimulatedCloud cloud;
  private final Host host;
  private final Wire wire;
  private final Runnable whenClosed;
  private final Closing closing = new Closing();
  private final ProviderProfile profile;
  private final Services services;

  SimulatedProvider(SimulatedCloud cloud, Host host, Waiting waiting, Runnable whenClosed) {
    this.cloud = cloud;
    this.host = host;
    this.wire = new Wire(host, waiting);
    this.whenClosed = whenClosed;
    this.profile = host.settings().profile();
    this.services = new Services(host.settings(), new ByWire());
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
                struck.contains(FaultKind.WRONG_ACCOUNT) ? "another-account" : world.account()));
  }

  @Override
  public FrozenLaunch prepare(LaunchSpec spec, CallContext call) {
    return during(
        call, mine -> wire.look(false, mine, (world, struck) -> prepared(world.settings, spec)));
  }

  private static FrozenLaunch prepared(Settings settings, LaunchSpec spec) {
    if (settings.hasGroups() && spec.zone().isPresent()) {
      throw Refusals.unsupported("a group places its machines by itself, and not in zone "
          + spec.zone().get());
    }
    spec.zone().filter(zone -> !settings.zones().contains(zone)).ifPresent(zone -> {
      throw Refusals.notFound("zone", zone + "; there are " + settings.zones());
    });
    String size = spec.size().orElse(settings.sizes().get(0));
    if (!settings.sizes().contains(size)) {
      throw Refusals.notFound("machine size", size + "; there are " + settings.sizes());
    }
    OrderLimits.check(spec);
    try {
      return Order.of(spec, size).freeze();
    } catch (IllegalArgumentException tooLong) {
      throw Refusals.invalid(String.valueOf(tooLong.getMessage()));
    }
  }

  @Override
  public LaunchResult launch(FrozenLaunch request, LaunchKey key, int count, CallContext call) {
    if (host.settings().hasGroups()) {
      throw Refusals.unsupported("machines of a group are not launched, its target is raised");
    }
    Request.Launch launch = new Request.Launch(request, key, count);
    return during(
        call,
        mine -> wire.ask(launch, mine, (world, struck) -> Doing.launch(world, launch, struck)));
  }

  @Override
  public void raise(FrozenLaunch request, int total, CallContext call) {
    ask(new Request.Raise(request, total), call);
  }

  @Override
  public ListResult list(ListQuery query, Consumer<? super Sighting> sink, CallContext call) {
    int named = query.ids().size() + query.keys().size();
    if (named > profile.maxIdsPerList()) {
      throw Refusals.invalid(
          "a list may name " + profile.maxIdsPerList() + " ids or keys, was " + named);
    }
    return during(call, mine -> pages(query, sink, mine));
  }

  private ListResult pages(ListQuery query, Consumer<? super Sighting> sink, CallContext call) {
    Set<Gap> gaps = new LinkedHashSet<>();
    boolean complete = true;
    long after = 0;
    while (true) {
      long from = after;
      Lists.Page page = wire.look(
          true,
          call,
          (world, struck) -> struck.contains(FaultKind.WRONG_ACCOUNT)
              ? new Lists.Page(List.of(), from, true, true, List.of())
              : new Lists(world, query, struck).after(from));
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
    ask(new Request.Terminate(machine), call);
  }

  @Override
  public int most() {
    return host.settings().maxPerEnd();
  }

  @Override
  public TerminateResult terminate(Collection<MachineId> machines, CallContext call) {
    if (machines.isEmpty() || machines.size() > most()) {
      throw Refusals.invalid("1 to " + most() + " machines may end, was " + machines.size());
    }
    Request.TerminateAll request = new Request.TerminateAll(List.copyOf(machines));
    return during(
        call,
        mine ->
            wire.ask(request, mine, (world, struck) -> Doing.terminate(world, request, struck)));
  }

  @Override
  public void mark(MachineId machine, Marks marks, CallContext call) {
    ask(new Request.Mark(machine, marks, true), call);
  }

  @Override
  public void unmark(MachineId machine, Marks marks, CallContext call) {
    ask(new Request.Mark(machine, marks, false), call);
  }

  @Override
  public void label(MachineId machine, Map<String, String> labels, CallContext call) {
    ask(new Request.Label(machine, Map.copyOf(labels)), call);
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
    Request.Act request = new Request.Act(machine, action, token);
    return during(
        call, mine -> wire.ask(request, mine, (world, struck) -> new Deeds(world).act(request)));
  }

  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    return during(
        call,
        mine ->
            wire.look(false, mine, (world, struck) -> new Deeds(world).progress(machine, token)));
  }

  /**
   * The features, and the cloud itself: {@code feature(SimulatedCloud.class)} gives a program that was
   * handed a provider the way to its console.
   */
  @Override
  public <F> Optional<F> feature(Class<F> type) {
    Settings settings = host.settings();
    if (type == SimulatedCloud.class) {
      return Optional.of(type.cast(cloud));
    }
    boolean acts = type == Reboot.class || type == Snapshots.class || type == StartStop.class;
    boolean offered = (acts && settings.actions())
        || (type == Group.class && settings.hasGroups())
        || (type == Adoption.class && settings.adoption())
        || (type == Relabel.class && settings.relabel())
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
  private final class ByWire implements Services.Way {
    @Override
    public <T> T look(CallContext call, Function<World, T> question) {
      return during(call, mine -> wire.look(false, mine, (world, struck) -> question.apply(world)));
    }

    @Override
    public <T> T ask(Change change, CallContext call, Function<World, T> arrival) {
      return during(
          call,
          mine ->
              wire.ask(new Request.Beside(change), mine, (world, struck) -> arrival.apply(world)));
    }
  }

  private void ask(Request request, CallContext call) {
    boolean done = during(
        call,
        mine -> wire.ask(request, mine, (world, struck) -> {
          Doing.what(world, request, struck);
          return true;
        }));
    assert done;
  }

  private <T> T during(CallContext call, Function<CallContext, T> exchanges) {
    try (BoundedCall mine = new BoundedCall(call, closing, host.clock(), profile.callTimeout())) {
      return exchanges.apply(mine);
    } catch (ClosedCloud gone) {
      throw CloudException.of(Kind.CANCELLED, Effect.UNKNOWN, "the provider was closed meanwhile")
          .cause(gone)
          .build();
    }
  }
}

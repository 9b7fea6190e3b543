package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.action.ActionCommandHandler;
import io.cloudadapter.core.keeper.lifecycle.LifecycleHooks;
import io.cloudadapter.core.keeper.lifecycle.LoadBalancerRegistrar;
import io.cloudadapter.core.keeper.lifecycle.ServiceEntry;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.refresh.RefreshCommands;
import io.cloudadapter.core.keeper.refresh.RefreshRunner;
import io.cloudadapter.core.keeper.resource.MachineCompleter;
import io.cloudadapter.core.keeper.resource.ResourceSweeper;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.IdempotencyCache;
import io.cloudadapter.core.keeper.state.PoolMetrics;
import io.cloudadapter.core.keeper.warm.WarmParts;
import io.cloudadapter.core.keeper.warm.WarmPool;
import io.cloudadapter.spi.LaunchKey;
import java.util.Set;

/** Makes the parts of one keeper. Each gets only what it needs of the {@link SharedState} and of other parts. */
final class KeeperParts {
  final MissingMachineDetector missingMachines;
  final QuarantineHandler quarantine;
  final ListReconciler reconciler;
  final LaunchOperationPoller operations;
  final Launcher launcher;
  final LaunchSender sender;
  final LaunchSettlement settlement;
  final GroupTarget group;
  final LifecycleHooks hooks;
  final ActionCommandHandler actions;
  final LoadBalancerRegistrar registrar;
  final Terminator terminator;
  final MachineCompleter completer;
  final ServiceEntry serviceEntry;
  final WarmPool warm;
  final ResourceSweeper sweeper;
  final Attacher attacher;
  final OwnershipTagger tagger;
  final Scaler scaler;
  final ScheduleRunner schedules;
  final PoolDeletion deletion;
  final DisruptionAccount disruption;
  final ActiveRefresh activeRefresh;
  final RefreshRunner refresher;
  final RefreshCommands refreshes;
  final CommandHandler commands;
  final RestoreHandler restores;
  final HealthReaders healthReaders;
  final CloudPoller poller;
  final PlanExecutor planner;
  final PlanExplainer explainer;
  final PoolViewBuilder viewBuilder;
  final PoolMetrics metrics;

  KeeperParts(SharedState state, long firstRevision, Set<LaunchKey> callsUnderWay) {
    ContestedMembers contested = new ContestedMembers(
        state.settings, state.ledger, state.step, state.alarms, state.trackings);
    MachineRecorder recorder = new MachineRecorder(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.counters,
        state.trackings,
        state.sizes,
        state.launchAttempts,
        state.launchBackoff,
        state.launchFailures,
        contested);
    this.missingMachines = new MissingMachineDetector(
        state.settings,
        state.ledger,
        state.step,
        state.counters,
        state.trackings,
        state.cloud,
        state.freeze,
        state.endedMachines,
        state.launchFailures,
        recorder);
    this.registrar = new LoadBalancerRegistrar(
        state.settings, state.ledger, state.step, state.alarms, state.trackings, state.freeze);
    this.disruption = new DisruptionAccount(
        state.settings,
        state.ledger,
        state.step,
        state.trackings,
        state.cloud,
        state.sizes,
        registrar::isBehindAll);
    this.activeRefresh = new ActiveRefresh(
        state.settings,
        state.ledger,
        state.step,
        state.trackings,
        state.sizes,
        registrar,
        disruption);
    this.quarantine = new QuarantineHandler(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.cloud,
        state.sizes,
        activeRefresh);
    LaunchMemory launchMemory = new LaunchMemory(
        state.settings, state.ledger, state.step, state.launchAttempts, callsUnderWay);
    LaunchHolds launchHolds = new LaunchHolds(
        state.ledger,
        state.step,
        state.cloud,
        state.launchAttempts,
        state.launchBackoff,
        state.launchFailures,
        quarantine);
    this.group = new GroupTarget(state.settings, state.ledger, state.step, recorder, launchMemory);
    this.sender = new LaunchSender(
        state.settings,
        state.ledger,
        state.step,
        state.counters,
        state.cloud,
        state.freeze,
        state.launchAttempts,
        state.launchBackoff,
        state.launchBudget,
        launchMemory,
        launchHolds,
        group,
        state.present);
    this.settlement = new LaunchSettlement(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.counters,
        state.launchAttempts,
        state.launchBackoff,
        recorder,
        launchMemory);
    this.operations = new LaunchOperationPoller(
        state.settings, state.ledger, state.step, state.alarms, state.cloud, settlement);
    this.launcher = new Launcher(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.freeze,
        state.launchBackoff,
        state.launchFailures,
        state.launchBudget,
        launchMemory,
        group,
        sender,
        settlement,
        operations);
    this.reconciler = new ListReconciler(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.counters,
        state.trackings,
        state.cloud,
        state.freeze,
        recorder,
        contested,
        missingMachines,
        quarantine,
        launchMemory,
        settlement,
        group,
        state.sizes);
    this.hooks =
        new LifecycleHooks(state.settings, state.ledger, state.step, state.alarms, state.counters);
    this.actions = new ActionCommandHandler(
        state.settings,
        state.ledger,
        state.step,
        state.counters,
        state.trackings,
        state.cloud,
        state.freeze,
        disruption);
    HealthParts health = new HealthParts(state, actions, disruption);
    this.healthReaders = health.readers;
    this.terminator = new Terminator(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.counters,
        state.trackings,
        state.cloud,
        state.freeze,
        state.terminateBudget,
        registrar,
        hooks,
        health.remediator);
    RefreshParts refresh = new RefreshParts(state, activeRefresh, disruption, terminator);
    this.refresher = refresh.runner;
    this.completer = new MachineCompleter(
        state.settings, state.ledger, state.step, state.alarms, state.counters, state.freeze);
    this.serviceEntry = health.serviceEntry(state, completer, hooks, terminator);
    this.warm = WarmParts.of(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.cloud,
        state.trackings,
        state.freeze,
        state.sizes,
        state.launchFailures,
        state.terminateBudget,
        registrar,
        completer,
        hooks,
        terminator,
        activeRefresh,
        new WarmLauncher(launcher, launchHolds));
    this.sweeper = new ResourceSweeper(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.counters,
        state.cloud,
        state.freeze);
    this.attacher = new Attacher(
        state.settings,
        state.ledger,
        state.step,
        state.trackings,
        state.cloud,
        state.sizes,
        recorder);
    this.tagger = new OwnershipTagger(
        state.settings, state.ledger, state.step, state.trackings, state.cloud, registrar);
    this.scaler = new Scaler(
        state.settings,
        state.ledger,
        state.step,
        state.freeze,
        state.sizes,
        state.launchFailures,
        activeRefresh);
    this.schedules =
        new ScheduleRunner(state.settings, state.ledger, state.step, state.alarms, scaler);
    this.restores = new RestoreHandler(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.freeze,
        state.trackings,
        state.sizes,
        activeRefresh,
        reconciler,
        recorder,
        hooks,
        schedules,
        actions);
    OperatorCommands operatorCommands = new OperatorCommands(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.trackings,
        state.cloud,
        state.freeze,
        state.sizes,
        state.launchBackoff,
        state.launchFailures,
        reconciler,
        recorder,
        missingMachines,
        quarantine);
    MemberLookup members =
        new MemberLookup(state.settings, state.ledger, state.cloud, state.endedMachines);
    IdempotencyCache idempotency = new IdempotencyCache(state.settings, state.ledger, state.step);
    MachineCommands machineCommands = new MachineCommands(
        state.settings,
        state.ledger,
        state.step,
        state.trackings,
        health.states,
        state.sizes,
        launcher,
        terminator,
        attacher,
        members);
    this.deletion = new PoolDeletion(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.trackings,
        state.cloud,
        state.freeze,
        terminator,
        sweeper);
    this.refreshes = new RefreshCommands(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        activeRefresh,
        refresher,
        refresh.rollback,
        refresh.automatic);
    this.commands = new CommandHandler(
        state.settings,
        state.ledger,
        state.step,
        state.counters,
        state.sizes,
        state.launchFailures,
        attacher,
        operatorCommands,
        quarantine,
        scaler,
        hooks,
        actions,
        members,
        idempotency,
        machineCommands,
        deletion,
        restores,
        refreshes);
    this.poller = new CloudPoller(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.cloud,
        state.freeze,
        state.images);
    this.planner = new PlanExecutor(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.freeze,
        state.sizes,
        state.launchBudget,
        state.terminateBudget,
        launcher,
        launchHolds,
        group,
        terminator,
        missingMachines,
        activeRefresh,
        disruption,
        warm);
    this.explainer = new PlanExplainer(
        state.settings,
        state.ledger,
        state.cloud,
        state.freeze,
        activeRefresh,
        health.remediator,
        health.unhealthy,
        registrar,
        new OngoingOperations(
            state.settings,
            state.ledger,
            state.step,
            state.trackings,
            state.terminateBudget,
            launcher,
            refreshes,
            warm,
            serviceEntry),
        warm);
    this.viewBuilder = new PoolViewBuilder(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.cloud,
        state.freeze,
        state.endedMachines,
        reconciler,
        activeRefresh,
        firstRevision);
    this.metrics = new PoolMetrics(
        state.settings,
        state.ledger,
        state.alarms,
        state.counters,
        state.sizes,
        activeRefresh::owedHeadroom,
        activeRefresh::shareLeft,
        disruption,
        health.trust);
  }
}

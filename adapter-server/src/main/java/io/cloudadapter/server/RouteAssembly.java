package io.cloudadapter.server;

import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.cloudprovider.CloudproviderRoutes;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.kube.KubeRoutes;
import io.cloudadapter.server.kube.WatchHub;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.rest.AccountRoutes;
import io.cloudadapter.server.rest.ActionRoutes;
import io.cloudadapter.server.rest.AgeHeader;
import io.cloudadapter.server.rest.BackupRoutes;
import io.cloudadapter.server.rest.DisruptionRoutes;
import io.cloudadapter.server.rest.EventRoutes;
import io.cloudadapter.server.rest.HookRoutes;
import io.cloudadapter.server.rest.LogRoutes;
import io.cloudadapter.server.rest.NotificationRoutes;
import io.cloudadapter.server.rest.PoolRoutes;
import io.cloudadapter.server.rest.QuarantineRoutes;
import io.cloudadapter.server.rest.QuotaRoutes;
import io.cloudadapter.server.rest.RefreshRoutes;
import io.cloudadapter.server.rest.ReloadRoutes;
import io.cloudadapter.server.rest.RestoreRoutes;
import io.cloudadapter.server.rest.SampleRoutes;
import io.cloudadapter.server.rest.ScalingRoutes;
import io.cloudadapter.server.rest.ServerMetrics;
import io.cloudadapter.server.rest.ServerRoutes;
import io.cloudadapter.server.rest.SimulatedRoutes;
import io.cloudadapter.server.security.SessionTokens;
import io.cloudadapter.server.senlin.KeystoneFacade;
import io.cloudadapter.server.senlin.SenlinRoutes;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Collects the routes of the main listener, those of each API and those that the settings of the builder ask for. */
@ReadsSystemClock
final class RouteAssembly {
  private final AdapterServer.Builder settings;
  private final CallerPools pools;
  private final boolean secure;

  RouteAssembly(AdapterServer.Builder settings, CallerPools pools, TlsConfig secured) {
    this.settings = settings;
    this.pools = pools;
    this.secure = !(secured instanceof TlsConfig.Off);
  }

  List<HttpRoute> routes(
      ServerMetrics metrics,
      OutgoingBytes outgoing,
      String life,
      SessionTokens sessions,
      WatchHub watches,
      ActionRoutes actions,
      EventRoutes events,
      ConsoleAssembly console) {
    KeystoneFacade identity = new KeystoneFacade(sessions, settings.catalog, secure);
    List<HttpRoute> routes = new ArrayList<>(
        new ServerRoutes(pools, metrics, outgoing, System::nanoTime, identity).routes());
    routes.addAll(new PoolRoutes(pools, life).routes());
    settings.configs.ifPresent(configs -> routes.addAll(configs.apply(secure)));
    routes.addAll(new ScalingRoutes(pools).routes());
    routes.addAll(new HookRoutes(pools).routes());
    routes.addAll(new RefreshRoutes(pools).routes());
    routes.addAll(new DisruptionRoutes(pools).routes());
    routes.addAll(new SampleRoutes(pools).routes());
    routes.addAll(new QuarantineRoutes(pools).routes());
    routes.addAll(new BackupRoutes(settings.pools).routes());
    routes.addAll(new RestoreRoutes(pools).routes());
    routes.addAll(actions.routes());
    routes.addAll(events.routes());
    routes.addAll(console.routes());
    routes.addAll(new KubeRoutes(pools, watches).routes());
    routes.addAll(identity.routes());
    SenlinRoutes senlin = new SenlinRoutes(
        pools,
        settings.policyFile,
        settings.clock,
        UUID::randomUUID,
        settings.catalog,
        secure,
        settings.health);
    senlin.recoverHealthPolicies();
    routes.addAll(senlin.routes());
    routes.addAll(new AccountRoutes(settings.accounts).routes());
    routes.addAll(new NotificationRoutes(settings.notifications).routes());
    routes.addAll(new QuotaRoutes(pools).routes());
    settings.logLevels.ifPresent(levels -> routes.addAll(new LogRoutes(levels).routes()));
    settings.reload.ifPresent(reload -> routes.addAll(new ReloadRoutes(reload).routes()));
    settings.simulated.ifPresent(cloud -> routes.addAll(new SimulatedRoutes(cloud).routes()));
    settings.cloud.ifPresent(account ->
        routes.addAll(new CloudproviderRoutes(account, settings.cloudprovider).routes()));
    return routes.stream()
        .map(new AgeHeader(settings.pools, System::nanoTime)::aged)
        .toList();
  }
}

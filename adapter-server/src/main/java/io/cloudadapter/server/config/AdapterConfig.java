package io.cloudadapter.server.config;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.notification.ReceiverConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The whole configuration of a server. Immutable; secrets are resolved, and never printed.
 *
 * @param data the directory of everything that must survive
 * @param server how the server is reached
 * @param accounts the accounts of clouds, in the order of the file
 * @param pools the pools, the default one first
 * @param cloudprovider how Kubernetes is served
 * @param store the store that the ledger is in, if it is not in the data directory
 * @param history how much of the pools' history is kept
 * @param receivers who gets notifications
 * @param tenants the tenants, whose pools share quotas
 * @param autoscaler the listener for Cluster Autoscaler, if there is one
 * @param probeCommands the commands that pools may name for their health probes
 * @param probeHosts the hosts that health probes may reach beside the machines
 * @param secretFiles the files that secrets were read from
 */
public record AdapterConfig(
    Path data,
    ServerConfig server,
    List<AccountConfig> accounts,
    List<PoolConfig> pools,
    CloudproviderConfig cloudprovider,
    Optional<StoreConfig> store,
    HistoryConfig history,
    List<ReceiverConfig> receivers,
    List<TenantConfig> tenants,
    Optional<ClusterAutoscalerConfig> autoscaler,
    ProbeCommands probeCommands,
    ProbeHosts probeHosts,
    List<Path> secretFiles) {

  /** Copies the collections. */
  public AdapterConfig {
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(cloudprovider, "cloudprovider");
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(history, "history");
    Objects.requireNonNull(autoscaler, "autoscaler");
    Objects.requireNonNull(probeCommands, "probeCommands");
    Objects.requireNonNull(probeHosts, "probeHosts");
    accounts = List.copyOf(accounts);
    pools = List.copyOf(pools);
    receivers = List.copyOf(receivers);
    tenants = List.copyOf(tenants);
    secretFiles = List.copyOf(secretFiles);
  }

  /**
   * Where the self-signed certificate is kept.
   *
   * @return a directory in the data directory
   */
  public Path tlsDirectory() {
    return data.resolve("tls");
  }

  /**
   * The same with another data directory.
   *
   * @param other the directory
   * @return the changed configuration
   */
  public AdapterConfig withData(Path other) {
    return edit(edit -> edit.data = other);
  }

  /**
   * The same on another port.
   *
   * @param port 0 to 65535
   * @return the changed configuration
   */
  public AdapterConfig withPort(int port) {
    return edit(edit -> edit.server = server.withPort(port));
  }

  /**
   * The same with its ledger in a store that several servers share.
   *
   * @param other where and how
   * @return the changed configuration
   */
  public AdapterConfig withStore(StoreConfig other) {
    return edit(edit -> edit.store = Optional.of(other));
  }

  /**
   * The same with other pools.
   *
   * @param others the pools, the default one first
   * @return the changed configuration
   */
  public AdapterConfig withPools(List<PoolConfig> others) {
    return edit(edit -> edit.pools = others);
  }

  /**
   * The same with other accounts.
   *
   * @param others the accounts
   * @return the changed configuration
   */
  public AdapterConfig withAccounts(List<AccountConfig> others) {
    return edit(edit -> edit.accounts = others);
  }

  private AdapterConfig edit(Consumer<Edit> change) {
    Edit edit = new Edit();
    change.accept(edit);
    return new AdapterConfig(
        edit.data,
        edit.server,
        edit.accounts,
        edit.pools,
        cloudprovider,
        edit.store,
        history,
        receivers,
        tenants,
        autoscaler,
        probeCommands,
        probeHosts,
        secretFiles);
  }

  /** The fields that change, open for a moment. */
  private final class Edit {
    private Path data = AdapterConfig.this.data;
    private ServerConfig server = AdapterConfig.this.server;
    private List<AccountConfig> accounts = AdapterConfig.this.accounts;
    private List<PoolConfig> pools = AdapterConfig.this.pools;
    private Optional<StoreConfig> store = AdapterConfig.this.store;
  }
}

package io.cloudadapter.server.config;

import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The keys of the file: the type of each value, its default, and its meaning. Those of the server are in {@link
 * ServerSchema}, those of pools in {@link PoolSchema}.
 */
final class ConfigSchema {
  /**
   * The keys of one kind of mapping.
   *
   * @param path where it stands in the file; names that the user chooses in angle brackets
   * @param spec the keys with single values
   * @param asides the keys with a structure of their own, with what they mean
   */
  record Part(String path, ConfigSpec spec, Map<String, String> asides) {
    Set<String> asideNames() {
      return asides.keySet();
    }

    /** The keys with their meanings, in the order given. */
    static Map<String, String> ordered(String... namesAndDocs) {
      Map<String, String> map = new LinkedHashMap<>();
      for (int i = 0; i < namesAndDocs.length; i += 2) {
        map.put(namesAndDocs[i], namesAndDocs[i + 1]);
      }
      return map;
    }
  }

  static final Part TOP = new Part(
      "",
      ConfigSpec.builder()
          .optional(
              "data",
              ConfigKey.Type.TEXT,
              "data",
              "The directory of all durable data: the ledger, the simulated cloud, the "
                  + "self-signed certificate. One server at a time may use it.")
          .optional(
              "store",
              ConfigKey.Type.TEXT,
              "The etcd that holds the ledger of several servers: "
                  + "etcd://HOST:PORT,HOST:PORT/PREFIX. By default, the ledger is in the data "
                  + "directory.")
          .optional(
              "defaultPool", ConfigKey.Type.TEXT, "The pool at /pool; by default the first one.")
          .timeAboveZero(
              "history.retention", "42d", "How old an event of a pool may become; 1h to 3650d.")
          .optional(
              "history.maxBytes",
              ConfigKey.Type.INTEGER,
              Long.toString(HistoryConfig.MOST_BYTES),
              (int) HistoryConfig.LEAST_BYTES,
              (int) HistoryConfig.MOST_BYTES,
              "The most bytes of the events of all pools in the store.")
          .optional(
              "healthHosts",
              ConfigKey.Type.LIST,
              "The hosts beside the machines themselves that health probes may reach, each with a port if only that "
                  + "one is meant: health.example.com:8443. No API adds one.")
          .build(),
      Part.ordered(
          "etcd", "The connection to the etcd of store, and this server's name there.",
          "server", "The listener of the server, and its callers.",
          "accounts", "The accounts of clouds, by name.",
          "cloudprovider", "The HTTP cloudprovider API for Kubernetes.",
          "clusterAutoscaler", "The pools that the Cluster Autoscaler of Kubernetes scales.",
          "notifications", "The receivers of alarms and events.",
          "healthCommands", "The commands that health probes may run, by name.",
          "tenants", "The tenants, by name: their pools share quotas.",
          "pools", "The pools, by name; or a list, each with its name."));

  static final Part ACCOUNT = new Part(
      "accounts.<name>",
      ConfigSpec.builder()
          .required(
              "provider",
              ConfigKey.Type.TEXT,
              "The adapter of the account's cloud. Its own keys are beside this one.")
          .optional(
              "longestRetryAfter",
              ConfigKey.Type.DURATION,
              "5m",
              "The longest wait when the cloud asks for one (Retry-After); then one request "
                  + "tries again; 1s to 1d.")
          .build(),
      Map.of());

  /** All parts, in the order of the documentation. */
  static final List<Part> PARTS = List.of(
      TOP,
      ServerSchema.ETCD,
      ServerSchema.SERVER,
      ServerSchema.TOKEN,
      ServerSchema.CLIENT,
      ServerSchema.OIDC,
      ACCOUNT,
      ServerSchema.CLOUDPROVIDER,
      AutoscalerSchema.LISTENER,
      AutoscalerSchema.GROUP,
      PoolSchema.POOL,
      PoolSchema.SCHEDULE,
      PoolSchema.WINDOW,
      PoolSchema.HOOK,
      TenantSection.TENANT,
      NotificationSchema.NOTIFICATIONS,
      NotificationSchema.RECEIVER,
      ProbeSection.COMMAND);

  private ConfigSchema() {}
}

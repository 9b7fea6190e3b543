package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolSelectionReader;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.NodeGroupConfig;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.cloudadapter.server.autoscaler.NodeTaint;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the section {@code clusterAutoscaler}. */
final class AutoscalerSection {
  private static final String NAME = "clusterAutoscaler";

  private final ConfigErrors faults;

  AutoscalerSection(ConfigErrors faults) {
    this.faults = faults;
  }

  /** Reads the section of a file with these sound pools and this server. */
  Optional<ClusterAutoscalerConfig> read(
      YamlNode.Mapping root, List<PoolConfig> pools, ServerConfig server) {
    YamlNode node = root.entries().get(NAME);
    if (node == null) {
      return Optional.empty();
    }
    if (!(node instanceof YamlNode.Mapping mapping)) {
      faults.add(NAME, "must be a mapping, was " + node.kind(), node.line());
      return Optional.empty();
    }
    if (server.clientCa().isEmpty()) {
      faults.add(
          NAME,
          "needs client certificates; give server.tls.clientCa and server.clients",
          mapping.line());
    }
    ConfigSection.Read read = ConfigSection.read(
        NAME,
        mapping,
        AutoscalerSchema.LISTENER.spec(),
        AutoscalerSchema.LISTENER.asideNames(),
        faults);
    ProviderConfig values = read.values();
    checkProviderId(NAME + ".providerId", values.text("providerId"), mapping.line());
    Map<PoolName, NodeGroupConfig> groups = groups(mapping);
    PoolSelectionReader selection = new PoolSelectionReader(
        values, (key, fault) -> faults.add(NAME + "." + key, fault, mapping.line()));
    Set<PoolName> names = new HashSet<>(selection.names());
    names.addAll(groups.keySet());
    ClusterAutoscalerConfig config = new ClusterAutoscalerConfig(
        values.has("address") ? values.text("address") : server.address(),
        values.integer("port"),
        new PoolSelection(names, selection.labels()),
        values.text("providerId"),
        values.text("gpuLabel"),
        values.has("gpuTypes") ? texts(values, "gpuTypes") : List.of(),
        groups);
    checkPools(config, names, pools, mapping.line());
    return Optional.of(config);
  }

  /** Checks the pools that are named, and those that are node groups. */
  private void checkPools(
      ClusterAutoscalerConfig config, Set<PoolName> names, List<PoolConfig> pools, int line) {
    if (names.isEmpty() && config.pools().labels().isEmpty()) {
      faults.add(NAME, "names no pool; give pools, groups or labels", line);
    }
    Set<PoolName> known = new HashSet<>();
    for (PoolConfig pool : pools) {
      known.add(pool.name());
      if (config.covers(pool.name(), pool.labels())) {
        refuseScaling(pool, line);
        doubtResources(config, pool, line);
      }
    }
    names.stream()
        .filter(name -> !known.contains(name))
        .sorted()
        .forEach(name -> faults.doubt(
            NAME,
            "names pool " + name + ", which is not in this file; it is a node group once it is"
                + " created",
            line));
  }

  /** Without a size, no catalog has the resources of a new node. */
  private void doubtResources(ClusterAutoscalerConfig config, PoolConfig pool, int line) {
    NodeResources given = config.group(pool.name()).resources();
    boolean known = given.cpus().isPresent() && given.memoryMiB().isPresent();
    if (!known && pool.launch().size().isEmpty()) {
      faults.doubt(
          NAME + ".groups." + pool.name(),
          "has no cpus and memoryMiB, and the pool has no size, so the resources of a new node are"
              + " unknown; give cpus and memoryMiB, else Cluster Autoscaler does not scale the pool"
              + " from zero",
          line);
    }
  }

  /** A policy or a schedule would scale a node group beside the autoscaler. */
  void refuseScaling(PoolConfig pool, int line) {
    String where = "pools." + pool.name() + ".";
    pool.scaling().policies().forEach((name, policy) -> {
      if (policy instanceof ScalingPolicy) {
        faults.add(
            where + "policies." + name,
            "would scale a pool that Cluster Autoscaler scales; leave out one of the two",
            line);
      }
    });
    pool.scaling()
        .schedules()
        .keySet()
        .forEach(name -> faults.add(
            where + "schedules." + name,
            "would set the size of a pool that Cluster Autoscaler scales; leave out one of the two",
            line));
  }

  private Map<PoolName, NodeGroupConfig> groups(YamlNode.Mapping mapping) {
    Map<PoolName, NodeGroupConfig> groups = new HashMap<>();
    String path = NAME + ".groups";
    YamlMappings.named(path, mapping.entries().get("groups"), faults).forEach((name, at) -> {
      NodeGroupConfig group = group(path + "." + name, at);
      try {
        groups.put(new PoolName(name), group);
      } catch (IllegalArgumentException e) {
        faults.add(path + "." + name, String.valueOf(e.getMessage()), at.line());
      }
    });
    return groups;
  }

  private NodeGroupConfig group(String path, YamlNode.Mapping at) {
    ProviderConfig values = ConfigSection.read(
            path, at, AutoscalerSchema.GROUP.spec(), AutoscalerSchema.GROUP.asideNames(), faults)
        .values();
    Map<String, String> labels = new LinkedHashMap<>();
    YamlMappings.texts(path + ".nodeLabels", at.entries().get("nodeLabels"), faults)
        .forEach((name, value) -> labels.put(name, value.text()));
    Optional<String> providerId =
        values.has("providerId") ? Optional.of(values.text("providerId")) : Optional.empty();
    providerId.ifPresent(form -> checkProviderId(path + ".providerId", form, at.line()));
    return new NodeGroupConfig(
        providerId,
        labels,
        taints(path, values, at.line()),
        new NodeResources(
            number(values, "cpus"),
            number(values, "memoryMiB"),
            number(values, "diskGiB"),
            number(values, "gpus"),
            values.text("gpuResource"),
            values.integer("pods")),
        decimal(values, "pricePerHour"),
        new NodeGroupOptions(
            decimal(values, "scaleDown.utilizationThreshold"),
            decimal(values, "scaleDown.gpuUtilizationThreshold"),
            time(values, "scaleDown.unneededTime"),
            time(values, "scaleDown.unreadyTime"),
            time(values, "provisionTime"),
            values.has("scaleDown.ignoreDaemonSets")
                ? Optional.of(values.flag("scaleDown.ignoreDaemonSets"))
                : Optional.empty()));
  }

  private List<NodeTaint> taints(String path, ProviderConfig values, int line) {
    List<NodeTaint> taints = new ArrayList<>();
    for (String text : values.has("taints") ? texts(values, "taints") : List.<String>of()) {
      try {
        taints.add(NodeTaint.parse(text));
      } catch (IllegalArgumentException e) {
        faults.add(path + ".taints", String.valueOf(e.getMessage()), line);
      }
    }
    return taints;
  }

  private void checkProviderId(String key, String form, int line) {
    ProviderIdFormat.problem(form).ifPresent(problem -> faults.add(key, problem, line));
  }

  private static List<String> texts(ProviderConfig values, String key) {
    return values.list(key).stream()
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private static OptionalInt number(ProviderConfig values, String key) {
    return values.has(key) ? OptionalInt.of(values.integer(key)) : OptionalInt.empty();
  }

  private static OptionalDouble decimal(ProviderConfig values, String key) {
    return values.has(key) ? OptionalDouble.of(values.decimal(key)) : OptionalDouble.empty();
  }

  private static Optional<Duration> time(ProviderConfig values, String key) {
    return values.has(key) ? Optional.of(values.duration(key)) : Optional.empty();
  }
}

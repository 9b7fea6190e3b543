package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Chapter 12: zones and clusters. */
public final class ZoneTrials {
  private ZoneTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-12.20", ZoneTrials::zonesOfMachines)
            .of(Zones.class)
            .needs("MP-9.1")
            .withFaults(),
        Trial.of("MP-12.30", ZoneTrials::clustersAsTheyAre)
            .of(Clusters.class)
            .needs("MP-9.1")
            .withFaults());
  }

  private static void zonesOfMachines(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    bench.sweep(false);
    MachineId machine = bench.truth().plant(1).iterator().next();
    bench.time().passLag();
    Set<String> wanted = new LinkedHashSet<>(bench.sample().zones());
    bench
        .lists()
        .ids(List.of(machine))
        .row(machine)
        .flatMap(MachineSighting::zone)
        .ifPresent(wanted::add);
    bench.sweep(true);
    CloudResourceFixture.Answer<List<Zone>> told = beside.attempt(beside::zones);
    bench.sweep(false);
    told.value().ifPresent(zones -> {
      List<String> names = zones.stream().map(Zone::name).toList();
      bench.require(
          names.containsAll(wanted) && !names.isEmpty(),
          "machines can be in " + wanted + ", and the zones are " + names);
      bench.require(Set.copyOf(names).size() == names.size(), "a zone occurs twice among " + names);
      bench.require(
          beside.zones().equals(zones), "the zones are " + beside.zones() + " after " + zones);
      if (bench.claims(Instances.class)) {
        List<Zone> used = beside.instances().stream()
            .map(Instance::zone)
            .flatMap(java.util.Optional::stream)
            .toList();
        bench.require(
            zones.containsAll(used), "instances are in " + used + ", and the zones are " + zones);
      }
    });
  }

  private static void clustersAsTheyAre(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    bench.sweep(false);
    List<Cluster> calm = CloudResourceFixture.by(bench, bench.another()).clusters();
    bench.sweep(true);
    CloudResourceFixture.Answer<List<Cluster>> told = beside.attempt(beside::clusters);
    told.value().ifPresent(clusters -> {
      Set<String> names = new LinkedHashSet<>();
      clusters.forEach(cluster -> names.add(cluster.name()));
      bench.require(
          clusters.equals(calm) && !clusters.isEmpty(),
          "the clusters are " + clusters + ", and another adapter returns " + calm);
      bench.require(names.size() == clusters.size(), "a cluster occurs twice among " + clusters);
    });
  }
}

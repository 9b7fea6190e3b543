package io.cloudadapter.simulated;

import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.api.cloud.Zone;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * What a simulated cloud offers beside launches and ends of machines: the part of its builder about provider features.
 *
 * @param <B> the builder
 */
abstract class FeatureOptions<B extends FeatureOptions<B>> {
  boolean adoption = true;
  boolean relabel = true;
  int maxPerEnd = 100;
  boolean actions = true;
  boolean traceable = true;
  Duration actionTime = Duration.ZERO;
  boolean services = true;
  String region = "simulated";
  List<String> clusters = List.of("simulated");
  boolean udp = true;
  boolean launchOperations;
  boolean machineResources;

  /** The builder itself. */
  abstract B self();

  /**
   * Whether machines can be attached and detached.
   *
   * @param offered whether the feature {@link io.cloudadapter.spi.feature.Adoption} is there; true unless said
   * @return this builder
   */
  public B adoption(boolean offered) {
    adoption = offered;
    return self();
  }

  /**
   * Whether machines can be labelled.
   *
   * @param offered whether the feature {@link io.cloudadapter.spi.feature.Labeling} is there; true unless said
   * @return this builder
   */
  public B relabel(boolean offered) {
    relabel = offered;
    return self();
  }

  /**
   * How many machines one request can end.
   *
   * @param machines 1 or more; 1 removes the feature {@link io.cloudadapter.spi.feature.BatchTerminate}; 100 by
   *     default
   * @return this builder
   * @throws IllegalArgumentException if the number is below 1
   */
  public B maxPerEnd(int machines) {
    if (machines < 1) {
      throw new IllegalArgumentException("maxPerEnd must be 1 or more, was " + machines);
    }
    maxPerEnd = machines;
    return self();
  }

  /**
   * Whether machines can be acted upon.
   *
   * @param offered whether the features {@link io.cloudadapter.spi.feature.Reboot}, {@link
   *     io.cloudadapter.spi.feature.Snapshots} and {@link io.cloudadapter.spi.feature.StartStop} are there; true
   * unless said
   * @return this builder
   */
  public B actions(boolean offered) {
    actions = offered;
    return self();
  }

  /**
   * Sets whether the cloud can find out what became of an action.
   *
   * @param traces whether those features are traceable; true unless said
   * @return this builder
   */
  public B traceable(boolean traces) {
    traceable = traces;
    return self();
  }

  /**
   * How long an action takes. Its call answers at once; until the time has passed it is under way.
   *
   * @param time 0 or more; 0 unless said
   * @return this builder
   */
  public B actionTime(Duration time) {
    actionTime = notNegative("actionTime", time);
    return self();
  }

  /**
   * Whether the cloud offers what is beside machines.
   *
   * @param offered whether the features {@link io.cloudadapter.spi.feature.Instances}, {@link
   *     io.cloudadapter.spi.feature.LoadBalancers}, {@link io.cloudadapter.spi.feature.Zones}, {@link
   *     io.cloudadapter.spi.feature.Clusters} and {@link io.cloudadapter.spi.feature.Routes} are there; true unless
   * said
   * @return this builder
   */
  public B services(boolean offered) {
    services = offered;
    return self();
  }

  /**
   * The region that all zones are in.
   *
   * @param name 1 to 128 of {@code [A-Za-z0-9._-]}; {@code simulated} unless said
   * @return this builder
   * @throws IllegalArgumentException if the name is not of that form
   */
  public B region(String name) {
    region = new Zone("a", name).region();
    return self();
  }

  /**
   * Sets the clusters of the cloud. Without any it lacks the feature.
   *
   * @param names all different, each 1 to 128 of {@code [A-Za-z0-9._-]}; {@code simulated} unless said
   * @return this builder
   * @throws IllegalArgumentException if a name is not of that form, or given twice
   */
  public B clusters(List<String> names) {
    List<String> checked =
        names.stream().map(name -> new Cluster(name, name).name()).toList();
    clusters = checked.isEmpty() ? List.of() : named("clusters", checked);
    return self();
  }

  /**
   * Whether load balancers speak UDP beside TCP.
   *
   * @param speaks true unless said
   * @return this builder
   */
  public B udp(boolean speaks) {
    udp = speaks;
    return self();
  }

  /**
   * Whether the cloud accepts launches as operations. An operation takes {@link SimulatedCloudBuilder#queueTime}; its
   * machines are listed once it has ended well, and never if it fails.
   *
   * @param runs whether the feature {@link io.cloudadapter.spi.feature.LaunchOperations} is there; false unless said
   * @return this builder
   */
  public B launchOperations(boolean runs) {
    launchOperations = runs;
    return self();
  }

  /**
   * Whether machines need resources beside them: a boot disk, which a launch makes by a request before that for the
   * machine, and an address and a data disk, each made by a request once the machine runs. They stay when it ends.
   *
   * @param needed whether the feature {@link io.cloudadapter.spi.feature.MachineResources} is there; false unless said
   * @return this builder
   */
  public B machineResources(boolean needed) {
    machineResources = needed;
    return self();
  }

  static List<String> named(String field, List<String> names) {
    if (names.isEmpty()
        || names.stream().anyMatch(String::isBlank)
        || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          field + " must be one or more different names, was " + names);
    }
    return List.copyOf(names);
  }

  static int atLeast(int least, String field, int value) {
    if (value < least) {
      throw new IllegalArgumentException(field + " must be " + least + " or more, was " + value);
    }
    return value;
  }

  static Duration notNegative(String field, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(field + " must not be negative, was " + value);
    }
    return value;
  }
}

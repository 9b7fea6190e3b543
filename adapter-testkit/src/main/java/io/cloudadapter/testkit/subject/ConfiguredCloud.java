package io.cloudadapter.testkit.subject;

import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A cloud that is there already and that the kit knows by its configuration only: an emulator, or a real
 * account. It has time of its own and no back door, so rules that need one are untested.
 */
public final class ConfiguredCloud implements TestCloud {
  private final Map<String, String> config;
  private final Set<String> wired;
  private final SampleLaunch sample;
  private final String region;
  private final List<String> secrets;
  private final ErrorDialect dialect;

  /**
   * A cloud.
   *
   * @param config the account's configuration
   * @param wired the keys of it that hold an address which must lead through the fault proxy
   * @param sample a launch that works
   * @param secrets the keys of it that hold secrets
   * @param reads paths of requests that change nothing although they are no GET
   * @param logins paths of requests that are answered with credentials
   * @param acts parts of the paths of requests that act on a machine, or change what stands beside machines
   * @param region where load balancers are made
   */
  public ConfiguredCloud(
      Map<String, String> config,
      Set<String> wired,
      SampleLaunch sample,
      Set<String> secrets,
      Set<String> reads,
      Set<String> logins,
      Set<String> acts,
      String region) {
    this.config = Map.copyOf(config);
    this.wired = Set.copyOf(wired);
    this.sample = sample;
    this.region = region;
    this.secrets = secrets.stream()
        .flatMap(key -> Optional.ofNullable(config.get(key)).stream())
        .toList();
    this.dialect = new ReadOnlyPostDialect(Set.copyOf(reads), Set.copyOf(logins), Set.copyOf(acts));
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    Map<String, String> through = new TreeMap<>(config);
    through.replaceAll(
        (key, value) -> wired.contains(key) ? wire.to(URI.create(value)).toString() : value);
    return through;
  }

  @Override
  public SampleLaunch sample() {
    return sample;
  }

  @Override
  public String region() {
    return region;
  }

  @Override
  public ErrorDialect dialect() {
    return dialect;
  }

  @Override
  public List<String> secrets() {
    return secrets;
  }

  @Override
  public void close() {}
}

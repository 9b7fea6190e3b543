package io.cloudadapter.testkit.specs;

import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import java.util.Map;
import java.util.Optional;

/** Specs of launches that differ from another one in one resource. */
public final class LaunchSpecs {
  private LaunchSpecs() {}

  /** In another zone, or in any. */
  public static LaunchSpec in(LaunchSpec spec, Optional<String> zone) {
    return copy(spec, zone, spec.size(), spec.image(), spec.market(), spec.tags(), spec.userData());
  }

  public static LaunchSpec size(LaunchSpec spec, Optional<String> size) {
    return copy(spec, spec.zone(), size, spec.image(), spec.market(), spec.tags(), spec.userData());
  }

  public static LaunchSpec image(LaunchSpec spec, Optional<String> image) {
    return copy(spec, spec.zone(), spec.size(), image, spec.market(), spec.tags(), spec.userData());
  }

  public static LaunchSpec market(LaunchSpec spec, Market market) {
    return copy(spec, spec.zone(), spec.size(), spec.image(), market, spec.tags(), spec.userData());
  }

  static LaunchSpec tags(LaunchSpec spec, Map<String, String> tags) {
    return copy(spec, spec.zone(), spec.size(), spec.image(), spec.market(), tags, spec.userData());
  }

  public static LaunchSpec userData(LaunchSpec spec, String userData) {
    return copy(
        spec,
        spec.zone(),
        spec.size(),
        spec.image(),
        spec.market(),
        spec.tags(),
        Optional.of(Secret.of(userData)));
  }

  private static LaunchSpec copy(
      LaunchSpec spec,
      Optional<String> zone,
      Optional<String> size,
      Optional<String> image,
      Market market,
      Map<String, String> tags,
      Optional<Secret> userData) {
    return new LaunchSpec(
        spec.pool(),
        spec.incarnation(),
        zone,
        size,
        image,
        market,
        tags,
        userData,
        spec.template());
  }
}

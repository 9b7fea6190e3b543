package io.cloudadapter.core.config;

import com.google.common.collect.ImmutableSortedMap;
import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The launch configuration: what the machines of a pool are made of.
 *
 * <pre>{@code
 * LaunchConfig launch = LaunchConfig.builder()
 *     .zones(List.of("a", "b"))
 *     .size("m1.small")
 *     .image("ubuntu")
 *     .tags(Map.of("team", "shop"))
 *     .build();
 * }</pre>
 *
 * @param zones the zones to spread over, evenly; if empty the cloud chooses
 * @param size the cloud's name for a machine size, if the template does not say
 * @param image the cloud's image, if the template does not say
 * @param market on demand or spot
 * @param tags the user's tags; none begins with {@code ca-}
 * @param userData handed to each machine at its first boot
 * @param template values for the adapter's {@link
 *     io.cloudadapter.spi.MachineProviderFactory#template()}
 */
public record LaunchConfig(
    List<String> zones,
    Optional<String> size,
    Optional<String> image,
    LaunchSpec.Market market,
    Map<String, String> tags,
    Optional<Secret> userData,
    Map<String, String> template) {

  /**
   * Checks the tags and copies the collections.
   *
   * @throws IllegalArgumentException if a tag's name is reserved or a zone is named twice
   */
  public LaunchConfig {
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(image, "image");
    Objects.requireNonNull(market, "market");
    Objects.requireNonNull(userData, "userData");
    zones = List.copyOf(zones);
    tags = ImmutableSortedMap.copyOf(tags);
    template = ImmutableSortedMap.copyOf(template);
    if (zones.stream().distinct().count() != zones.size()) {
      throw new IllegalArgumentException(
          "zones must differ from each other, were " + String.join(", ", zones));
    }
    for (String tag : tags.keySet()) {
      if (tag.startsWith(OwnershipMarks.RESERVED)) {
        throw new IllegalArgumentException(
            "tags must not begin with " + OwnershipMarks.RESERVED + ", was " + tag);
      }
    }
  }

  /**
   * Begins with a machine as the adapter makes it by default: on demand, with nothing else set.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Begins another configuration that is like this one.
   *
   * @return a builder that has all of this
   */
  public Builder toBuilder() {
    Builder same = new Builder();
    same.zones = zones;
    same.size = size;
    same.image = image;
    same.market = market;
    same.tags = tags;
    same.userData = userData;
    same.template = template;
    return same;
  }

  /**
   * Builds a launch configuration.
   *
   * <pre>{@code
   * LaunchConfig launch = LaunchConfig.builder()
   *     .zones(List.of("a", "b"))
   *     .size("small")
   *     .tags(Map.of("team", "web"))
   *     .build();
   * PoolConfig config = PoolConfig.named("web", "demo", 20).launch(launch).build();
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  public static final class Builder {
    private List<String> zones = List.of();
    private Optional<String> size = Optional.empty();
    private Optional<String> image = Optional.empty();
    private LaunchSpec.Market market = LaunchSpec.Market.ON_DEMAND;
    private Map<String, String> tags = Map.of();
    private Optional<Secret> userData = Optional.empty();
    private Map<String, String> template = Map.of();

    private Builder() {}

    /**
     * Sets {@link LaunchConfig#zones()}.
     *
     * @param value the zones to spread over
     * @return this builder
     */
    public Builder zones(List<String> value) {
      zones = List.copyOf(value);
      return this;
    }

    /**
     * Sets {@link LaunchConfig#size()}.
     *
     * @param value the cloud's name for a machine size
     * @return this builder
     */
    public Builder size(String value) {
      size = Optional.of(value);
      return this;
    }

    /**
     * Sets {@link LaunchConfig#image()}.
     *
     * @param value the cloud's image
     * @return this builder
     */
    public Builder image(String value) {
      image = Optional.of(value);
      return this;
    }

    /**
     * Sets {@link LaunchConfig#market()}.
     *
     * @param value on demand or spot
     * @return this builder
     */
    public Builder market(LaunchSpec.Market value) {
      market = Objects.requireNonNull(value, "value");
      return this;
    }

    /**
     * Sets {@link LaunchConfig#tags()}.
     *
     * @param value values by name
     * @return this builder
     */
    public Builder tags(Map<String, String> value) {
      tags = Map.copyOf(value);
      return this;
    }

    /**
     * Sets {@link LaunchConfig#userData()}.
     *
     * @param value handed to each machine at its first boot
     * @return this builder
     */
    public Builder userData(Secret value) {
      userData = Optional.of(value);
      return this;
    }

    /**
     * Sets {@link LaunchConfig#template()}.
     *
     * @param value values for the adapter's own keys
     * @return this builder
     */
    public Builder template(Map<String, String> value) {
      template = Map.copyOf(value);
      return this;
    }

    /**
     * Ends the description.
     *
     * @return the launch configuration
     * @throws IllegalArgumentException if a tag's name is reserved or a zone is named twice
     */
    public LaunchConfig build() {
      return new LaunchConfig(zones, size, image, market, tags, userData, template);
    }
  }
}

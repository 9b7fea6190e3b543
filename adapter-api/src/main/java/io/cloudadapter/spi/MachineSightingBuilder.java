package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a sighting.
 *
 * <pre>{@code
 * Map<String, String> tags = Map.of(OwnershipMarks.POOL_TAG, "web"); // as the cloud shows them
 * MachineSighting sighting = MachineSighting.of(new MachineId("i-1"), MachineState.RUNNING)
 *     .marks(tags)
 *     .zone("b")
 *     .privateIps(List.of("10.0.0.7"))
 *     .build();
 * }</pre>
 *
 * <p>One thread at a time may use it.
 */
public final class MachineSightingBuilder {
  final MachineId id;
  MachineState state;
  boolean stateKnown = true;
  MachineSighting.End end;

  @Nullable
  PoolName pool;

  @Nullable
  PoolIncarnation incarnation;

  @Nullable
  LaunchKey key;

  @Nullable
  String zone;

  @Nullable
  String size;

  LaunchSpec.Market market = LaunchSpec.Market.ON_DEMAND;

  @Nullable
  Instant launchTime;

  List<String> publicIps = List.of();
  List<String> privateIps = List.of();

  @Nullable
  LaunchFailure failure;

  Map<String, String> metadata = Map.of();

  MachineSightingBuilder(MachineId id, MachineState state) {
    this.id = Objects.requireNonNull(id, "id");
    this.state = Objects.requireNonNull(state, "state");
    this.end = state == MachineState.TERMINATED
        ? MachineSighting.End.FINAL
        : MachineSighting.End.NOT_ENDED;
  }

  /**
   * Records that the cloud reported a state that the adapter does not recognise. The machine then counts as
   * present, and as nothing more.
   *
   * @return this builder
   */
  public MachineSightingBuilder stateUnknown() {
    state = MachineState.RUNNING;
    end = MachineSighting.End.NOT_ENDED;
    stateKnown = false;
    return this;
  }

  /**
   * Records that the machine is stopped, not gone: its state becomes TERMINATED, its end STOPPED.
   *
   * @return this builder
   */
  public MachineSightingBuilder stopped() {
    state = MachineState.TERMINATED;
    end = MachineSighting.End.STOPPED;
    return this;
  }

  /**
   * Sets all three marks.
   *
   * @param marks as read from the machine
   * @return this builder
   */
  public MachineSightingBuilder marks(OwnershipMarks marks) {
    pool = marks.pool();
    incarnation = marks.incarnation();
    key = marks.key().orElse(null);
    return this;
  }

  /**
   * Sets each mark that the machine has in a well-formed way.
   *
   * @param poolMark the pool, if marked
   * @param incarnationMark the incarnation, if marked
   * @param keyMark the launch key, if marked
   * @return this builder
   */
  public MachineSightingBuilder marks(
      Optional<PoolName> poolMark,
      Optional<PoolIncarnation> incarnationMark,
      Optional<LaunchKey> keyMark) {
    pool = poolMark.orElse(null);
    incarnation = incarnationMark.orElse(null);
    key = keyMark.orElse(null);
    return this;
  }

  /**
   * Sets marks from a machine's tags, as far as they exist and are well formed; ignores other tags.
   *
   * @param tags names and values as read from the machine
   * @return this builder
   */
  public MachineSightingBuilder marks(Map<String, String> tags) {
    return marks(
        wellFormed(tags.get(OwnershipMarks.POOL_TAG), PoolName::new),
        wellFormed(tags.get(OwnershipMarks.INCARNATION_TAG), PoolIncarnation::new),
        wellFormed(tags.get(OwnershipMarks.KEY_TAG), LaunchKey::new));
  }

  static <T> Optional<T> wellFormed(@Nullable String value, Function<String, T> constructor) {
    try {
      return value == null ? Optional.empty() : Optional.of(constructor.apply(value));
    } catch (IllegalArgumentException e) {
      // Another owner uses a tag of the same name; it is not a mark of this library.
      return Optional.empty();
    }
  }

  /**
   * Sets the zone.
   *
   * @param value the zone
   * @return this builder
   */
  public MachineSightingBuilder zone(String value) {
    zone = value;
    return this;
  }

  /**
   * Sets the size.
   *
   * @param value the cloud's name for the size
   * @return this builder
   */
  public MachineSightingBuilder size(String value) {
    size = value;
    return this;
  }

  /**
   * Sets the market.
   *
   * @param value the market
   * @return this builder
   */
  public MachineSightingBuilder market(LaunchSpec.Market value) {
    market = value;
    return this;
  }

  /**
   * Sets the launch time.
   *
   * @param value when the cloud accepted it or began to run it, by the cloud's clock; the same in every list
   * @return this builder
   */
  public MachineSightingBuilder launchTime(Instant value) {
    launchTime = value;
    return this;
  }

  /**
   * Sets the public addresses.
   *
   * @param value the addresses
   * @return this builder
   */
  public MachineSightingBuilder publicIps(List<String> value) {
    publicIps = value;
    return this;
  }

  /**
   * Sets the private addresses.
   *
   * @param value the addresses
   * @return this builder
   */
  public MachineSightingBuilder privateIps(List<String> value) {
    privateIps = value;
    return this;
  }

  /**
   * Sets why the machine failed.
   *
   * @param value the failure
   * @return this builder
   */
  public MachineSightingBuilder failure(LaunchFailure value) {
    failure = value;
    return this;
  }

  /**
   * Sets further facts for people.
   *
   * @param value names and values, without secrets
   * @return this builder
   */
  public MachineSightingBuilder metadata(Map<String, String> value) {
    metadata = value;
    return this;
  }

  /**
   * Builds the sighting.
   *
   * @return the sighting
   */
  public MachineSighting build() {
    return new MachineSighting(this);
  }
}

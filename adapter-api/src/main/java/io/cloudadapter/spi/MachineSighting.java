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
 * One machine as one list of the cloud shows it. A sighting has no service state; that belongs to the pool.
 */
public final class MachineSighting {

  /** How a machine ended, if it did. */
  public enum End {
    /** It has not ended, or may still run. */
    NOT_ENDED,
    /**
     * Stopped: it does nothing, but exists, may cost money, and can be started again. The pool replaces it and still
     * owns it: the machine takes up the pool's surge, and counts again if it runs again. The pool ends it only when a
     * person terminates it.
     */
    STOPPED,
    /** Gone for good: it can never run again. */
    FINAL
  }

  private final MachineId id;
  private final MachineState state;
  private final boolean stateKnown;
  private final End end;
  private final @Nullable PoolName pool;
  private final @Nullable PoolIncarnation incarnation;
  private final @Nullable LaunchKey key;
  private final @Nullable String zone;
  private final @Nullable String size;
  private final LaunchSpec.Market market;
  private final @Nullable Instant launchTime;
  private final List<String> publicIps;
  private final List<String> privateIps;
  private final @Nullable LaunchFailure failure;
  private final Map<String, String> metadata;

  private MachineSighting(Builder b) {
    id = b.id;
    state = b.state;
    stateKnown = b.stateKnown;
    end = b.end;
    pool = b.pool;
    incarnation = b.incarnation;
    key = b.key;
    zone = b.zone;
    size = b.size;
    market = b.market;
    launchTime = b.launchTime;
    publicIps = List.copyOf(b.publicIps);
    privateIps = List.copyOf(b.privateIps);
    failure = b.failure;
    metadata = Map.copyOf(b.metadata);
  }

  /**
   * Starts building a sighting.
   *
   * @param id its id, which never belongs to another machine, also not later
   * @param state the state that the cloud reports. TERMINATED means ended for good, unless {@link Builder#stopped()}
   *     is called.
   * @return a builder
   */
  public static Builder of(MachineId id, MachineState state) {
    return new Builder(id, state);
  }

  /**
   * The machine's id.
   *
   * @return the id
   */
  public MachineId id() {
    return id;
  }

  /**
   * Returns the state that the cloud reports.
   *
   * @return the state; RUNNING if it is not known
   */
  public MachineState state() {
    return state;
  }

  /**
   * Returns whether the adapter recognised the state.
   *
   * @return false if the cloud reported a state that the adapter does not recognise
   */
  public boolean stateKnown() {
    return stateKnown;
  }

  /**
   * Returns whether and how it ended.
   *
   * @return NOT_ENDED unless the state is TERMINATED
   */
  public End end() {
    return end;
  }

  /**
   * The pool's mark.
   *
   * @return the mark, if the machine has it
   */
  public Optional<PoolName> pool() {
    return Optional.ofNullable(pool);
  }

  /**
   * The incarnation's mark.
   *
   * @return the mark, if the machine has it
   */
  public Optional<PoolIncarnation> incarnation() {
    return Optional.ofNullable(incarnation);
  }

  /**
   * The launch key's mark.
   *
   * @return the mark, if the machine has it
   */
  public Optional<LaunchKey> key() {
    return Optional.ofNullable(key);
  }

  /**
   * The zone.
   *
   * @return the zone, if known
   */
  public Optional<String> zone() {
    return Optional.ofNullable(zone);
  }

  /**
   * The cloud's name for the machine's size.
   *
   * @return the size, if known
   */
  public Optional<String> size() {
    return Optional.ofNullable(size);
  }

  /**
   * Returns the market in which it was bought.
   *
   * @return ON_DEMAND unless set otherwise
   */
  public LaunchSpec.Market market() {
    return market;
  }

  /**
   * Returns when the cloud launched it, by the cloud's clock.
   *
   * @return the time, if it has been launched
   */
  public Optional<Instant> launchTime() {
    return Optional.ofNullable(launchTime);
  }

  /**
   * Public addresses.
   *
   * @return the addresses, possibly none
   */
  public List<String> publicIps() {
    return publicIps;
  }

  /**
   * Private addresses.
   *
   * @return the addresses, possibly none
   */
  public List<String> privateIps() {
    return privateIps;
  }

  /**
   * Returns why it failed.
   *
   * @return the failure, if the machine failed after the cloud had accepted it
   */
  public Optional<LaunchFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * Returns further facts for people.
   *
   * @return names and values, possibly none
   */
  public Map<String, String> metadata() {
    return metadata;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MachineSighting that
        && id.equals(that.id)
        && state == that.state
        && stateKnown == that.stateKnown
        && end == that.end
        && market == that.market
        && Objects.equals(pool, that.pool)
        && Objects.equals(incarnation, that.incarnation)
        && Objects.equals(key, that.key)
        && Objects.equals(zone, that.zone)
        && Objects.equals(size, that.size)
        && Objects.equals(launchTime, that.launchTime)
        && publicIps.equals(that.publicIps)
        && privateIps.equals(that.privateIps)
        && Objects.equals(failure, that.failure)
        && metadata.equals(that.metadata);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "Sighting[" + id + ' ' + (stateKnown ? state : "state unknown")
        + (end == End.STOPPED ? " stopped" : "")
        + (pool == null ? "" : " pool " + pool)
        + (key == null ? "" : " key " + key) + ']';
  }

  /** Builds a sighting. One thread at a time may use it. */
  public static final class Builder {
    private final MachineId id;
    private MachineState state;
    private boolean stateKnown = true;
    private End end;
    private @Nullable PoolName pool;
    private @Nullable PoolIncarnation incarnation;
    private @Nullable LaunchKey key;
    private @Nullable String zone;
    private @Nullable String size;
    private LaunchSpec.Market market = LaunchSpec.Market.ON_DEMAND;
    private @Nullable Instant launchTime;
    private List<String> publicIps = List.of();
    private List<String> privateIps = List.of();
    private @Nullable LaunchFailure failure;
    private Map<String, String> metadata = Map.of();

    private Builder(MachineId id, MachineState state) {
      this.id = Objects.requireNonNull(id, "id");
      this.state = Objects.requireNonNull(state, "state");
      this.end = state == MachineState.TERMINATED ? End.FINAL : End.NOT_ENDED;
    }

    /**
     * Records that the cloud reported a state that the adapter does not recognise. The machine then counts as
     * present, and as nothing more.
     *
     * @return this builder
     */
    public Builder stateUnknown() {
      state = MachineState.RUNNING;
      end = End.NOT_ENDED;
      stateKnown = false;
      return this;
    }

    /**
     * Records that the machine is stopped, not gone: its state becomes TERMINATED, its end STOPPED.
     *
     * @return this builder
     */
    public Builder stopped() {
      state = MachineState.TERMINATED;
      end = End.STOPPED;
      return this;
    }

    /**
     * Sets all three marks.
     *
     * @param marks as read from the machine
     * @return this builder
     */
    public Builder marks(OwnershipMarks marks) {
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
    public Builder marks(
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
    public Builder marks(Map<String, String> tags) {
      return marks(
          wellFormed(tags.get(OwnershipMarks.POOL_TAG), PoolName::new),
          wellFormed(tags.get(OwnershipMarks.INCARNATION_TAG), PoolIncarnation::new),
          wellFormed(tags.get(OwnershipMarks.KEY_TAG), LaunchKey::new));
    }

    private static <T> Optional<T> wellFormed(
        @Nullable String value, Function<String, T> constructor) {
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
    public Builder zone(String value) {
      zone = value;
      return this;
    }

    /**
     * Sets the size.
     *
     * @param value the cloud's name for the size
     * @return this builder
     */
    public Builder size(String value) {
      size = value;
      return this;
    }

    /**
     * Sets the market.
     *
     * @param value the market
     * @return this builder
     */
    public Builder market(LaunchSpec.Market value) {
      market = value;
      return this;
    }

    /**
     * Sets the launch time.
     *
     * @param value when the cloud accepted it or began to run it, by the cloud's clock; the same in every list
     * @return this builder
     */
    public Builder launchTime(Instant value) {
      launchTime = value;
      return this;
    }

    /**
     * Sets the public addresses.
     *
     * @param value the addresses
     * @return this builder
     */
    public Builder publicIps(List<String> value) {
      publicIps = value;
      return this;
    }

    /**
     * Sets the private addresses.
     *
     * @param value the addresses
     * @return this builder
     */
    public Builder privateIps(List<String> value) {
      privateIps = value;
      return this;
    }

    /**
     * Sets why the machine failed.
     *
     * @param value the failure
     * @return this builder
     */
    public Builder failure(LaunchFailure value) {
      failure = value;
      return this;
    }

    /**
     * Sets further facts for people.
     *
     * @param value names and values, without secrets
     * @return this builder
     */
    public Builder metadata(Map<String, String> value) {
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
}

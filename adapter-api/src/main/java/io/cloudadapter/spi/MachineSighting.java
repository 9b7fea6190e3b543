package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  MachineSighting(MachineSightingBuilder b) {
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
   * @param state the state that the cloud reports. TERMINATED means ended for good, unless {@link
   *     MachineSightingBuilder#stopped()} is called.
   * @return a builder
   */
  public static MachineSightingBuilder of(MachineId id, MachineState state) {
    return new MachineSightingBuilder(id, state);
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
}

package io.cloudadapter.core.ledger;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.warm.GrowthHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of a pool as a whole.
 *
 * @param incarnation this life of the pool
 * @param phase FRESH until the first complete list has been judged
 * @param account the configured account that everything owned lives in
 * @param identity the account id that the cloud reported, once it was read
 * @param desired the desired size
 * @param desiredSet whether anybody ever set it
 * @param shrinkAllowance how many surplus machines explicit commands have allowed to be ended
 * @param frozen why the pool is frozen, if it is
 * @param frozenMessage the same for people
 * @param frozenSince since when
 * @param profile the number of the present launch configuration
 * @param profileHash shows whether the launch configuration has changed
 * @param launchFailures how many launches in a row ended in no running machine
 * @param parkedUntil no launch before this time, for that reason
 * @param listedAt the start of the last complete list, as of the last write
 * @param disowned incarnations whose machines are not ours and never will be
 * @param scale what scaling has left behind
 * @param schedules how far each schedule has been followed, by name
 * @param trace the traceparent of the request that set the size, until all of it is planned
 * @param operating what an operator lets the pool do; null if it is running
 * @param deletion what becomes of the machines, if the pool is being deleted
 * @param format the number of the format of this pool's records, see {@link LedgerFormat}
 * @param restore the restore about which a person has not decided yet, if there is one
 * @param operatingSince when an operator has set the state; null if that is not known
 * @param automaticShrink how many of {@code shrinkAllowance} a policy or a schedule has decided: these wait for the
 *     account of disruption, the others do not
 * @param heldGrowth how many machines of the desired size no quota of the pool's tenants allows yet
 * @param held which template of the configuration launches are not made from since a rollback; null if there is none
 * @param growth how the desired size has grown lately; null if the warm pool does not follow that
 */
public record PoolRecord(
    String incarnation,
    Phase phase,
    String account,
    @Nullable String identity,
    int desired,
    boolean desiredSet,
    int shrinkAllowance,
    Alarm.@Nullable Code frozen,
    @Nullable String frozenMessage,
    @Nullable Instant frozenSince,
    int profile,
    String profileHash,
    int launchFailures,
    @Nullable Instant parkedUntil,
    @Nullable Instant listedAt,
    List<String> disowned,
    ScalingRecord scale,
    Map<String, ScheduleRecord> schedules,
    @Nullable String trace,
    @Nullable OperatingState operating,
    @Nullable DeletionMode deletion,
    int format,
    @Nullable RestoreRecord restore,
    @Nullable Instant operatingSince,
    int automaticShrink,
    int heldGrowth,
    @Nullable HeldTemplate held,
    @Nullable GrowthHistory growth) {

  /** The progress of a pool since its ledger was begun. */
  public enum Phase {
    /** No complete list has been judged yet. */
    FRESH,
    /** It has met machines that it does not know, and waits for a person. */
    OBSERVING,
    /** It keeps its size. */
    ACTIVE
  }

  /**
   * What a rollback has left: launches are made from an earlier template, as long as the configuration has the one that
   * was rejected.
   *
   * @param rejected the number of the template that the configuration has
   * @param version the version of the pool's configuration that has the values of the earlier template; it is kept
   */
  public record HeldTemplate(int rejected, long version) {}

  /** Copies list and map; what was left out when stored is empty. */
  public PoolRecord {
    profileHash = profileHash == null ? "" : profileHash;
    scale = scale == null ? ScalingRecord.NONE : scale;
    disowned = disowned == null ? List.of() : List.copyOf(disowned);
    schedules = schedules == null ? Map.of() : Map.copyOf(schedules);
    automaticShrink = Math.min(automaticShrink, shrinkAllowance);
    format = format == 0 ? LedgerFormat.UNNUMBERED : format;
  }

  /** Whether the ledger was restored and a person has not decided about it yet. */
  public boolean restored() {
    return restore != null;
  }

  /**
   * The record of a pool that has done nothing yet.
   *
   * @param incarnation this life of the pool
   * @param account the account that it lives in
   * @return a record in the present format
   */
  public static PoolRecord fresh(String incarnation, String account) {
    return new Edit(incarnation, account).done();
  }

  /** What an operator lets the pool do. */
  public OperatingState state() {
    OperatingState stored = operating;
    return stored == null ? OperatingState.RUNNING : stored;
  }

  public PoolRecord edit(Consumer<Edit> change) {
    Edit edit = new Edit(this);
    change.accept(edit);
    return edit.done();
  }

  /** The fields that change, open for a moment. */
  public static final class Edit {
    private final String incarnation;
    public Phase phase = Phase.FRESH;
    public String account;

    @Nullable
    public String identity;

    public int desired;
    public boolean desiredSet;
    public int shrinkAllowance;
    public Alarm.@Nullable Code frozen;

    @Nullable
    public String frozenMessage;

    @Nullable
    public Instant frozenSince;

    public int profile;
    public String profileHash = "";
    public int launchFailures;

    @Nullable
    public Instant parkedUntil;

    @Nullable
    public Instant listedAt;

    public List<String> disowned = List.of();
    public ScalingRecord scale = ScalingRecord.NONE;
    public Map<String, ScheduleRecord> schedules = Map.of();

    @Nullable
    String trace;

    private @Nullable OperatingState operating;

    @Nullable
    public DeletionMode deletion;

    public int format = LedgerFormat.CURRENT;

    @Nullable
    public RestoreRecord restore;

    @Nullable
    public Instant operatingSince;

    public int automaticShrink;
    public int heldGrowth;

    @Nullable
    public HeldTemplate held;

    @Nullable
    public GrowthHistory growth;

    public void state(OperatingState state) {
      operating = state == OperatingState.RUNNING ? null : state;
    }

    /** A pool that has just begun. */
    private Edit(String incarnation, String account) {
      this.incarnation = incarnation;
      this.account = account;
    }

    private Edit(PoolRecord old) {
      this(old.incarnation, old.account);
      phase = old.phase;
      identity = old.identity;
      desired = old.desired;
      desiredSet = old.desiredSet;
      shrinkAllowance = old.shrinkAllowance;
      frozen = old.frozen;
      frozenMessage = old.frozenMessage;
      frozenSince = old.frozenSince;
      profile = old.profile;
      profileHash = old.profileHash;
      launchFailures = old.launchFailures;
      parkedUntil = old.parkedUntil;
      listedAt = old.listedAt;
      disowned = old.disowned;
      scale = old.scale;
      schedules = old.schedules;
      trace = old.trace;
      operating = old.operating;
      deletion = old.deletion;
      format = old.format;
      restore = old.restore;
      operatingSince = old.operatingSince;
      automaticShrink = old.automaticShrink;
      heldGrowth = old.heldGrowth;
      held = old.held;
      growth = old.growth;
    }

    private PoolRecord done() {
      return new PoolRecord(
          incarnation,
          phase,
          account,
          identity,
          desired,
          desiredSet,
          shrinkAllowance,
          frozen,
          frozenMessage,
          frozenSince,
          profile,
          profileHash,
          launchFailures,
          parkedUntil,
          listedAt,
          disowned,
          scale,
          schedules,
          trace,
          operating,
          deletion,
          format,
          restore,
          operatingSince,
          automaticShrink,
          heldGrowth,
          held,
          growth);
    }
  }
}

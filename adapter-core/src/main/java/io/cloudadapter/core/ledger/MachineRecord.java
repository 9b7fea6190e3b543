package io.cloudadapter.core.ledger;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.warm.WarmRecord;
import io.cloudadapter.spi.MachineSighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of one machine.
 *
 * @param id the cloud's id
 * @param generation 0, and one more each time an id comes back after its record had ended
 * @param status what the pool has decided about it
 * @param key the launch key that it answers to, if it was launched here
 * @param state what the cloud reported last
 * @param end how it ended, as far as the cloud reports it
 * @param serviceState what was reported last
 * @param serviceSince when that was
 * @param health what the service state follows, if a probe or an agent has set it; else null
 * @param rebootedAt when the pool rebooted it last as it was UNHEALTHY; null if it never did
 * @param isProtected whether it may not be chosen when the pool shrinks
 * @param inactive whether its membership is not active, so that it does not count
 * @param kept whether its membership is not evictable, so that the pool does not end it
 * @param ran whether it was ever seen running
 * @param remark whether its marks are still to be set anew
 * @param acknowledged whether a person has looked at it: at a stranger in quarantine, or at the absence of
 *     a machine that vanished with many others
 * @param byCommand whether a person asked for its end
 * @param reason why it ends or ended, or why it is in quarantine
 * @param profile the launch configuration that it was made under
 * @param zone where it runs
 * @param size the cloud's name of its size
 * @param launchTime by the cloud's clock
 * @param publicIps public addresses
 * @param privateIps private addresses
 * @param metadata further facts
 * @param boundAt when it became known here
 * @param closedAt when its end was decided for good (DELETING)
 * @param endedAt when its record ended
 * @param released whether it is to live on when it goes: it is let go instead of ended
 * @param goesAt when it goes at the earliest, if it was given some time
 * @param resumedAt when {@code goesAt} was put off after a restore, so that it is put off only once by the same time
 * @param entering whether it runs and has not entered service yet: its hooks are to be answered first
 * @param replacement whether its group made it in place of another machine, so that it has no key
 * @param dropped whether its group ends it without a request, and no longer counts it
 * @param lowered whether a command that made it leave has lowered the desired size by it; kept with the record of its
 *     end, so that a repetition of the command is known as one
 * @param trace the traceparent of the request that it ends for, if that is traced
 * @param disruption why the pool takes it out of service by itself; null if it does not, or a caller or the cloud does
 * @param awaited the idempotency keys of callers that wait until it is attached (ATTACHING); empty otherwise
 * @param warm where it is in the warm pool; null if it is in service, or never was in the warm pool
 */
public record MachineRecord(
    String id,
    int generation,
    Status status,
    @Nullable String key,
    MachineState state,
    MachineSighting.End end,
    ServiceState serviceState,
    @Nullable Instant serviceSince,
    @Nullable HealthNote health,
    @Nullable Instant rebootedAt,
    boolean isProtected,
    boolean inactive,
    boolean kept,
    boolean ran,
    boolean remark,
    boolean acknowledged,
    boolean byCommand,
    @Nullable String reason,
    int profile,
    @Nullable String zone,
    @Nullable String size,
    @Nullable Instant launchTime,
    List<String> publicIps,
    List<String> privateIps,
    Map<String, String> metadata,
    Instant boundAt,
    @Nullable Instant closedAt,
    @Nullable Instant endedAt,
    boolean released,
    @Nullable Instant goesAt,
    @Nullable Instant resumedAt,
    boolean entering,
    boolean replacement,
    boolean dropped,
    boolean lowered,
    @Nullable String trace,
    @Nullable DisruptionReason disruption,
    List<AwaitedReply> awaited,
    @Nullable WarmRecord warm) {

  /** Why a machine ends that is neither active nor to be kept. */
  public static final String DISPOSED = "its membership status is disposable";

  /** Who has set the service state, and why. */
  public record HealthNote(HealthSource source, String reason) {}

  /** What the pool has decided about a machine. */
  public enum Status {
    /** Asked to join; not a member yet. */
    ATTACHING,
    /** A member. */
    LIVE,
    /** Missing for long enough to be replaced, not for long enough to be forgotten. */
    PRESUMED_GONE,
    /** Decided to end; its hooks may run. */
    RETIRING,
    /** To be ended in the cloud, again and again until it is. */
    DELETING,
    /** Leaving the pool alive; marks are being taken off. */
    DETACHING,
    /** Carries our mark, but is not ours to touch. */
    QUARANTINED,
    /** Ended. Terminal. */
    GONE,
    /** Left alive. Terminal. */
    DETACHED;

    /** Whether it never changes again. */
    public boolean terminal() {
      return this == GONE || this == DETACHED;
    }

    /** Whether a caller may name the machine as a member. */
    public boolean member() {
      return this == LIVE || this == PRESUMED_GONE || this == RETIRING || this == DELETING;
    }
  }

  /** Copies the collections; those that were left out when stored are empty. */
  public MachineRecord {
    publicIps = publicIps == null ? List.of() : List.copyOf(publicIps);
    privateIps = privateIps == null ? List.of() : List.copyOf(privateIps);
    metadata = metadata == null ? Map.of() : Map.copyOf(metadata);
    awaited = awaited == null ? List.of() : List.copyOf(awaited);
  }

  /** Whether it counts towards the effective size (design: size math). */
  public boolean effective() {
    return status == Status.LIVE && state.allocated() && mayCount() && warm == null;
  }

  private boolean mayCount() {
    return serviceState != ServiceState.OUT_OF_SERVICE && !inactive;
  }

  /** Whether it leaves the warm pool for service, and counts as a machine to come. */
  public boolean waking() {
    return status == Status.LIVE && WarmRecord.isWaking(warm) && mayCount();
  }

  /** Whether it is a live machine in one state of the warm pool. */
  public boolean isWarm(WarmState state) {
    return status == Status.LIVE && warm != null && warm.state() == state;
  }

  /** Who has set the service state; a state that no probe and no agent has set is a caller's. */
  public HealthSource serviceSource() {
    return health == null ? HealthSource.CALLER : health.source();
  }

  /** Whether the pool has to leave it as it is: it is protected, or not evictable. */
  public boolean isSpared() {
    return isProtected || kept;
  }

  /** Whether it counts no more, and the pool is to end it. */
  public boolean disposable() {
    return status == Status.LIVE && inactive && !isSpared();
  }

  public MembershipStatus membershipStatus() {
    return !inactive && !kept ? MembershipStatus.DEFAULT : new MembershipStatus(!inactive, !kept);
  }

  /** Whether the cloud made it for this pool: those that were attached are not new to service. */
  public boolean made() {
    return key != null || replacement;
  }

  /** Whether it carries its share of the load, as far as anybody knows. */
  public boolean ready() {
    return ran && !entering && warm == null && serviceState != ServiceState.BOOTING;
  }

  /** Whether it has begun to leave, and the cloud may still have it. */
  public boolean leaving() {
    return status == Status.RETIRING || status == Status.DELETING;
  }

  /** Whether it was in service when it was looked at last, so that its leave costs availability. */
  public boolean serves() {
    return serviceState != ServiceState.OUT_OF_SERVICE && ran && !entering && warm == null;
  }

  /** Whether it counts and carries its share of the load, as far as it reports and the cloud shows. */
  public boolean available() {
    return effective()
        && ready()
        && state == MachineState.RUNNING
        && serviceState != ServiceState.UNHEALTHY;
  }

  /** Whether it is a debit of the limit for all reasons: it leaves, and its leave costs availability. */
  public boolean debit() {
    return leaving() && serves();
  }

  /** Whether it exists without counting, and so takes up surge. */
  public boolean ballast() {
    return !status.terminal()
        && !effective()
        && !waking()
        && status != Status.PRESUMED_GONE
        && status != Status.DETACHING
        && status != Status.ATTACHING;
  }

  public MachineId machineId() {
    return new MachineId(id);
  }

  public MachineRecord edit(Consumer<Edit> change) {
    Edit edit = new Edit(this);
    change.accept(edit);
    return edit.done();
  }

  /** The fields that change, open for a moment. */
  public static final class Edit {
    private final MachineRecord old;
    public Status status;

    @Nullable
    public String key;

    public int profile;
    public MachineState state;
    public MachineSighting.End end;
    public ServiceState serviceState;

    @Nullable
    public Instant serviceSince;

    @Nullable
    public HealthNote health;

    @Nullable
    public Instant rebootedAt;

    public boolean isProtected;
    public boolean inactive;
    public boolean kept;
    public boolean ran;
    public boolean remark;
    public boolean acknowledged;
    public boolean byCommand;

    @Nullable
    public String reason;

    @Nullable
    public String zone;

    @Nullable
    public String size;

    @Nullable
    public Instant launchTime;

    public List<String> publicIps;
    public List<String> privateIps;
    public Map<String, String> metadata;

    @Nullable
    public Instant closedAt;

    @Nullable
    public Instant endedAt;

    public boolean released;

    @Nullable
    public Instant goesAt;

    @Nullable
    public Instant resumedAt;

    public boolean entering;
    public boolean replacement;
    public boolean dropped;
    public boolean lowered;

    @Nullable
    String trace;

    @Nullable
    public DisruptionReason disruption;

    public List<AwaitedReply> awaited;

    @Nullable
    public WarmRecord warm;

    private Edit(MachineRecord old) {
      this.old = old;
      status = old.status;
      key = old.key;
      profile = old.profile;
      state = old.state;
      end = old.end;
      serviceState = old.serviceState;
      serviceSince = old.serviceSince;
      health = old.health;
      rebootedAt = old.rebootedAt;
      isProtected = old.isProtected;
      inactive = old.inactive;
      kept = old.kept;
      ran = old.ran;
      remark = old.remark;
      acknowledged = old.acknowledged;
      byCommand = old.byCommand;
      reason = old.reason;
      zone = old.zone;
      size = old.size;
      launchTime = old.launchTime;
      publicIps = old.publicIps;
      privateIps = old.privateIps;
      metadata = old.metadata;
      closedAt = old.closedAt;
      endedAt = old.endedAt;
      released = old.released;
      goesAt = old.goesAt;
      resumedAt = old.resumedAt;
      entering = old.entering;
      replacement = old.replacement;
      dropped = old.dropped;
      lowered = old.lowered;
      trace = old.trace;
      disruption = old.disruption;
      awaited = old.awaited;
      warm = old.warm;
    }

    private MachineRecord done() {
      return new MachineRecord(
          old.id,
          old.generation,
          status,
          key,
          state,
          end,
          serviceState,
          serviceSince,
          health,
          rebootedAt,
          isProtected,
          inactive,
          kept,
          ran,
          remark,
          acknowledged,
          byCommand,
          reason,
          profile,
          zone,
          size,
          launchTime,
          publicIps,
          privateIps,
          metadata,
          old.boundAt,
          closedAt,
          endedAt,
          released,
          goesAt,
          resumedAt,
          entering,
          replacement,
          dropped,
          lowered,
          trace,
          disruption,
          awaited,
          warm);
    }
  }
}

package io.cloudadapter.core.ledger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.cloudadapter.spi.LaunchOperation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of a launch of k machines under one launch key.
 *
 * @param key the launch key
 * @param status how far it has come
 * @param slots one letter for each of the k machines: see {@link #OPEN} and its siblings
 * @param ids every machine that ever answered to the key, in order of appearance
 * @param zone where, if the pool names zones
 * @param profile the launch configuration that it was planned under
 * @param frozen the frozen request, sealed; there once SENT
 * @param attempts how often it was sent
 * @param reason why it was planned
 * @param epoch the store's epoch in which it was last written
 * @param plannedAt when it was planned
 * @param firstSent when it was first sent
 * @param lastSent when it was last sent
 * @param endedAt when it ended
 * @param trace the traceparent of the request that it was planned for, if it is traced
 * @param operation what the cloud still does for it, if it runs launches as operations
 * @param warm whether its machines are for the warm pool, so that none of them counts
 */
public record LaunchRecord(
    String key,
    Status status,
    String slots,
    List<String> ids,
    @Nullable String zone,
    int profile,
    @Nullable String frozen,
    int attempts,
    String reason,
    long epoch,
    Instant plannedAt,
    @Nullable Instant firstSent,
    @Nullable Instant lastSent,
    @Nullable Instant endedAt,
    @Nullable String trace,
    @Nullable String operation,
    boolean warm) {

  /** A slot whose machine is not known yet. */
  public static final char OPEN = 'o';

  /** The same, but its machine will be retired when it appears; taking it back has lowered the desired size. */
  public static final char TERMINATE_ON_ARRIVAL = 'd';

  /** The same as a doomed one, but taking it back has not lowered the desired size: it is replaced. */
  public static final char REPLACED = 'r';

  /** A slot whose machine is known. */
  static final char BOUND = 'b';

  /** A slot that will have no machine. */
  static final char UNFILLED = 'x';

  /** A slot that was taken back before the launch was sent; never asked for. */
  static final char CANCELLED = 'c';

  /** How a slot's letter shows that taking it back has lowered the desired size, once it is not open any more. */
  private static char lowered(char kind) {
    return Character.toUpperCase(kind);
  }

  /** The progress of a launch. */
  public enum Status {
    /** Durable, not sent; may be taken back. */
    PLANNED,
    /** May have been sent. */
    SENT,
    /** Every slot is bound or dead, and no operation runs. Terminal. */
    RESOLVED,
    /** Looked for long enough; a machine that appears all the same is a late arrival. Terminal. */
    LAPSED
  }

  /** Copies the list; one that was left out when stored is empty. */
  public LaunchRecord {
    ids = ids == null ? List.of() : List.copyOf(ids);
  }

  public static LaunchRecord planned(
      String key,
      int k,
      Optional<String> zone,
      int profile,
      String reason,
      long epoch,
      Instant at) {
    return new LaunchRecord(
        key,
        Status.PLANNED,
        String.valueOf(OPEN).repeat(k),
        List.of(),
        zone.orElse(null),
        profile,
        null,
        0,
        reason,
        epoch,
        at,
        null,
        null,
        null,
        null,
        null,
        false);
  }

  /** The same launch, for the warm pool. */
  public LaunchRecord forWarmPool() {
    return with(true);
  }

  /** The same launch, whose machines enter service. */
  public LaunchRecord forService() {
    return with(false);
  }

  private LaunchRecord with(boolean forWarmPool) {
    return new LaunchRecord(
        key,
        status,
        slots,
        ids,
        zone,
        profile,
        frozen,
        attempts,
        reason,
        epoch,
        plannedAt,
        firstSent,
        lastSent,
        endedAt,
        trace,
        operation,
        forWarmPool);
  }

  /** The same launch, planned for a request that is traced. */
  LaunchRecord traced(String traceparent) {
    return new LaunchRecord(
        key,
        status,
        slots,
        ids,
        zone,
        profile,
        frozen,
        attempts,
        reason,
        epoch,
        plannedAt,
        firstSent,
        lastSent,
        endedAt,
        traceparent,
        operation,
        warm);
  }

  /** Whether anything may still come of it. */
  @JsonIgnore
  public boolean unresolved() {
    return status == Status.PLANNED || status == Status.SENT;
  }

  /** How many machines were planned. */
  public int k() {
    return slots.length();
  }

  /** How many machines the cloud is asked for, at every sending: all but those cancelled before. */
  public int asked() {
    return k() - count(CANCELLED) - count(lowered(CANCELLED));
  }

  /** Slots that count as machines to come: none of a launch for the warm pool. */
  public int open() {
    return warm ? 0 : awaited();
  }

  /** Slots whose machines are to stay, whether they count or are for the warm pool. */
  public int awaited() {
    return unresolved() ? count(OPEN) : 0;
  }

  /** Slots whose machines may come, counted or not. */
  public int possible() {
    return unresolved() ? count(OPEN) + count(TERMINATE_ON_ARRIVAL) + count(REPLACED) : 0;
  }

  private int count(char kind) {
    int count = 0;
    for (int i = 0; i < slots.length(); i++) {
      count += slots.charAt(i) == kind ? 1 : 0;
    }
    return count;
  }

  /** What the cloud still does for it. */
  public Optional<LaunchOperation> operationIfAny() {
    return Optional.ofNullable(operation).map(LaunchOperation::new);
  }

  public Optional<String> zoneIfAny() {
    return Optional.ofNullable(zone);
  }

  public LaunchRecord sent(String request, long nowEpoch, Instant at) {
    return new LaunchRecord(
        key,
        Status.SENT,
        slots,
        ids,
        zone,
        profile,
        request,
        attempts + 1,
        reason,
        nowEpoch,
        plannedAt,
        firstSent == null ? at : firstSent,
        at,
        null,
        trace,
        null,
        warm);
  }

  /**
   * The same in a restored ledger: it may have been sent after the backup, so that it is looked for, and has no request
   * with which it could be sent.
   */
  LaunchRecord neverSentAgain(long nowEpoch, Instant longAgo) {
    return new LaunchRecord(
        key,
        Status.SENT,
        slots,
        ids,
        zone,
        profile,
        null,
        Math.max(1, attempts),
        reason,
        nowEpoch,
        plannedAt,
        longAgo,
        lastSent == null ? longAgo : lastSent,
        null,
        trace,
        operation,
        warm);
  }

  /** The same, with its request encrypted anew. */
  public LaunchRecord resealed(String request) {
    return new LaunchRecord(
        key, status, slots, ids, zone, profile, request, attempts, reason, epoch, plannedAt,
        firstSent, lastSent, endedAt, trace, operation, warm);
  }

  /** The same, first sent at a moment that a wall clock which was set back would agree with. */
  public LaunchRecord firstSentAt(Instant at) {
    return new LaunchRecord(
        key, status, slots, ids, zone, profile, frozen, attempts, reason, epoch, plannedAt, at,
        lastSent, endedAt, trace, operation, warm);
  }

  /** The same, which the cloud has accepted as an operation: it stays open until that has ended. */
  public LaunchRecord accepted(String runs) {
    return withOperation(runs);
  }

  /** The same, whose operation has ended, or is not known to the cloud. */
  public LaunchRecord operationEnded(Instant at) {
    return withOperation(null).closedIfFull(at);
  }

  private LaunchRecord withOperation(@Nullable String runs) {
    return new LaunchRecord(
        key, status, slots, ids, zone, profile, frozen, attempts, reason, epoch, plannedAt,
        firstSent, lastSent, endedAt, trace, runs, warm);
  }

  /** The first slot of the first kind that has one, or -1. */
  private int slotFor(char... kinds) {
    for (char kind : kinds) {
      int slot = slots.indexOf(kind);
      if (slot >= 0) {
        return slot;
      }
    }
    return -1;
  }

  /** A machine appears: an open slot takes it, else a doomed one; with none left, only its id is kept. */
  public LaunchRecord bind(String id, Instant at) {
    List<String> longer = new ArrayList<>(ids);
    longer.add(id);
    int slot = unresolved() ? slotFor(OPEN, TERMINATE_ON_ARRIVAL, REPLACED) : -1;
    String changed = slot < 0 ? slots : set(slot, hasLowered(slot) ? lowered(BOUND) : BOUND);
    return with(changed, longer).closedIfFull(at);
  }

  /** Records that a slot will have no machine: a doomed one first, because the pool does not wait for its machine. */
  public LaunchRecord closeUnfilled(Instant at) {
    int slot = slotFor(TERMINATE_ON_ARRIVAL, REPLACED, OPEN);
    char dead = slot >= 0 && hasLowered(slot) ? lowered(UNFILLED) : UNFILLED;
    return slot < 0 ? this : with(set(slot, dead), ids).closedIfFull(at);
  }

  public LaunchRecord terminateOnArrival(int slot) {
    return with(set(slot, TERMINATE_ON_ARRIVAL), ids);
  }

  public LaunchRecord replace(int slot) {
    return with(set(slot, REPLACED), ids);
  }

  /** A slot of a launch that was not sent is taken back, with or without a decrement. */
  public LaunchRecord cancel(int slot, boolean decrement, Instant at) {
    return with(set(slot, decrement ? lowered(CANCELLED) : CANCELLED), ids).closedIfFull(at);
  }

  /** Whether a slot was taken back by a command that has lowered the desired size. */
  public boolean hasLowered(int slot) {
    char kind = slots.charAt(slot);
    return kind == TERMINATE_ON_ARRIVAL || Character.isUpperCase(kind);
  }

  /** Whether the machine that appears next takes a slot that has lowered the desired size. */
  public boolean nextHasLowered() {
    int slot = unresolved() ? slotFor(OPEN, TERMINATE_ON_ARRIVAL, REPLACED) : -1;
    return slot >= 0 && hasLowered(slot);
  }

  /** How many slots have their machine. */
  int bound() {
    return count(BOUND) + count(lowered(BOUND));
  }

  /** Nothing more will come: all slots that are left die. */
  public LaunchRecord resolved(Instant at) {
    return ended(Status.RESOLVED, at);
  }

  public LaunchRecord lapsed(Instant at) {
    return ended(Status.LAPSED, at);
  }

  private LaunchRecord ended(Status end, Instant at) {
    String dead = slots
        .replace(OPEN, UNFILLED)
        .replace(TERMINATE_ON_ARRIVAL, lowered(UNFILLED))
        .replace(REPLACED, UNFILLED);
    return new LaunchRecord(
        key, end, dead, ids, zone, profile, null, attempts, reason, epoch, plannedAt, firstSent,
        lastSent, at, trace, null, warm);
  }

  private LaunchRecord closedIfFull(Instant at) {
    return unresolved() && possible() == 0 && operation == null ? resolved(at) : this;
  }

  private LaunchRecord with(String newSlots, List<String> newIds) {
    return new LaunchRecord(
        key, status, newSlots, newIds, zone, profile, frozen, attempts, reason, epoch, plannedAt,
        firstSent, lastSent, endedAt, trace, operation, warm);
  }

  private String set(int slot, char kind) {
    return slots.substring(0, slot) + kind + slots.substring(slot + 1);
  }
}
